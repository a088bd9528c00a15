// States of other runs: from histories and restarts, on the same mesh and on others.

#include "hexad/experiments/initial/state.hpp"

#include <cmath>

#include "catch.hpp"
#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/experiments/norms.hpp"
#include "hexad/grids/generate.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad;
using test::Folder;

namespace {

const std::string fields = "[thickness, surface_height, normal_velocity, wind]";

/// Runs a case of two half-hour steps; its history has three records, its restart two.
void run_source(const Folder& folder, const std::string& initial, const std::string& mesh,
                const std::string& list = fields, const std::string& more = {}) {
  folder.write("source.yaml", "mesh: " + mesh + "\ninitial: " + initial + more +
                                  "\ntime: {dt: 10 min, duration: 20 min}\n"
                                  "output: {directory: " +
                                  folder.file("source") +
                                  ", restart: {every: 10 min}, streams: {history: {every: 10 min, "
                                  "fields: " +
                                  list + "}}}\n");
  const auto result = test::run_hexad("forecast -q " + folder.file("source.yaml"));
  for (const auto& line : result.errors) UNSCOPED_INFO(line);
  REQUIRE(result.code == 0);
}

std::string history(const Folder& folder) { return folder.file("source/history.nc"); }

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  return make_icosahedral(options);
}

Case case_of(const std::string& file, StateChoice::Remap remap = StateChoice::Remap::conservative) {
  Case run;
  run.model.gravity = 9.80616;
  run.model.rotation = 7.292e-5;
  StateChoice choice;
  choice.file = file;
  choice.remap = remap;
  run.initial = choice;
  return run;
}

/// The last of three records.
std::vector<double> last_third(const std::vector<double>& values) {
  return {values.end() - static_cast<std::ptrdiff_t>(values.size() / 3), values.end()};
}

double integral(const Mesh& mesh, const std::vector<double>& values) {
  return area_mean(mesh, values);
}

}  // namespace

TEST_CASE("a state on its own mesh is taken bit by bit", "[experiments][state]") {
  const Folder folder;
  run_source(folder, "{case: williamson2}", "{icosahedral: {level: 2}}");
  const Mesh mesh = sphere(2);
  const auto h = last_third(test::values_of(history(folder), "thickness"));
  const auto u = last_third(test::values_of(history(folder), "normal_velocity"));
  for (const auto& file : {history(folder), folder.file("source/restart/restart_00000002.nc")}) {
    INFO(file);
    const InitialFlow flow = initial_flow(mesh, case_of(file));
    for (Index i = 0; i < mesh.cells; ++i)
      REQUIRE(flow.thickness[static_cast<std::size_t>(i)] ==
              h[static_cast<std::size_t>(mesh.cell_id[static_cast<std::size_t>(i)])]);
    for (Index e = 0; e < mesh.edges; ++e)
      REQUIRE(flow.velocity[static_cast<std::size_t>(e)] ==
              u[static_cast<std::size_t>(mesh.edge_id[static_cast<std::size_t>(e)])]);
    CHECK(flow.notes.front().find("as it is in the file") != std::string::npos);
  }
  SECTION("an earlier time") {
    Case run = case_of(history(folder));
    std::get<StateChoice>(run.initial).time = parse_date("2000-01-01T00:00:00");
    const InitialFlow flow = initial_flow(mesh, run);
    Case start;
    start.model = run.model;
    start.initial = Williamson2Choice{};
    CHECK(flow.thickness == initial_flow(mesh, start).thickness);
  }
}

TEST_CASE("a state is brought to another mesh", "[experiments][state]") {
  const Folder folder;
  Case exact_case = case_of("");
  exact_case.initial = Williamson2Choice{0.3};
  for (const auto remap : {StateChoice::Remap::conservative, StateChoice::Remap::barycentric}) {
    double last_h = 0, last_u = 0;
    for (const int level : {3, 4}) {
      run_source(folder, "{case: williamson2, alpha: 0.3}",
                 "{icosahedral: {level: " + std::to_string(level) + "}}");
      const Mesh source = sphere(level), mesh = sphere(level + 1);
      for (const auto& file :
           {history(folder), folder.file("source/restart/restart_00000002.nc")}) {
        const InitialFlow flow = initial_flow(mesh, case_of(file, remap));
        if (remap == StateChoice::Remap::conservative) {
          // By file order: the sum does not mind.
          const auto h = last_third(test::values_of(history(folder), "thickness"));
          const auto areas = test::values_of(history(folder), "areaCell");
          double before = 0, whole = 0;
          for (std::size_t i = 0; i < h.size(); ++i) {
            before += areas[i] * h[i];
            whole += areas[i];
          }
          CHECK(integral(mesh, flow.thickness) == Approx(before / whole).epsilon(1e-13));
        }
      }
      const InitialFlow flow = initial_flow(mesh, case_of(history(folder), remap));
      const InitialFlow start = initial_flow(mesh, exact_case);
      const auto exact = exact_solution(mesh, exact_case, start, 0);
      const double h = thickness_error(mesh, flow.thickness, exact->thickness).l2;
      const double u = wind_error(mesh, flow.velocity, exact->velocity).l2;
      INFO("level " << level << ": errors " << h << ", " << u);
      CHECK(h < 0.05);
      CHECK(u < 0.03);
      // Averages over overlaps are of first order, linear interpolation of second.
      const double order = remap == StateChoice::Remap::conservative ? 0.9 : 1.8;
      if (last_h > 0) CHECK(std::log2(last_h / h) > order);
      if (last_u > 0) CHECK(std::log2(last_u / u) > 1.5);
      last_h = h;
      last_u = u;
    }
  }
}

