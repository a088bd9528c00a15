#pragma once

#include <string>
#include <vector>

#include "hexad/core/error.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Fills every list of a mesh of which cell positions and cells_on_vertex (counter-clockwise) are
/// given: vertices, edges, all connectivity, then `build_metrics`.
void build_connectivity(Mesh& mesh);

/// Rebuilds all positions of edges and vertices and all metrics in double precision from cell
/// positions and connectivity: arcs by atan2, solid angles by the atan2 form (Van Oosterom and
/// Strackee 1983), kites as two triangles each, areas as the sums of their kites.
void build_metrics(Mesh& mesh);

/// Every fault of a mesh, each kind with its first offender (numbered as in the user's file, from
/// 1, with its place) and how many there are; empty when the mesh can be run on. Checks list sizes,
/// positions (numbers, on the sphere), 3 to 20 edges a cell, ranges (an index of -1 for a cell is a
/// boundary), entries that come twice, counter-clockwise order, mutual consistency and slot order
/// of all lists, tangents along k x n, Euler's count; and, once `build_metrics` has filled them,
/// positive lengths, areas and kites. Kinds that rest on others are looked for only where those
/// are sound. A reader calls it before build_metrics, which needs sound lists, and after.
std::vector<InputError> validate(const Mesh& mesh);

/// Throws InputErrors when `validate` finds any; `source` (a file name) goes into each.
void require_valid(const Mesh& mesh, const std::string& source);

/// Reorders cells along a space-filling curve and edges and vertices by the first cell that
/// touches them. Slots within an entity keep their order; ids follow.
void order_along_curve(Mesh& mesh);

/// Figures of merit of a mesh.
struct Quality {
  double spacing_min, spacing_mean, spacing_max;    ///< d_e (m)
  double area_min, area_mean, area_max;             ///< A_i (m2)
  double area_error;                                ///< |sum of areas / area of the whole - 1|
  double centroid_offset_max, centroid_offset_rms;  ///< |x_i - centroid_i| over sqrt(A_i)
  double angle_min, angle_max;                      ///< Of the triangles (degrees)
  double cell_quality_min;                          ///< Shortest over longest l_e of a cell
  double neighbour_ratio_max;                       ///< Longest over shortest d_e of a cell
  double offset_of_edges_max;                       ///< Midpoint of l_e from that of d_e, over d_e
  Index pentagons, hexagons, heptagons, others;
  Index obtuse_triangles;
  Index not_delaunay;  ///< Edges that Delaunay's criterion would flip
};
Quality quality(const Mesh& mesh);

/// The figures as lines of text, aligned, for `hexad grid info`.
std::vector<std::string> quality_lines(const Mesh& mesh);

/// Centroids of the cells' polygons (m): on the sphere the direction of the integral of r dA, on
/// the plane that of the polygon, within half a period of the cell's position.
std::vector<Vec3> centroids(const Mesh& mesh, int threads);

}  // namespace hexad
