// Files on a grid of longitudes and latitudes.

#include "hexad/io/lat_lon_file.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  return make_icosahedral(options);
}

/// A smooth function of the place.
double smooth(Vec3 p, double radius) {
  const double x = p.x / radius, y = p.y / radius, z = p.z / radius;
  return x * y + z * z * x + 0.5 * y;
}

template <class F>
std::vector<double> at(const std::vector<Vec3>& places, const F& f) {
  std::vector<double> values;
  for (const Vec3& place : places) values.push_back(f(place));
  return values;
}

/// Largest error of a map for the smooth function.
double error_of(const LinearMap& map, const std::vector<Vec3>& places, const LatLonGrid& grid,
                double radius) {
  const auto values = map.apply(at(places, [&](Vec3 p) { return smooth(p, radius); }));
  double largest = 0;
  std::size_t point = 0;
  for (const double latitude : grid.latitudes)
    for (const double longitude : grid.longitudes) {
      const double phi = latitude * std::numbers::pi / 180, l = longitude * std::numbers::pi / 180;
      const Vec3 p{std::cos(phi) * std::cos(l), std::cos(phi) * std::sin(l), std::sin(phi)};
      largest = std::max(largest, std::abs(values[point++] - smooth(p, 1)));
    }
  return largest;
}

TEST_CASE("the grid is that of the boxes' middles") {
  const auto grid = lat_lon_grid(std::numbers::pi / 4);
  CHECK(grid.latitudes == std::vector<double>{-67.5, -22.5, 22.5, 67.5});
  CHECK(grid.longitudes.size() == 8);
  CHECK(grid.longitudes.front() == 22.5);
  CHECK(grid.longitudes.back() == 337.5);
}

TEST_CASE("interpolation to longitudes and latitudes is of second order and keeps constants") {
  const auto grid = lat_lon_grid(10 * std::numbers::pi / 180);
  double cells[2] = {0, 0}, vertices[2] = {0, 0};
  for (const int n : {0, 1}) {
    const Mesh mesh = sphere(3 + n);
    const auto map = cells_to_grid(mesh, grid), over_cells = vertices_to_grid(mesh, map);
    for (const auto* one : {&map, &over_cells})
      for (const double value :
           one->apply(std::vector<double>(static_cast<std::size_t>(one->columns), 3.0)))
        REQUIRE(value == Approx(3.0).epsilon(1e-14));
    cells[n] = error_of(map, mesh.cell_position, grid, mesh.radius);
    vertices[n] = error_of(over_cells, mesh.vertex_position, grid, mesh.radius);
  }
  INFO(cells[0] << " " << cells[1] << ", " << vertices[0] << " " << vertices[1]);
  CHECK(cells[0] / cells[1] > 3);  // 4 in the limit
  CHECK(vertices[0] / vertices[1] > 2.5);
}

TEST_CASE("a file on longitudes and latitudes holds what its maps give, for each member") {
  const test::TemporaryFolder folder;
  const Mesh mesh = sphere(2);
  const auto grid = lat_lon_grid(30 * std::numbers::pi / 180);
  const auto map = cells_to_grid(mesh, grid);
  for (const int members : {1, 3}) {
    HistoryOptions options;
    options.fields = {field_info("thickness", members), field_info("vorticity", members)};
    options.constants = {{field_info("topography"),
                          at(mesh.cell_position, [&](Vec3 p) { return smooth(p, mesh.radius); })}};
    options.attributes = {{"title", "test"}};
    options.statistic = Statistic::mean;
    const std::string path = folder / "grid.nc";
    RecordFile file(path, lat_lon_layout(mesh, options, 30 * std::numbers::pi / 180));
    std::vector<double> thickness, vorticity;
    for (Index i = 0; i < mesh.cells; ++i)
      for (int m = 0; m < members; ++m) thickness.push_back(i + 1000.0 * m);
    for (Index v = 0; v < mesh.vertices * members; ++v) vorticity.push_back(v);
    file.write({3600, 0, {thickness, vorticity}});
    file.write({7200, 3600, {thickness, vorticity}});
    file.close();
    io_thread().run([&] {
      const auto data = nc::File::open(path);
      const auto all = data.read_doubles("thickness");
      const std::size_t points = grid.latitudes.size() * grid.longitudes.size();
      REQUIRE(all.size() == 2 * points * static_cast<std::size_t>(members));
      for (int m = 0; m < members; ++m) {
        std::vector<double> own;
        for (Index i = 0; i < mesh.cells; ++i) own.push_back(i + 1000.0 * m);
        const auto expected = map.apply(own);
        for (std::size_t p = 0; p < points; ++p)
          REQUIRE(all[static_cast<std::size_t>(m) * points + p] == expected[p]);
      }
      CHECK(data.read_doubles("time_bounds") == std::vector<double>{0, 3600, 3600, 7200});
      CHECK(data.read_doubles("topography") == map.apply(options.constants.front().values));
      CHECK(data.text("thickness", "cell_methods") == "time: mean");
      CHECK(data.text("", "Conventions") == "CF-1.8");
    });
  }
  HistoryOptions wrong;
  wrong.fields = {field_info("normal_velocity")};
  CHECK_THROWS_AS(lat_lon_layout(mesh, wrong, std::numbers::pi / 4), RunError);
}

}  // namespace
}  // namespace hexad
