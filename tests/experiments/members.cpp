// Members of a run: perturbations, and the same bits as alone.

#include "hexad/experiments/members.hpp"

#include <netcdf.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_file.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad;
using namespace hexad::test;

namespace {

std::string case_text(const Folder& folder, const std::string& members) {
  return "mesh: {icosahedral: {level: 2, optimise: none}}\ninitial: {case: williamson2}\n"
         "time: {dt: 30 min, duration: 4 h}\noutput: {directory: " +
         folder.file("out") +
         ", streams: {history: {every: 1 h, fields: [thickness, normal_velocity, vorticity]}}}\n"
         "members: " +
         members + "\n";
}

void require_run(const Folder& folder, const std::string& members) {
  folder.write("case.yaml", case_text(folder, members));
  const Result ran = run_hexad("forecast -q --threads 1 " + folder.file("case.yaml"));
  INFO(members);
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
}

/// The values of one of several members.
std::vector<double> member_of(const std::vector<double>& all, std::size_t member,
                              std::size_t members) {
  std::vector<double> own;
  for (std::size_t n = member; n < all.size(); n += members) own.push_back(all[n]);
  return own;
}

double mean_square(const std::vector<double>& weight, const std::vector<double>& values) {
  ExactSum sum, whole;
  for (std::size_t n = 0; n < values.size(); ++n) {
    sum.add(weight[n] * values[n] * values[n]);
    whole.add(weight[n]);
  }
  return sum.value() / whole.value();
}

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  options.radius = earth_radius;
  return make_icosahedral(options);
}

}  // namespace

TEST_CASE("a perturbed member has the bits of a run of it alone", "[command]") {
  const std::string random =
      ", perturbations: {random: {thickness: 20 m, wind: 2 m/s, length: 3000 km, seed: 7}}}";
  const Folder folder;
  require_run(folder, "{count: 1}");
  const std::string history = folder.file("out/history.nc");
  const auto unperturbed = values_of(history, "thickness");
  for (const std::size_t members : {5u, 8u}) {
    require_run(folder, "{count: " + std::to_string(members) + random);
    const auto thickness = values_of(history, "thickness");
    const auto velocity = values_of(history, "normal_velocity");
    CHECK(attribute_of(history, "seeds") == "members.perturbations.random.seed = 7");
    CHECK(member_of(thickness, 0, members) == unperturbed);  // the control member
    CHECK(member_of(thickness, 1, members) != member_of(thickness, 2, members));
    for (const std::size_t member : {1u, 4u}) {
      require_run(folder, "{count: 1, first: " + std::to_string(member) + random);
      CHECK(values_of(history, "thickness") == member_of(thickness, member, members));
      CHECK(values_of(history, "normal_velocity") == member_of(velocity, member, members));
    }
  }
  require_run(folder, "{count: 1, control: false" + random);
  CHECK(values_of(history, "thickness") != unperturbed);
}

TEST_CASE("perturbations have the size, the mean and the length that were asked for") {
  const Mesh mesh = sphere(4);
  std::vector<double> area(mesh.dv_edge.size());
  for (std::size_t e = 0; e < area.size(); ++e) area[e] = mesh.dc_edge[e] * mesh.dv_edge[e];
  for (const double length : {0.0, 1500e3}) {
    INFO(length);
    const RandomPerturbations choice{10, 2, length, 3};
    double near = 0, far = 0, here = 0;
    for (int number = 1; number <= 8; ++number) {
      const auto [thickness, velocity] = random_perturbation(mesh, choice, number);
      CHECK(std::sqrt(mean_square(mesh.area_cell, thickness)) == Approx(10).epsilon(1e-13));
      CHECK(std::sqrt(mean_square(area, velocity)) == Approx(2).epsilon(1e-13));
      ExactSum mean;
      for (std::size_t i = 0; i < thickness.size(); ++i) mean.add(mesh.area_cell[i] * thickness[i]);
      CHECK(std::abs(mean.value()) <= 1e-14 * 10 * mesh.area_cell[0] * mesh.cells);
      if (length > 0)
        for (Index i = 0; i < mesh.cells; ++i) {
          double divergence = 0, terms = 0;
          for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
            const auto e = static_cast<std::size_t>(mesh.edges_on_cell[mesh.slot(i, k)]);
            const double flux =
                (mesh.cells_on_edge[e][0] == i ? 1 : -1) * mesh.dv_edge[e] * velocity[e];
            divergence += flux;
            terms += std::abs(flux);
          }
          REQUIRE(std::abs(divergence) <= 1e-12 * terms + 1e-6);
        }
      // Correlations with the neighbours and with the other side of the globe.
      for (std::size_t e = 0; e < area.size(); ++e) {
        const auto a = static_cast<std::size_t>(mesh.cells_on_edge[e][0]);
        const auto b = static_cast<std::size_t>(mesh.cells_on_edge[e][1]);
        near += thickness[a] * thickness[b];
        far += thickness[a] * thickness[(a + thickness.size() / 2) % thickness.size()];
        here += thickness[a] * thickness[a];
      }
    }
    const double spacing = mean_spacing(mesh);
    const double expected = length > 0 ? std::exp(-spacing * spacing / (2 * length * length)) : 0.0;
    // 8 x 2562 pairs of white noise scatter by 1/sqrt(20496 x 3); the smooth one by its few degrees
    // of freedom.
    CHECK(near / here == Approx(expected).margin(0.02));
    CHECK(std::abs(far / here) < 0.25);
  }
}

