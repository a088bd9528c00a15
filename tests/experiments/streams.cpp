// What streams of output hold.

#include <numbers>

#include "catch.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/io/lat_lon_file.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad;
using namespace hexad::test;

TEST_CASE("means count each step once, grids and numbers in single precision follow", "[command]") {
  const Folder folder;
  folder.write("case.yaml", R"(
mesh: {icosahedral: {level: 2, optimise: none}}
initial: {case: williamson2}
time: {dt: 20 min, duration: 4 h}
members: {count: 3, perturbations: {random: {thickness: 20 m, length: 2000 km}}}
output:
  streams:
    all: {every: 20 min, fields: [thickness, surface_height, wind, wind_speed, vorticity,
                                  potential_vorticity, divergence, kinetic_energy, normal_velocity,
                                  tangential_velocity]}
    means: {every: 80 min, statistic: mean, fields: [thickness, wind_speed, vorticity,
                                                     tangential_velocity, kinetic_energy]}
    single: {every: 80 min, statistic: mean, precision: single, fields: thickness}
    grid: {every: 20 min, grid: {longitude_latitude: 15 deg}, fields: [thickness, vorticity]}
)");
  const Result ran = run_hexad("forecast -q --threads 1 " + folder.file("case.yaml") +
                               " --set output.directory=" + folder.file("out"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto values = [&](const std::string& stream, const std::string& variable) {
    return values_of(folder.file("out/" + stream + ".nc"), variable);
  };
  CHECK(values("means", "time") == std::vector<double>{4800, 9600, 14400});
  CHECK(values("means", "time_bounds") == std::vector<double>{0, 4800, 4800, 9600, 9600, 14400});
  for (const char* field :
       {"thickness", "wind_speed", "vorticity", "tangential_velocity", "kinetic_energy"}) {
    INFO(field);
    const auto all = values("all", field), means = values("means", field);
    const std::size_t size = all.size() / 13;
    REQUIRE(means.size() == 3 * size);
    for (std::size_t interval = 0; interval < 3; ++interval)
      for (std::size_t n = 0; n < size; ++n) {
        double sum = all[(4 * interval + 1) * size + n];
        for (std::size_t step = 2; step <= 4; ++step) sum += all[(4 * interval + step) * size + n];
        REQUIRE(means[interval * size + n] == sum / 4);
      }
  }
  const auto means = values("means", "thickness"), single = values("single", "thickness");
  for (std::size_t n = 0; n < means.size(); ++n)
    REQUIRE(single[n] == static_cast<double>(static_cast<float>(means[n])));
  const auto east = values("all", "eastward_wind"), north = values("all", "northward_wind");
  const auto speed = values("all", "wind_speed");
  for (std::size_t n = 0; n < speed.size(); ++n)
    REQUIRE(speed[n] == std::sqrt(east[n] * east[n] + north[n] * north[n]));

  // The grid's values are those of its map.
  IcosahedralOptions options;
  options.level = 2;
  options.optimise = false;
  const Mesh mesh = make_icosahedral(options);
  const auto cells = cells_to_grid(mesh, lat_lon_grid(15 * std::numbers::pi / 180));
  const auto vertices = vertices_to_grid(mesh, cells);
  const auto check = [&](const std::string& field, const LinearMap& map,
                         const std::vector<Index>& ids) {
    INFO(field);
    const auto all = values("all", field), grid = values("grid", field);
    const std::size_t points = static_cast<std::size_t>(map.rows), count = ids.size();
    REQUIRE(grid.size() == 13 * 3 * points);
    for (std::size_t record = 0; record < 13; ++record)
      for (std::size_t member = 0; member < 3; ++member) {
        std::vector<double> own(count);
        for (std::size_t n = 0; n < count; ++n)
          own[n] = all[(record * count + static_cast<std::size_t>(ids[n])) * 3 + member];
        const auto expected = map.apply(own);
        for (std::size_t p = 0; p < points; ++p)
          REQUIRE(grid[(record * 3 + member) * points + p] == expected[p]);
      }
  };
  check("thickness", cells, mesh.cell_id);
  check("vorticity", vertices, mesh.vertex_id);
}
