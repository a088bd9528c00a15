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

/// Every fault of a mesh, each kind with its first offender and how many there are; empty when the
/// mesh can be run on. Checks ranges, counter-clockwise order, mutual consistency of all lists,
/// Euler's count, positive lengths, areas and kites, signs, closed boundaries.
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
  double centroid_offset_max, centroid_offset_rms;  ///< |x_i - centroid_i| over the local spacing
  double angle_min;                                 ///< Smallest angle of a triangle (degrees)
  double cell_quality_min;                          ///< Shortest over longest l_e of a cell
  double offset_of_edges_max;                       ///< Midpoint of l_e from that of d_e, over d_e
  int pentagons, hexagons, heptagons, others;
  int obtuse_triangles;
};
Quality quality(const Mesh& mesh);

/// Area-weighted centroids of the cells, on the sphere or the plane (m).
std::vector<Vec3> centroids(const Mesh& mesh, int threads);

}  // namespace hexad
