#pragma once

#include <vector>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Stored weights of the tangential velocity, v_e = sum_k w_ek u_(edges_ek), as the MPAS mesh
/// specification has them (edgesOnEdge, weightsOnEdge): first the edges of the edge's first cell
/// counter-clockwise after it, then those of its second. Rows of 2 max_edges - 2 slots; slots past
/// the count repeat the edge itself with weight 0.
///   w_ee' = n_ei (1/2 - S_i(e,e')) n_e'i l_e' / d_e,   S_i(e,e') = sum of R_iv from e to e'
/// (Thuburn et al. 2009, eq. 33).
struct EdgeWeights {
  std::vector<Index> count, edges;
  std::vector<double> weights;
};
EdgeWeights tangential_weights(const Mesh& mesh);

/// The row of one edge, into 2 max_edges - 2 slots each; returns the count.
Index tangential_weights_of(const Mesh& mesh, Index edge, Index* edges, double* weights);

}  // namespace hexad
