#include "hexad/grids/edge_weights.hpp"

#include <algorithm>

#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

double kite_fraction(const Mesh& mesh, Index cell, Index vertex) {
  const auto& round = mesh.cells_on_vertex[vertex];
  const auto place =
      static_cast<std::size_t>(std::find(round.begin(), round.end(), cell) - round.begin());
  return mesh.kite_area[vertex][place] / mesh.area_cell[cell];
}

}  // namespace

Index tangential_weights_of(const Mesh& mesh, Index edge, Index* edges, double* weights) {
  const int width = 2 * mesh.max_edges - 2;
  Index at = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const Index cell = mesh.cells_on_edge[edge][j];
    const int n = mesh.edge_count[cell];
    int start = 0;
    while (mesh.edges_on_cell[mesh.slot(cell, start)] != edge) ++start;
    const double outward = j == 0 ? 1.0 : -1.0;
    double fractions = 0;
    for (int step = 1; step < n; ++step, ++at) {
      fractions +=
          kite_fraction(mesh, cell, mesh.vertices_on_cell[mesh.slot(cell, (start + step - 1) % n)]);
      const Index other = mesh.edges_on_cell[mesh.slot(cell, (start + step) % n)];
      const double other_outward = mesh.cells_on_edge[other][0] == cell ? 1.0 : -1.0;
      edges[at] = other;
      weights[at] =
          outward * (0.5 - fractions) * other_outward * mesh.dv_edge[other] / mesh.dc_edge[edge];
    }
  }
  std::fill(edges + at, edges + width, edge);
  std::fill(weights + at, weights + width, 0.0);
  return at;
}

EdgeWeights tangential_weights(const Mesh& mesh) {
  const auto edges = static_cast<std::size_t>(mesh.edges);
  const auto width = static_cast<std::size_t>(2 * mesh.max_edges - 2);
  EdgeWeights result;
  result.count.resize(edges);
  result.edges.resize(edges * width);
  result.weights.resize(edges * width);
  parallel_for(mesh.edges, 0, [&](Index e) {
    const auto row = static_cast<std::size_t>(e) * width;
    result.count[e] = tangential_weights_of(mesh, e, &result.edges[row], &result.weights[row]);
  });
  return result;
}

}  // namespace hexad
