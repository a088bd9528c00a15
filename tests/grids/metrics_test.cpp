#include "hexad/grids/metrics.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "catch.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

double sum(const std::vector<double>& values) {
  return static_cast<double>(std::accumulate(values.begin(), values.end(), 0.0L));
}

TEST_CASE("longitude and latitude, poles and the prime meridian included") {
  CHECK(longitude_latitude({1, 0, 0}).longitude == 0.0);
  CHECK(longitude_latitude({1, -1e-300, 0}).longitude == 0.0);
  CHECK(longitude_latitude({0, -2, 0}).longitude == Approx(1.5 * std::numbers::pi));
  CHECK(longitude_latitude({0, 0, -3}).latitude == Approx(-0.5 * std::numbers::pi));
  CHECK(longitude_latitude({1, 1, std::sqrt(2.0)}).latitude == Approx(0.25 * std::numbers::pi));
}

TEST_CASE("the local frame is orthonormal and right-handed everywhere") {
  Mesh mesh;
  mesh.radius = 2;
  for (const Vec3 p : {Vec3{2, 0, 0}, Vec3{0, 0, 2}, Vec3{0, 0, -2}, Vec3{1e-9, 0, 2}}) {
    const auto [east, north] = local_frame(mesh, p);
    const Vec3 up = normalised(p);
    CHECK(norm(cross(east, north) - up) < 1e-15);
    CHECK(dot(east, Vec3{0, 0, 1}) == 0.0);
    CHECK(dot(north, Vec3{0, 0, 1}) >= 0.0);
  }
  CHECK(local_frame(mesh, {0, 0, 2}).east == Vec3{0, 1, 0});
}

TEST_CASE("areas of an icosahedral mesh sum to that of the sphere") {
  for (const int level : {0, 1, 3}) {
    const Mesh mesh = testing::icosahedral(level);
    const double sphere = 4 * std::numbers::pi * mesh.radius * mesh.radius;
    CHECK(std::abs(sum(mesh.area_cell) / sphere - 1) < 1e-15);
    CHECK(std::abs(sum(mesh.area_triangle) / sphere - 1) < 1e-15);
    CHECK(mesh.cells - mesh.edges + mesh.vertices == 2);
  }
}

TEST_CASE("regular hexagons have the areas and lengths of the textbook") {
  const Mesh mesh = testing::planar();
  const double d = 1000, hexagon = 0.5 * std::numbers::sqrt3 * d * d;
  for (const double a : mesh.area_cell) CHECK(a == Approx(hexagon).epsilon(1e-13));
  for (const double a : mesh.area_triangle) CHECK(a == Approx(0.5 * hexagon).epsilon(1e-13));
  for (const auto& kites : mesh.kite_area)
    for (const double a : kites) CHECK(a == Approx(hexagon / 6).epsilon(1e-13));
  for (const double length : mesh.dc_edge) CHECK(length == Approx(d).epsilon(1e-13));
  for (const double length : mesh.dv_edge)
    CHECK(length == Approx(d / std::numbers::sqrt3).epsilon(1e-13));
  CHECK(mesh.cells - mesh.edges + mesh.vertices == 0);
  CHECK(sum(mesh.area_cell) == Approx(mesh.period_x * mesh.period_y).epsilon(1e-14));
}

}  // namespace
}  // namespace hexad
