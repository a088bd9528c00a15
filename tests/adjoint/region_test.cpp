#include "hexad/adjoint/response/region.hpp"

#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/grids/geometry.hpp"
#include "hexad/grids/locate.hpp"
#include "test_meshes.hpp"

namespace hexad {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180;

double sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

double area_of(const Mesh& mesh, const Region& region) {
  ExactSum sum;
  for (const Index i : cells_in(mesh, region)) sum.add(mesh.area_cell[i]);
  return sum.value();
}

/// What is counted wrongly lies no farther from the boundary than a cell's corners from its centre:
/// in a band of that half width.
double band(const Mesh& mesh, double perimeter) {
  double reach = 0;
  for (Index v = 0; v < mesh.vertices; ++v)
    for (const Index i : mesh.cells_on_vertex[v])
      reach = std::max(reach, norm(mesh.vertex_position[v] - mesh.cell_position[i]));
  return 2 * reach * perimeter;
}

PointChoice at(double longitude, double latitude) {
  return {longitude * degree, latitude * degree, {}, {}};
}

PolygonRegion polygon(std::vector<std::pair<double, double>> corners) {
  PolygonRegion region;
  for (const auto& [longitude, latitude] : corners)
    region.corners.push_back({longitude * degree, latitude * degree});
  return region;
}

Vec3 unit(const PolygonRegion::Corner& corner) {
  return {std::cos(corner.latitude) * std::cos(corner.longitude),
          std::cos(corner.latitude) * std::sin(corner.longitude), std::sin(corner.latitude)};
}

}  // namespace

TEST_CASE("The areas of regions are those of their shapes") {
  const Mesh mesh = testing::icosahedral_mesh(5);
  const double a = mesh.radius;
  SECTION("the whole") {
    CHECK(std::abs(area_of(mesh, WholeRegion{}) - 4 * pi * a * a) <= 1e-12 * a * a);
  }
  SECTION("circles, one of them over a pole, one over the date line") {
    for (const auto& centre : {at(20, 40), at(77, 90), at(180, -10)}) {
      const double radius = 3000e3, angle = radius / a;
      CHECK(std::abs(area_of(mesh, CircleRegion{centre, radius}) -
                     2 * pi * a * a * (1 - std::cos(angle))) <=
            band(mesh, 2 * pi * a * std::sin(angle)));
    }
  }
  SECTION("boxes, one of them over the date line, one all round") {
    const auto exact = [&](double south, double north, double width) {
      return a * a * width * degree * (std::sin(north * degree) - std::sin(south * degree));
    };
    const auto box = [](double south, double north, double west, double east) {
      return BoxRegion{south * degree, north * degree, west * degree, east * degree};
    };
    CHECK(std::abs(area_of(mesh, box(30, 60, -10, 40)) - exact(30, 60, 50)) <=
          band(mesh, a * (2 * 30 + 2 * 50) * degree));
    CHECK(std::abs(area_of(mesh, box(-30, 20, 160, -150)) - exact(-30, 20, 50)) <=
          band(mesh, a * (2 * 50 + 2 * 50) * degree));
    CHECK(std::abs(area_of(mesh, box(60, 90, 0, 360)) - exact(60, 90, 360)) <= band(mesh, a * pi));
    CHECK(cells_in(mesh, box(60, 90, -170, 190)) == cells_in(mesh, box(60, 90, 0, 360)));
    CHECK(cells_in(mesh, box(0, 30, 160, -150)) == cells_in(mesh, box(0, 30, 160, 210)));
  }
  SECTION("an octant, in either order of its corners") {
    const auto octant = polygon({{0, 0}, {90, 0}, {0, 90}});
    CHECK(std::abs(area_of(mesh, octant) - pi / 2 * a * a) <= band(mesh, 1.5 * pi * a));
    CHECK(cells_in(mesh, octant) == cells_in(mesh, polygon({{0, 90}, {90, 0}, {0, 0}})));
  }
}

TEST_CASE("A polygon holds what is left of each of its sides") {
  const Mesh mesh = testing::icosahedral_mesh(4);
  // Convex ones, counter-clockwise: one over the date line, one round each pole.
  for (const auto& region : {polygon({{150, -10}, {-160, -5}, {-150, 40}, {160, 30}}),
                             polygon({{10, 60}, {100, 55}, {190, 70}, {280, 50}}),
                             polygon({{280, -50}, {190, -70}, {100, -55}, {10, -60}})}) {
    std::vector<Index> expected;
    for (Index i = 0; i < mesh.cells; ++i) {
      bool left = true;
      for (std::size_t n = 0; n < region.corners.size(); ++n) {
        const Vec3 a = unit(region.corners[n]);
        const Vec3 b = unit(region.corners[(n + 1) % region.corners.size()]);
        left = left && dot(mesh.cell_position[i], cross(a, b)) > 0;
      }
      if (left) expected.push_back(i);
    }
    REQUIRE(!expected.empty());
    CHECK(cells_in(mesh, region) == expected);
  }
  // One with a corner that points inwards is the larger without the notch.
  const auto notched = cells_in(mesh, polygon({{0, 0}, {60, 0}, {30, 20}, {60, 50}, {0, 50}}));
  const auto whole = cells_in(mesh, polygon({{0, 0}, {60, 0}, {60, 50}, {0, 50}}));
  const auto notch = cells_in(mesh, polygon({{60, 0}, {60, 50}, {30, 20}}));
  CHECK(notched.size() + notch.size() == whole.size());
}

