#pragma once

#include "hexad/grids/linear_map.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/io/history.hpp"

namespace hexad {

/// A regular grid of longitudes and latitudes: the middles of boxes, the first of which begins at
/// longitude 0 and at the south pole (degrees).
struct LatLonGrid {
  std::vector<double> longitudes, latitudes;
};
/// `spacing` (rad) must go into pi a whole number of times.
LatLonGrid lat_lon_grid(double spacing);

/// From the cells of a mesh to the points of a grid, longitude innermost: barycentric.
LinearMap cells_to_grid(const Mesh& mesh, const LatLonGrid& grid, int threads = 0);

/// From the vertices: over the cells, each of which has the mean of its vertices with the weights
/// R_iv = K_iv / A_i (kite over cell), then as above.
LinearMap vertices_to_grid(const Mesh& mesh, const LinearMap& cells);

/// A file on a longitude-latitude grid that follows CF-1.8: fields are (time, lat, lon), or (time,
/// nMembers, lat, lon). Fields on edges are refused (RunError): a component along an edge is none
/// of a place. Refers to mesh and options until the file is made.
RecordLayout lat_lon_layout(const Mesh& mesh, const HistoryOptions& options, double spacing,
                            int threads = 0);

}  // namespace hexad
