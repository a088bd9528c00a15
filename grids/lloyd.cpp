#include "hexad/grids/lloyd.hpp"

#include <algorithm>
#include <numbers>
#include <vector>

#include "hexad/grids/geometry.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {

LloydResult relax(Mesh& mesh, const LloydOptions& options) {
  auto& x = mesh.cell_position;
  std::vector<Vec3> corners(mesh.vertices);
  std::vector<double> moves(mesh.cells);
  const double spacing = std::sqrt(8.0 * std::numbers::pi / (std::numbers::sqrt3 * mesh.cells));
  LloydResult result;
  while (result.iterations < options.max_iterations) {
    parallel_for(mesh.vertices, options.threads, [&](Index v) {
      const auto [a, b, c] = mesh.cells_on_vertex[v];
      corners[v] = circumcentre_on_sphere(x[a], x[b], x[c]);
    });
    parallel_for(mesh.cells, options.threads, [&](Index i) {
      const Index* vertex = &mesh.vertices_on_cell[mesh.slot(i, 0)];
      const Vec3 centroid = normalised(
          centroid_direction(x[i], mesh.edge_count[i], [&](int k) { return corners[vertex[k]]; }));
      const Vec3 moved = normalised(x[i] + options.over_relaxation * (centroid - x[i]));
      moves[i] = dot(moved - x[i], moved - x[i]);
      x[i] = moved;
    });
    ++result.iterations;
    result.largest_move = std::sqrt(*std::max_element(moves.begin(), moves.end())) / spacing;
    if (options.progress && result.iterations % 10 == 0)
      options.progress(result.iterations, result.largest_move);
    if (!(result.largest_move > options.tolerance)) break;
  }
  return result;
}

}  // namespace hexad
