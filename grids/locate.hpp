#pragma once

#include <array>
#include <span>
#include <vector>

#include "hexad/grids/linear_map.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// The dual triangle that holds a point, and the point's barycentric weights at its three cells.
struct TrianglePlace {
  Index vertex;                   ///< Number of the dual triangle.
  std::array<Index, 3> cells;     ///< cells_on_vertex of it.
  std::array<double, 3> weights;  ///< None negative, they add up to 1.
};

/// The cell whose centre is nearest to a point, by a walk from cell to cell that gets nearer with
/// each step: where a centre is not the nearest, the straight way to the point leaves its Voronoi
/// cell into that of a neighbour which is nearer. On a sphere only the direction of `point`
/// counts; on a plane x and y, wrapped into the period. InputError when it is not a place.
Index nearest_cell(const Mesh& mesh, Vec3 point, Index start = 0);

/// The dual triangle that holds a point: from the nearest cell, over triangles, always across a
/// side that has the point on its far side. On a Delaunay triangulation this walk ends (de Berg et
/// al. 2008, "Computational Geometry", ch. 9). A triangle is taken to hold a point that lies off
/// it by round-off. Weights on a plane are areas over the whole; on a sphere
///   w_j = det(p, x_j+1, x_j+2) / sum,
/// those of the place where the ray through p meets the plane of the triangle, so that fields
/// linear in x, y and z are exact there. RunError when no triangle holds the point.
TrianglePlace locate(const Mesh& mesh, Vec3 point, Index start = 0);

/// Interpolation from cells to points, linear on dual triangles: rows are the points in their own
/// order, columns the cells in the mesh's internal order; rows add up to 1 and no weight is
/// negative. Second order. The same bits on any number of threads.
LinearMap barycentric_map(const Mesh& mesh, std::span<const Vec3> points, int threads = 0);

}  // namespace hexad
