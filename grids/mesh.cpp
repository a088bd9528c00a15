#include "hexad/grids/mesh.hpp"

#include <cmath>
#include <numbers>

namespace hexad {
namespace {

double shortest(double difference, double period) {
  return period > 0 ? difference - period * std::round(difference / period) : difference;
}

}  // namespace

LonLat longitude_latitude(Vec3 position) {
  constexpr double turn = 2.0 * std::numbers::pi;
  double longitude = std::atan2(position.y, position.x);
  if (longitude < 0) longitude += turn;
  if (longitude >= turn) longitude = 0;  // a tiny negative angle rounds to a whole turn
  return {longitude, std::atan2(position.z, std::hypot(position.x, position.y))};
}

EastNorth local_frame(const Mesh& mesh, Vec3 position) {
  if (mesh.geometry == Geometry::plane) return {{1, 0, 0}, {0, 1, 0}};
  const double from_axis = std::hypot(position.x, position.y);
  const Vec3 east =
      from_axis > 0 ? Vec3{-position.y / from_axis, position.x / from_axis, 0} : Vec3{0, 1, 0};
  return {east, cross(normalised(position), east)};
}

Vec3 separation(const Mesh& mesh, Vec3 a, Vec3 b) {
  const Vec3 difference = b - a;
  if (mesh.geometry == Geometry::sphere) return difference;
  return {shortest(difference.x, mesh.period_x), shortest(difference.y, mesh.period_y), 0};
}

Vec3 edge_normal(const Mesh& mesh, Index edge) {
  const auto [first, second] = mesh.cells_on_edge[edge];
  const Vec3 a = mesh.cell_position[first], b = mesh.cell_position[second];
  if (mesh.geometry == Geometry::plane) return normalised(separation(mesh, a, b));
  // The chord between two points of a sphere is parallel to the arc at its midpoint.
  return normalised(normalised(b) - normalised(a));
}

double mean_spacing(const Mesh& mesh) {
  double sum = 0;
  for (const double d : mesh.dc_edge) sum += d;
  return sum / static_cast<double>(mesh.edges);
}

}  // namespace hexad
