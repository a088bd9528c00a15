#include "hexad/io/mpas_quality.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hexad {

double cell_quality(const Mesh& mesh, Index cell) {
  double shortest = HUGE_VAL, longest = 0;
  for (int k = 0; k < mesh.edge_count[cell]; ++k) {
    const double l = mesh.dv_edge[mesh.edges_on_cell[mesh.slot(cell, k)]];
    shortest = std::min(shortest, l);
    longest = std::max(longest, l);
  }
  return shortest / longest;
}

double grid_spacing(const Mesh& mesh, Index cell) {
  const int n = mesh.edge_count[cell];
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += mesh.dc_edge[mesh.edges_on_cell[mesh.slot(cell, k)]];
  return sum / n;
}

TriangleShape triangle_shape(const Mesh& mesh, Index vertex) {
  std::array<double, 3> side{};
  for (std::size_t j = 0; j < 3; ++j) side[j] = mesh.dc_edge[mesh.edges_on_vertex[vertex][j]];
  std::sort(side.begin(), side.end());
  const auto [a, b, c] = side;
  // Law of cosines; the smallest angle lies opposite the shortest side.
  const double smallest = std::acos((b * b + c * c - a * a) / (2 * b * c));
  const double largest = std::acos((a * a + b * b - c * c) / (2 * a * b));
  return {a / c, smallest / largest, c * c > a * a + b * b};
}

}  // namespace hexad
