#include "hexad/io/lat_lon_field.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/io/analysis.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

constexpr double radian = std::numbers::pi / 180.0;
const std::string packaged =
    std::string(HEXAD_TEST_DATA) + "/../../experiments/data/eraint_500hPa_monthly.nc";

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  return make_icosahedral(options);
}

/// The largest second difference along rows and columns: how far the field bends at its points.
double largest_bend(const LatLonField& field) {
  double bend = 0;
  const std::size_t rows = field.latitude.size(), columns = field.longitude.size();
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < columns; ++i) {
      const double here = 2 * field.values[field.index(j, i)];
      bend = std::max(bend, std::abs(field.values[field.index(j, (i + 1) % columns)] - here +
                                     field.values[field.index(j, (i + columns - 1) % columns)]));
      if (j > 0 && j + 1 < rows)
        bend = std::max(bend, std::abs(field.values[field.index(j + 1, i)] - here +
                                       field.values[field.index(j - 1, i)]));
    }
  return bend;
}

double mean_over_cells(const Mesh& mesh, const std::vector<double>& values) {
  double sum = 0, area = 0;
  for (Index i = 0; i < mesh.cells; ++i) {
    sum += mesh.area_cell[i] * values[static_cast<std::size_t>(i)];
    area += mesh.area_cell[i];
  }
  return sum / area;
}

TEST_CASE("cell averages keep the mean of the analysis, better with refinement") {
  AnalysisRequest wanted;
  wanted.path = packaged;
  wanted.month = 1;
  const auto height = read_analysis(wanted).height;
  const double exact = area_mean(height), bend = largest_bend(height);
  for (const int level : {2, 4}) {
    const Mesh mesh = sphere(level);
    for (const int refinement : {1, 2, 4}) {
      const double mean = mean_over_cells(mesh, cell_averages(mesh, height, refinement));
      INFO(mesh.cells << " cells, refinement " << refinement << ": mean " << exact << " m, off by "
                      << mean - exact << " m");
      // Each small triangle errs by at most the bend of the field within it, the points being
      // `refinement` times closer; there is one or more to each point of the analysis, and their
      // errors have no preferred sign, so they add up like a random walk.
      const double triangles = static_cast<double>(height.values.size()) * refinement * refinement;
      CHECK(std::abs(mean - exact) < bend / (refinement * refinement) / std::sqrt(triangles));
    }
  }
}

TEST_CASE("cell averages of a constant, of one cell, with threads, on a plane") {
  AnalysisRequest wanted;
  wanted.path = packaged;
  wanted.month = 7;
  auto field = read_analysis(wanted).height;
  const Mesh mesh = sphere(3);
  CHECK(cell_averages(mesh, field, 1, 1) == cell_averages(mesh, field, 1, 2));
  // A mean lies between the least and the greatest value that the cell can see.
  const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
  for (const double value : cell_averages(mesh, field)) CHECK((value > *low && value < *high));
  std::fill(field.values.begin(), field.values.end(), 5500.0);
  for (const double value : cell_averages(mesh, field)) CHECK(value == Approx(5500).epsilon(1e-13));
  CHECK(area_mean(field) == Approx(5500).epsilon(1e-14));
  PlanarOptions plane;
  plane.nx = plane.ny = 4;
  CHECK_THROWS_AS(cell_averages(make_planar(plane), field), InputError);
}

TEST_CASE("cell averages of a smooth field are right to second order of the analysis' spacing") {
  // Mean of z = sin(latitude) over a spherical polygon: half the sum of the angles of its sides
  // times their normals' z, over its area (Stokes' theorem for the vector area).
  const Mesh mesh = sphere(3);
  double coarse = 0;
  for (const int count : {30, 60, 120}) {
    LatLonField field;
    for (int j = 0; j <= count / 2; ++j) field.latitude.push_back(-90 + 360.0 / count * j);
    for (int i = 0; i < count; ++i) field.longitude.push_back(360.0 / count * i);
    for (const double lat : field.latitude)
      for (int i = 0; i < count; ++i) field.values.push_back(std::sin(lat * radian));
    const auto averages = cell_averages(mesh, field);
    double worst = 0;
    for (Index i = 0; i < mesh.cells; ++i) {
      Vec3 sum;
      double area = 0;
      const int n = mesh.edge_count[i];
      const Vec3 centre = normalised(mesh.cell_position[i]);
      for (int k = 0; k < n; ++k) {
        const Vec3 a = normalised(mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, k)]]);
        const Vec3 b =
            normalised(mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, (k + 1) % n)]]);
        const Vec3 normal = cross(a, b);
        sum += (0.5 * std::atan2(norm(normal), dot(a, b)) / norm(normal)) * normal;
        area += 2 * std::atan2(dot(centre, cross(a, b)),
                               1 + dot(centre, a) + dot(a, b) + dot(b, centre));
      }
      worst = std::max(worst, std::abs(averages[static_cast<std::size_t>(i)] - sum.z / area));
    }
    const double spacing = 360.0 / count * radian;
    CHECK(worst < spacing * spacing / 8 * 1.01);  // linear interpolation of a sine
    if (coarse > 0) CHECK(worst < coarse / 3.5);
    coarse = worst;
  }
}

TEST_CASE("winds at edges: a solid rotation is met to second order, over the poles too") {
  const Vec3 axis = normalised({0.6, -0.3, 0.5});  // tilted: the wind blows across the poles
  const Mesh mesh = sphere(4);
  for (const bool poles : {true, false})
    for (const int count : {60, 120}) {
      LatLonField u, v;
      const int rows = count / 2 + (poles ? 1 : 0);
      const double step = 360.0 / count;
      for (int j = 0; j < rows; ++j) u.latitude.push_back(-90 + step * (j + (poles ? 0.0 : 0.5)));
      for (int i = 0; i < count; ++i) u.longitude.push_back(step * i);
      v = u;
      for (const double lat : u.latitude)
        for (const double lon : u.longitude) {
          const double sl = std::sin(lon * radian), cl = std::cos(lon * radian);
          const double sp = std::sin(lat * radian), cp = std::cos(lat * radian);
          const Vec3 wind = cross(axis, {cp * cl, cp * sl, sp});
          u.values.push_back(dot(wind, {-sl, cl, 0}));
          v.values.push_back(dot(wind, {-sp * cl, -sp * sl, cp}));
        }
      complete_poles(u, v);
      const auto normal = edge_normal_winds(mesh, u, v);
      double worst = 0;
      for (Index e = 0; e < mesh.edges; ++e)
        worst = std::max(worst, std::abs(normal[static_cast<std::size_t>(e)] -
                                         dot(cross(axis, normalised(mesh.edge_position[e])),
                                             edge_normal(mesh, e))));
      // A unit vector interpolated linearly both ways: 1/8 of the squares of both steps; a pole
      // made from the last row, half a step away, adds that much again.
      const double h = step * radian;
      CHECK(worst < (poles ? 0.25 : 0.5) * h * h);
      CHECK(edge_normal_winds(mesh, u, v, 1) == edge_normal_winds(mesh, u, v, 2));
    }
}

}  // namespace
}  // namespace hexad
