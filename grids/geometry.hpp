#pragma once

#include <cmath>

#include "hexad/core/vec3.hpp"

namespace hexad {

/// Angle between two vectors (radians): atan2(|a x b|, a . b), accurate at every size.
inline double angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

/// Signed solid angle of the spherical triangle a, b, c of unit vectors, positive when they run
/// counter-clockwise seen from outside: tan(E/2) = a . (b x c) / (1 + a.b + b.c + c.a)
/// (Van Oosterom and Strackee 1983, eq. 8). The triple product is taken of differences, which
/// keeps small triangles accurate.
inline double solid_angle(Vec3 a, Vec3 b, Vec3 c) {
  return 2.0 * std::atan2(dot(a, cross(b - a, c - a)), 1.0 + dot(a, b) + dot(b, c) + dot(c, a));
}

/// Circumcentre, as a unit vector, of the spherical triangle a, b, c that runs counter-clockwise
/// seen from outside.
inline Vec3 circumcentre_on_sphere(Vec3 a, Vec3 b, Vec3 c) {
  return normalised(cross(b - a, c - a));
}

/// Circumcentre, relative to a, of the triangle a, a + p, a + q in the plane z = 0.
inline Vec3 circumcentre_on_plane(Vec3 p, Vec3 q) {
  const double twice_cross = 2.0 * (p.x * q.y - p.y * q.x);
  const double pp = dot(p, p), qq = dot(q, q);
  return {(q.y * pp - p.y * qq) / twice_cross, (p.x * qq - q.x * pp) / twice_cross, 0.0};
}

/// Signed area of the triangle 0, p, q in the plane z = 0.
inline double area_on_plane(Vec3 p, Vec3 q) { return 0.5 * (p.x * q.y - p.y * q.x); }

}  // namespace hexad