TEST_CASE("perturbations do not depend on the order of the mesh") {
  Mesh mesh = read_mesh(std::string(HEXAD_TEST_DATA) + "/mpas_x1.162.nc");
  Mesh ordered = mesh;
  order_along_curve(ordered);
  const RandomPerturbations choice{10, 2, 2000e3, 3};
  const auto a = random_perturbation(mesh, choice, 5), b = random_perturbation(ordered, choice, 5);
  std::vector<double> first(a.thickness.size()), second(first);
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[static_cast<std::size_t>(mesh.cell_id[i])] = a.thickness[i];
    second[static_cast<std::size_t>(ordered.cell_id[i])] = b.thickness[i];
  }
  CHECK(first == second);
}

TEST_CASE("perturbations come from a file, in the user's order", "[command]") {
  const Folder folder;
  const std::string file = folder.file("perturbations.nc");
  const auto write = [&](std::size_t cells) {
    int id = 0, dimensions[2] = {0, 0}, variable = 0;
    REQUIRE(nc_create(file.c_str(), NC_CLOBBER, &id) == NC_NOERR);
    nc_def_dim(id, "nMembers", 3, &dimensions[0]);
    nc_def_dim(id, "nCells", cells, &dimensions[1]);
    nc_def_var(id, "thickness", NC_DOUBLE, 2, dimensions, &variable);
    nc_enddef(id);
    std::vector<double> values;
    for (std::size_t n = 0; n < 3 * cells; ++n)
      values.push_back(static_cast<double>(n / cells) + 0.001 * static_cast<double>(n % cells));
    nc_put_var_double(id, variable, values.data());
    REQUIRE(nc_close(id) == NC_NOERR);
  };
  const auto refused = [&](const std::string& members, const std::vector<std::string>& pieces) {
    folder.write("case.yaml", case_text(folder, members));
    const Result ran = run_hexad("forecast -q " + folder.file("case.yaml"));
    for (const auto& line : ran.errors) UNSCOPED_INFO(line);
    CHECK(ran.code == 2);
    CHECK(ran.complains_once(pieces));
  };
  write(162);
  const std::string from = ", perturbations: {file: perturbations.nc}}";
  require_run(folder, "{count: 1}");
  const auto unperturbed = values_of(folder.file("out/history.nc"), "thickness");
  require_run(folder, "{count: 3" + from);
  const auto thickness = values_of(folder.file("out/history.nc"), "thickness");
  for (std::size_t i = 0; i < 162; ++i) {  // the first record
    REQUIRE(thickness[3 * i] == unperturbed[i]);
    for (std::size_t m : {1u, 2u})
      REQUIRE(thickness[3 * i + m] ==
              unperturbed[i] + (static_cast<double>(m) + 0.001 * static_cast<double>(i)));
  }
  refused("{count: 4" + from, {"no perturbation for member 3", "the file has 3"});
  write(100);
  refused("{count: 2" + from, {"of a mesh with 100 nCells, not 162", "perturbations.nc"});
  std::filesystem::copy_file(std::string(HEXAD_TEST_DATA) + "/mpas_x1.162.nc",
                             folder.file("mesh.nc"));
  refused("{count: 2, perturbations: {file: mesh.nc}}", {"neither thickness nor normal_velocity"});
}