TEST_CASE("a lake at rest stays flat over the ground of a finer mesh", "[experiments][state]") {
  const Folder folder;
  const std::string data =
      std::string(HEXAD_TEST_DATA) + "/../../experiments/data/topography_2deg.nc";
  run_source(folder, "{case: rest}", "{icosahedral: {level: 3}}", fields,
             "\ntopography: {file: " + data + "}");
  const Mesh mesh = sphere(4);
  Case run = case_of(history(folder));
  run.topography = TopographyChoice{data, {}, 1, 0};
  const InitialFlow flow = initial_flow(mesh, run);
  for (std::size_t i = 0; i < flow.thickness.size(); ++i)
    REQUIRE(flow.thickness[i] + flow.topography[i] == Approx(8000).epsilon(1e-13));
  run.topography.reset();  // the ground of the file is remapped with it
  const InitialFlow kept = initial_flow(mesh, run);
  for (std::size_t i = 0; i < kept.thickness.size(); ++i)
    REQUIRE(kept.thickness[i] + kept.topography[i] == Approx(8000).epsilon(1e-13));
  CHECK(*std::max_element(kept.topography.begin(), kept.topography.end()) > 3000);
}

TEST_CASE("a state on a plane of other cells", "[experiments][state]") {
  const Folder folder;
  run_source(folder, "{case: hill, width: 200 km}", "{planar: {nx: 8, ny: 8, spacing: 100 km}}");
  const Mesh plane = make_planar({16, 16, 5e4});
  const InitialFlow flow = initial_flow(plane, case_of(history(folder)));
  const auto h = last_third(test::values_of(history(folder), "thickness"));
  double mean = 0;
  for (const double value : h) mean += value / static_cast<double>(h.size());
  CHECK(integral(plane, flow.thickness) == Approx(mean).epsilon(1e-13));
}

TEST_CASE("faults of a state file are refused by the command", "[command][state]") {
  const Folder folder;
  const auto check = [&](const std::string& state, const std::vector<std::string>& pieces,
                         const std::string& more = {},
                         const std::string& mesh = "{icosahedral: {level: 1}}") {
    folder.write("case.yaml", "mesh: " + mesh + "\ninitial: {state: " + state + "}\n" + more +
                                  "\ntime: {dt: 10 min, duration: 1 h}\noutput: {directory: " +
                                  folder.file("out") + "}\n");
    const auto result = test::run_hexad("forecast -q " + folder.file("case.yaml"));
    INFO(state << more);
    for (const auto& line : result.errors) UNSCOPED_INFO(line);
    CHECK(result.code == 2);
    CHECK(result.complains_once(pieces));
  };
  SECTION("of a plane, for a sphere") {
    run_source(folder, "{case: hill, width: 200 km}", "{planar: {nx: 8, ny: 8, spacing: 100 km}}");
    check("{file: source/history.nc}",
          {"fields of a plane cannot be brought to a sphere", "history.nc"});
    check("{file: source/history.nc}", {"the planes have other periods", "history.nc"}, "",
          "{planar: {nx: 8, ny: 8, spacing: 90 km}}");
  }
  SECTION("that lacks something") {
    run_source(folder, "{case: williamson2}", "{icosahedral: {level: 1}}", "[thickness]");
    check("{file: source/history.nc}", {"the file has no wind", "history.nc", "it has thickness"});
    run_source(folder, "{case: williamson2}", "{icosahedral: {level: 1}}", "[wind]");
    check("{file: source/history.nc}",
          {"the file has no variable 'thickness'", "eastward_wind and northward_wind"});
    check("{file: " HEXAD_TEST_DATA "/mpas_x1.162.nc}",
          {"no variable 'thickness'", "take the history of a run"});
    run_source(folder, "{case: williamson2}", "{icosahedral: {level: 1}}", "[thickness, wind]");
    check("{file: source/history.nc}", {"does not say what its ground is", "surface_height"},
          "topography: {file: " HEXAD_SOURCE "/experiments/data/topography_2deg.nc}");
    check("{file: source/history.nc}", {"the file has no tracer 'dye'", "history.nc"},
          "tracers: {dye: {initial: file}}");
  }
  SECTION("of which something else is wanted") {
    run_source(folder, "{case: williamson2}", "{icosahedral: {level: 1}}");
    check("{file: source/history.nc, time: 2001-01-01}",
          {"no record of 2001-01-01T00:00:00", "it has 2000-01-01T00:00:00"});
    check("{file: source/history.nc, time: first}",
          {"'first' is neither a date nor 'last'", "line 2, initial.state.time"});
    check("{file: source/history.nc, member: 0}", {"'0' is too small"});
    check("{file: source/restart/restart_00000002.nc, time: 2000-01-01}",
          {"a restart holds one time"});
    check("{file: source/restart/restart_00000002.nc, member: 2}",
          {"there is no member 2", "it has 1"});
  }
  SECTION("that is none") {
    folder.write("text.nc", "no NetCDF");
    check("{file: text.nc}", {"text.nc"});
    check("{file: nowhere.nc}", {"there is no file", "initial.state.file"});
  }
}
