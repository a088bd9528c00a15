#pragma once

#include "hexad/grids/linear_map.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// The conservative map of cell averages from one Voronoi mesh to another, of first order:
///   y_i = sum_j |T_i intersect S_j| / |T_i| x_j
/// over the cells S_j of the source that the target's cell T_i overlaps. Rows add up to 1, so that
/// constants stay constants and no new extremes arise; sum_i A_i y_i = sum_j A_j x_j to round-off.
/// Each S_j is cut by the sides of T_i, one after another (Sutherland and Hodgman 1974; on a sphere
/// the half-planes are hemispheres, sides are arcs of great circles). The cells that overlap T_i
/// are connected: they are found from the one that holds its centre, neighbour by neighbour. Rows
/// and columns in the meshes' internal order, entries of a row by the source's global ids.
/// The same bits on any number of threads. InputError when the meshes do not cover the same place:
/// a sphere and a plane, planes of other periods. Spheres may differ in radius.
LinearMap overlap_map(const Mesh& source, const Mesh& target, int threads = 0);

/// InputError unless fields of one mesh can be brought to the other (see overlap_map).
void require_same_place(const Mesh& source, const Mesh& target);

}  // namespace hexad
