#pragma once

#include <functional>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Mean radius of the Earth as Williamson et al. (1992) have it (m).
inline constexpr double earth_radius = 6371220.0;

struct IcosahedralOptions {
  int level = 5;          ///< Bisections: 10 r^2 4^level + 2 cells.
  int root_division = 1;  ///< r: parts into which each edge of the icosahedron is cut first.
  double radius = earth_radius;
  bool optimise = true;  ///< Lloyd's relaxation to a centroidal Voronoi mesh at each level.
  double over_relaxation = 1.8;
  double tolerance = 1e-6;    ///< Largest move of the last iteration, over the spacing.
  int max_iterations = 2000;  ///< At each level.
  int threads = 0;
  /// Called now and then: level, iteration, largest move over the spacing.
  std::function<void(int, int, double)> progress;
};

/// Icosahedral mesh, relaxed, no pentagon on a pole, cells along a space-filling curve.
Mesh make_icosahedral(const IcosahedralOptions& options);

struct PlanarOptions {
  int nx = 64, ny = 64;   ///< Cells in a row, and rows (even, >= 4).
  double spacing = 1000;  ///< Between cell centres (m).
};

/// Doubly periodic plane of regular hexagons.
Mesh make_planar(const PlanarOptions& options);

}  // namespace hexad
