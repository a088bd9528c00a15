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
  bool optimise = true;       ///< Relax to a centroidal Voronoi mesh at each level.
  double tolerance = 1e-7;    ///< Largest distance of a cell from its centroid, over the spacing.
  int max_iterations = 2000;  ///< At each level.
  int threads = 0;
  /// Called now and then: level, iteration, largest distance from a centroid over the spacing.
  std::function<void(int, int, double)> progress;
};

/// Icosahedral mesh, relaxed (`relax` of lloyd.hpp), no cell centre on a pole, cells along a
/// space-filling curve. Each level starts from the relaxed one before it; even factors of the root
/// division count as bisections. The same bits for any number of threads.
Mesh make_icosahedral(const IcosahedralOptions& options);

/// InputError where no such mesh can be made: too many cells, a factor out of range.
void require_possible(const IcosahedralOptions& options);

struct PlanarOptions {
  int nx = 64, ny = 64;   ///< Cells in a row, and rows (even, >= 4).
  double spacing = 1000;  ///< Between cell centres (m).
};

/// InputError where no such mesh can be made.
void require_possible(const PlanarOptions& options);

/// Doubly periodic plane of regular hexagons.
Mesh make_planar(const PlanarOptions& options);

}  // namespace hexad
