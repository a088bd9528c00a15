#include "hexad/experiments/initial/tracers.hpp"

#include <cmath>
#include <numbers>

#include "hexad/grids/geometry.hpp"

namespace hexad {
namespace {

Vec3 centre_of(const Mesh& mesh, const TracerChoice& choice) {
  if (mesh.geometry == Geometry::plane)
    return {choice.x.value_or(mesh.period_x / 2), choice.y.value_or(mesh.period_y / 2), 0};
  return mesh.radius * Vec3{std::cos(choice.latitude) * std::cos(choice.longitude),
                            std::cos(choice.latitude) * std::sin(choice.longitude),
                            std::sin(choice.latitude)};
}

/// Off the centre to the east and north (m): differences of longitude and latitude times the
/// radius of the sphere.
struct Offset {
  double east, north;
};
Offset offset_from(const Mesh& mesh, Vec3 centre, Vec3 position) {
  if (mesh.geometry == Geometry::plane) {
    const Vec3 way = separation(mesh, centre, position);
    return {way.x, way.y};
  }
  const auto from = longitude_latitude(centre), to = longitude_latitude(position);
  return {mesh.radius * std::remainder(to.longitude - from.longitude, 2 * std::numbers::pi),
          mesh.radius * (to.latitude - from.latitude)};
}

}  // namespace

double surface_distance(const Mesh& mesh, Vec3 a, Vec3 b) {
  return mesh.geometry == Geometry::sphere ? mesh.radius * angle_between(a, b)
                                           : norm(separation(mesh, a, b));
}

double tracer_value(const Mesh& mesh, const TracerChoice& choice, Vec3 position) {
  using Shape = TracerChoice::Shape;
  if (choice.shape == Shape::constant) return choice.amplitude;
  const Vec3 centre = centre_of(mesh, choice);
  const double r = surface_distance(mesh, centre, position) / choice.radius;
  double shape = 0;
  switch (choice.shape) {
    case Shape::cosine_bell:
      shape = r < 1 ? 0.5 * (1 + std::cos(std::numbers::pi * r)) : 0;
      break;
    case Shape::gaussian:
      shape = std::exp(-r * r);
      break;
    default: {
      const auto [east, north] = offset_from(mesh, centre, position);
      const bool in_slot = std::abs(east) < choice.radius / 6 && north >= -5 * choice.radius / 12;
      shape = r <= 1 && !in_slot ? 1 : 0;
    }
  }
  return choice.background + choice.amplitude * shape;
}

}  // namespace hexad
