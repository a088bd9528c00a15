#include "hexad/grids/edge_weights.hpp"

#include <algorithm>

namespace hexad {

EdgeWeights tangential_weights(const Mesh& mesh) {
  const auto edges = static_cast<std::size_t>(mesh.edges);
  const auto width = static_cast<std::size_t>(2 * mesh.max_edges - 2);
  EdgeWeights result;
  result.count.assign(edges, 0);
  result.edges.resize(edges * width);
  result.weights.assign(edges * width, 0.0);

  const auto kite_fraction = [&](Index cell, Index vertex) {
    const auto v = static_cast<std::size_t>(vertex);
    const auto& round = mesh.cells_on_vertex[v];
    const auto place =
        static_cast<std::size_t>(std::find(round.begin(), round.end(), cell) - round.begin());
    return mesh.kite_area[v][place] / mesh.area_cell[static_cast<std::size_t>(cell)];
  };

  for (std::size_t e = 0; e < edges; ++e) {
    std::fill_n(result.edges.begin() + static_cast<std::ptrdiff_t>(e * width), width,
                static_cast<Index>(e));
    std::size_t at = e * width;
    for (std::size_t j = 0; j < 2; ++j) {
      const Index cell = mesh.cells_on_edge[e][j];
      const int n = mesh.edge_count[static_cast<std::size_t>(cell)];
      int start = 0;
      while (mesh.edges_on_cell[mesh.slot(cell, start)] != static_cast<Index>(e)) ++start;
      const double outward = j == 0 ? 1.0 : -1.0;
      double fractions = 0;
      for (int step = 1; step < n; ++step, ++at) {
        fractions +=
            kite_fraction(cell, mesh.vertices_on_cell[mesh.slot(cell, (start + step - 1) % n)]);
        const Index other = mesh.edges_on_cell[mesh.slot(cell, (start + step) % n)];
        const auto o = static_cast<std::size_t>(other);
        const double other_outward = mesh.cells_on_edge[o][0] == cell ? 1.0 : -1.0;
        result.edges[at] = other;
        result.weights[at] =
            outward * (0.5 - fractions) * other_outward * mesh.dv_edge[o] / mesh.dc_edge[e];
        ++result.count[e];
      }
    }
  }
  return result;
}

}  // namespace hexad