TEST_CASE("A circle on a plane goes round its period") {
  const Mesh mesh = make_planar({40, 40, 1e4});
  const double radius = 6e4;
  for (const auto& centre : {PointChoice{{}, {}, 2e5, 2e5}, PointChoice{{}, {}, 0.0, 0.0}})
    CHECK(std::abs(area_of(mesh, CircleRegion{centre, radius}) - pi * radius * radius) <=
          2 * 1e4 / std::sqrt(3) * 2 * pi * radius);
  CHECK_THROWS_AS(cells_in(mesh, BoxRegion{0, 1, 0, 1}), InputError);
  CHECK_THROWS_AS(position_of(mesh, at(0, 0)), InputError);
}

TEST_CASE("Weights add up to what they are weights of") {
  for (const auto& [name, mesh] : testing::all_meshes(3)) {
    INFO(name);
    const bool plane = mesh.geometry == Geometry::plane;
    const PointChoice point = plane ? PointChoice{{}, {}, 3.3e5, 4.1e5} : at(33, 48);
    const auto cells = cells_in(mesh, CircleRegion{point, plane ? 3e5 : 3000e3});
    const auto part = place_weights(mesh, cells), mean = mean_weights(mesh, cells);
    const auto value = point_weights(mesh, point);
    CHECK(std::abs(sum_of(mean.cells) - 1) <= 1e-14);
    CHECK(std::abs(sum_of(mean.vertices) - 1) <= 1e-13);
    CHECK(std::abs(sum_of(value.cells) - 1) <= 1e-14);
    CHECK(std::abs(sum_of(value.vertices) - 1) <= 1e-13);
    double at_cells = 0, at_vertices = 0;
    for (Index i = 0; i < mesh.cells; ++i) at_cells += part.cells[i] * mesh.area_cell[i];
    for (Index v = 0; v < mesh.vertices; ++v)
      at_vertices += part.vertices[v] * mesh.area_triangle[v];
    CHECK(std::abs(at_vertices - at_cells) <= 1e-12 * at_cells);
    CHECK(*std::max_element(part.vertices.begin(), part.vertices.end()) <= 1 + 1e-14);
    CHECK(part.edges.size() == static_cast<std::size_t>(mesh.edges));
    const auto all = place_weights(mesh, cells_in(mesh, WholeRegion{}));
    CHECK(*std::min_element(all.edges.begin(), all.edges.end()) == 1);
    CHECK(*std::min_element(all.vertices.begin(), all.vertices.end()) >= 1 - 1e-14);
  }
}

TEST_CASE("A mask counts the cells as the mesh file does") {
  const Mesh mesh = testing::mpas_mesh();
  const std::string file = (std::filesystem::temp_directory_path() / "hexad_mask.nc").string();
  const auto write = [&](std::size_t count, double bad) {
    int id = 0, dimension = 0, variable = 0;
    REQUIRE(nc_create(file.c_str(), NC_CLOBBER, &id) == NC_NOERR);
    REQUIRE(nc_def_dim(id, "nCells", count, &dimension) == NC_NOERR);
    REQUIRE(nc_def_var(id, "mask", NC_DOUBLE, 1, &dimension, &variable) == NC_NOERR);
    REQUIRE(nc_enddef(id) == NC_NOERR);
    std::vector<double> values(count, 0.0);
    values[3] = 1;
    values[40] = bad;
    REQUIRE(nc_put_var_double(id, variable, values.data()) == NC_NOERR);
    REQUIRE(nc_close(id) == NC_NOERR);
  };
  write(162, 1);
  std::vector<Index> ids;
  for (const Index i : cells_in(mesh, MaskRegion{file, "mask"})) ids.push_back(mesh.cell_id[i]);
  std::sort(ids.begin(), ids.end());
  CHECK(ids == std::vector<Index>{3, 40});
  CHECK_THROWS_AS(cells_in(mesh, MaskRegion{file, "maske"}), InputError);
  write(162, std::nan(""));
  CHECK_THROWS_AS(cells_in(mesh, MaskRegion{file, "mask"}), InputError);
  write(100, 1);
  CHECK_THROWS_AS(cells_in(mesh, MaskRegion{file, "mask"}), InputError);
  std::filesystem::remove(file);
}

TEST_CASE("Regions without cells and polygons without an inside are refused") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  CHECK_THROWS_AS(cells_in(mesh, CircleRegion{at(1, 2), 1.0}), InputError);
  CHECK_THROWS_AS(cells_in(mesh, polygon({{0, 0}, {120, 0}, {240, 0}})), InputError);
  CHECK_THROWS_AS(position_of(mesh, PointChoice{{}, {}, 1.0, 2.0}), InputError);
}

}  // namespace hexad
