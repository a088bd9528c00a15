#pragma once

#include <cmath>
#include <functional>

#include "hexad/grids/mesh.hpp"

namespace hexad {

struct LloydOptions {
  double step = 1.1;        ///< Part of the way to the centroid that a cell goes (1: plain Lloyd).
  double tolerance = 1e-7;  ///< Largest distance from a centroid at the end, over the mean spacing.
  int max_iterations = 2000;
  int threads = 0;
  /// Called now and then: iteration, largest distance over the spacing.
  std::function<void(int, double)> progress;
};

struct LloydResult {
  int iterations = 0;
  double largest_offset = 0;  ///< From a centroid, in the last iteration, over the mean spacing.
};

/// Relaxes the cells of a triangulation of the unit sphere until each lies on the centroid of its
/// polygon of circumcentres (Du, Faber and Gunzburger 1999): Lloyd's iteration x <- centroid(x),
/// accelerated with Nesterov's momentum, which starts anew whenever it points away from the
/// centroids (O'Donoghue and Candes 2015). Lloyd's iteration is a descent whose slowest modes fall
/// by 1 - O(spacing^2) a step; with momentum by 1 - O(spacing). The triangulation stays; the
/// lists of the mesh are given, its metrics are not used. The same bits on any number of threads.
LloydResult relax(Mesh& mesh, const LloydOptions& options);

/// theta / sin(theta) - 1 of an arc whose squared chord is 4 x2: asin(x) / (x sqrt(1 - x^2)) - 1
/// with x = sin(theta / 2), by its series where that is accurate to round-off.
inline double arc_excess(double x2) {
  if (x2 < 1e-3) return x2 * (2.0 / 3 + x2 * (8.0 / 15 + x2 * (16.0 / 35 + x2 * (128.0 / 315))));
  return std::asin(std::sqrt(x2)) / std::sqrt(x2 * (1.0 - x2)) - 1.0;
}

/// Direction of the centroid of a spherical polygon: half the integral of r x dr along its arcs,
/// sum of (theta / sin theta) v_k x v_{k+1} over its corners v_k, counter-clockwise unit vectors.
/// `centre` is any unit vector near the polygon; it keeps the sum from cancelling.
/// corner(k) gives v_k, k < count.
template <class Corner>
Vec3 centroid_direction(Vec3 centre, int count, const Corner& corner) {
  Vec3 sum{};
  Vec3 before = corner(count - 1);
  for (int k = 0; k < count; ++k) {
    const Vec3 after = corner(k), chord = after - before;
    sum += cross(before - centre, after - centre);
    sum += arc_excess(0.25 * dot(chord, chord)) * cross(before, after);
    before = after;
  }
  return sum;
}

}  // namespace hexad
