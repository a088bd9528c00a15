#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hexad/core/types.hpp"
#include "hexad/core/vec3.hpp"

namespace hexad {

enum class Geometry { sphere, plane };

/// A C-grid on Voronoi cells and their dual triangles, with the conventions of the MPAS mesh
/// specification (but 0-based): lengths in m, areas in m2, angles in radians.
///
/// - The normal n_e of edge e points from cells_on_edge[e][0] to [1]; the tangent is t_e = k x n_e,
///   and vertices_on_edge[e][0] -> [1] runs along t_e.
/// - Lists round a cell or a vertex run counter-clockwise seen from outside. Round cell i: edge
///   slot k, then vertex slot k, then edge slot k+1; cells_on_cell[k] lies across edge slot k.
///   Round vertex v: edge slot k, cell slot k, edge slot k+1.
/// - Lists round a cell have `max_edges` slots: slot(i, k) = i * max_edges + k. Slots past
///   edge_count[i] repeat the last valid entry.
/// - The order of slots within an entity is never changed by a reordering of entities.
/// - All metrics are rebuilt from positions and cells_on_vertex (`build_metrics`); a cell's area is
///   the sum of its kites, and so is a triangle's.
struct Mesh {
  Geometry geometry = Geometry::sphere;
  double radius = 0;                  ///< Of the sphere (m); 0 on a plane.
  double period_x = 0, period_y = 0;  ///< Of a doubly periodic plane (m); 0 on a sphere.

  Index cells = 0, edges = 0, vertices = 0;
  int max_edges = 0;

  // Positions (m). Edges: midpoint of the arc between their two cells; vertices: circumcentres.
  std::vector<Vec3> cell_position, edge_position, vertex_position;

  // Connectivity.
  std::vector<int> edge_count;                                        ///< Per cell.
  std::vector<Index> edges_on_cell, cells_on_cell, vertices_on_cell;  ///< cells x max_edges
  std::vector<std::array<Index, 2>> cells_on_edge, vertices_on_edge;
  std::vector<std::array<Index, 3>> cells_on_vertex, edges_on_vertex;

  // Metrics.
  std::vector<double> dc_edge;                   ///< d_e, between cell centres (m)
  std::vector<double> dv_edge;                   ///< l_e, between vertices (m)
  std::vector<double> area_cell, area_triangle;  ///< A_i, A_v (m2)
  std::vector<std::array<double, 3>> kite_area;  ///< K_iv, by slot of cells_on_vertex (m2)
  std::vector<double> angle_edge;                ///< From local east (x on a plane) to n_e.
  std::vector<double> mesh_density;              ///< 1 where finest; spacing ~ density^-1/4.

  // Place of each entity in the user's mesh file (a permutation): output is in that order.
  std::vector<Index> cell_id, edge_id, vertex_id;

  std::string file_id;     ///< Identifies the mesh in every file written from it.
  double file_radius = 0;  ///< sphere_radius that the mesh file has (1 or metres).

  [[nodiscard]] std::size_t slot(Index cell, int k) const {
    return static_cast<std::size_t>(cell) * static_cast<std::size_t>(max_edges) +
           static_cast<std::size_t>(k);
  }
  [[nodiscard]] Index count(Place place) const {
    return place == Place::cell ? cells : place == Place::edge ? edges : vertices;
  }
};

/// Longitude in [0, 2 pi) and latitude, radians.
struct LonLat {
  double longitude, latitude;
};
LonLat longitude_latitude(Vec3 position);

/// Unit vectors to the east and north at a point of the sphere (x and y on a plane). On a pole,
/// east is the direction of +y.
struct EastNorth {
  Vec3 east, north;
};
EastNorth local_frame(const Mesh& mesh, Vec3 position);

/// b - a, by the shortest way round on a periodic plane.
Vec3 separation(const Mesh& mesh, Vec3 a, Vec3 b);

/// Unit normal n_e at the edge's position.
Vec3 edge_normal(const Mesh& mesh, Index edge);

/// Mean distance between neighbouring cell centres (m).
double mean_spacing(const Mesh& mesh);

}  // namespace hexad
