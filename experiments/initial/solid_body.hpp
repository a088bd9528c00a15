#pragma once

#include <cmath>
#include <numbers>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Wind that turns like a solid body about p = (-sin alpha, 0, cos alpha), once in twelve days
/// (Williamson et al. 1992, eqs. 75-78): u = u0 p x (x / a), psi = -a u0 p . x / a.
struct SolidBody {
  SolidBody(const Mesh& mesh, double alpha)
      : axis{-std::sin(alpha), 0, std::cos(alpha)},
        radius(mesh.radius),
        speed(2 * std::numbers::pi * mesh.radius / (12 * 86400.0)) {}

  /// Sine of the latitude about the axis.
  [[nodiscard]] double sine(Vec3 position) const { return dot(axis, position) / norm(position); }
  [[nodiscard]] double stream_function(Vec3 position) const {
    return -radius * speed * sine(position);
  }
  [[nodiscard]] Vec3 wind(Vec3 position) const {
    return speed * cross(axis, position / norm(position));
  }
  /// Where the air that is here was so long ago (Rodrigues' formula).
  [[nodiscard]] Vec3 before(Vec3 position, double seconds) const {
    const double angle = -speed / radius * seconds;
    return std::cos(angle) * position + std::sin(angle) * cross(axis, position) +
           (1 - std::cos(angle)) * dot(axis, position) * axis;
  }

  Vec3 axis;
  double radius, speed;
};

}  // namespace hexad
