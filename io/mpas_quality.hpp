#pragma once

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Shortest over longest edge (l_e) of a cell.
double cell_quality(const Mesh& mesh, Index cell);

/// Mean distance (d_e, m) from a cell to its neighbours.
double grid_spacing(const Mesh& mesh, Index cell);

/// Shape of a dual triangle with sides d_e, taken as plane: shortest over longest side, smallest
/// over largest angle, and whether the largest angle exceeds a right one.
struct TriangleShape {
  double side_ratio, angle_ratio;
  bool obtuse;
};
TriangleShape triangle_shape(const Mesh& mesh, Index vertex);

}  // namespace hexad
