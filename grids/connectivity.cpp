#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "hexad/grids/metrics.hpp"
#include "hexad/grids/topology.hpp"

namespace hexad {
namespace {

/// One corner of a triangle, seen from the cell at that corner: going counter-clockwise round the
/// cell come neighbour `before`, the vertex, neighbour `after`.
struct Corner {
  Index vertex, before, after;
};

/// The corners at each cell: those of cell i are corners[start[i]] .. corners[start[i + 1] - 1].
struct Corners {
  std::vector<std::size_t> start;
  std::vector<Corner> corners;
};

Corners corners_by_cell(const Mesh& mesh) {
  Corners table;
  table.start.assign(static_cast<std::size_t>(mesh.cells) + 1, 0);
  for (const auto& round : mesh.cells_on_vertex) {
    for (const Index cell : round) {
      if (cell < 0 || cell >= mesh.cells)
        throw InputError("a triangle names cell " + std::to_string(cell + 1) + " of " +
                         std::to_string(mesh.cells));
      ++table.start[static_cast<std::size_t>(cell) + 1];
    }
  }
  for (std::size_t i = 1; i < table.start.size(); ++i) table.start[i] += table.start[i - 1];
  table.corners.resize(table.start.back());
  std::vector<std::size_t> next(table.start.begin(), table.start.end() - 1);
  for (Index v = 0; v < mesh.vertices; ++v) {
    const auto& round = mesh.cells_on_vertex[v];
    for (std::size_t j = 0; j < 3; ++j)
      table.corners[next[round[j]]++] = {v, round[(j + 1) % 3], round[(j + 2) % 3]};
  }
  return table;
}

/// Sorts the corners of one cell into a ring, the first staying first.
void close_ring(Index cell, Corner* first, Corner* last) {
  for (Corner* corner = first; corner + 1 < last; ++corner) {
    const auto next = std::find_if(
        corner + 1, last, [corner](const Corner& other) { return other.before == corner->after; });
    if (next == last) break;
    std::iter_swap(corner + 1, next);
  }
  bool closed = last - first >= 3 && first->before == (last - 1)->after;
  for (Corner* corner = first; corner + 1 < last; ++corner)
    closed = closed && corner->after == (corner + 1)->before;
  if (!closed)
    throw InputError("the triangles round cell " + std::to_string(cell + 1) +
                         " do not close: the mesh has a boundary, or triangles that run clockwise",
                     {}, "use a mesh without boundaries");
}

void fill_lists_of_cells(Mesh& mesh, const Corners& table) {
  mesh.edge_count.resize(mesh.cells);
  for (Index i = 0; i < mesh.cells; ++i)
    mesh.edge_count[i] = static_cast<int>(table.start[i + 1] - table.start[i]);
  mesh.max_edges = *std::max_element(mesh.edge_count.begin(), mesh.edge_count.end());
  const auto slots = mesh.slot(mesh.cells, 0);
  mesh.vertices_on_cell.resize(slots);
  mesh.cells_on_cell.resize(slots);
  for (Index i = 0; i < mesh.cells; ++i) {
    for (int k = 0; k < mesh.max_edges; ++k) {
      const int valid = std::min(k, mesh.edge_count[i] - 1);
      const Corner& corner = table.corners[table.start[i] + static_cast<std::size_t>(valid)];
      mesh.vertices_on_cell[mesh.slot(i, k)] = corner.vertex;
      mesh.cells_on_cell[mesh.slot(i, k)] = corner.before;
    }
  }
}

/// Slot of the edge that cell i shares with `neighbour` across the vertex in `vertex` (which comes
/// right after the edge, counter-clockwise).
int slot_before_vertex(const Mesh& mesh, Index i, Index vertex) {
  for (int k = 0; k < mesh.edge_count[i]; ++k)
    if (mesh.vertices_on_cell[mesh.slot(i, k)] == vertex) return k;
  throw InputError("the lists round cell " + std::to_string(i + 1) + " lack vertex " +
                   std::to_string(vertex + 1));
}

/// Numbers edges by the first cell that touches them and fills all lists that hold edges.
void fill_edges(Mesh& mesh) {
  std::size_t ends = 0;
  for (const int count : mesh.edge_count) ends += static_cast<std::size_t>(count);
  mesh.edges = static_cast<Index>(ends / 2);
  mesh.edges_on_cell.resize(mesh.slot(mesh.cells, 0));
  mesh.cells_on_edge.resize(mesh.edges);
  mesh.vertices_on_edge.resize(mesh.edges);
  Index e = 0;
  for (Index i = 0; i < mesh.cells; ++i) {
    const int count = mesh.edge_count[i];
    for (int k = 0; k < count; ++k) {
      const Index neighbour = mesh.cells_on_cell[mesh.slot(i, k)];
      if (neighbour < i) continue;  // numbered from the other side
      const Index left = mesh.vertices_on_cell[mesh.slot(i, k)];
      const Index right = mesh.vertices_on_cell[mesh.slot(i, (k + count - 1) % count)];
      mesh.cells_on_edge[e] = {i, neighbour};
      mesh.vertices_on_edge[e] = {right, left};
      mesh.edges_on_cell[mesh.slot(i, k)] = e;
      // Seen from the neighbour, the edge comes just before its right-hand vertex.
      mesh.edges_on_cell[mesh.slot(neighbour, slot_before_vertex(mesh, neighbour, right))] = e;
      ++e;
    }
  }
}

void fill_edges_of_vertices(Mesh& mesh) {
  mesh.edges_on_vertex.resize(mesh.vertices);
  for (Index i = 0; i < mesh.cells; ++i) {
    const int count = mesh.edge_count[i];
    for (int k = 0; k < count; ++k) {
      const Index v = mesh.vertices_on_cell[mesh.slot(i, k)];
      const auto& round = mesh.cells_on_vertex[v];
      // Round the vertex: edge j, cell j, edge j + 1; round the cell the two edges come reversed.
      const auto j =
          static_cast<std::size_t>(std::find(round.begin(), round.end(), i) - round.begin());
      mesh.edges_on_vertex[v][j] = mesh.edges_on_cell[mesh.slot(i, (k + 1) % count)];
    }
    for (int k = count; k < mesh.max_edges; ++k)
      mesh.edges_on_cell[mesh.slot(i, k)] = mesh.edges_on_cell[mesh.slot(i, count - 1)];
  }
}

}  // namespace

void build_lists(Mesh& mesh) {
  mesh.cells = static_cast<Index>(mesh.cell_position.size());
  mesh.vertices = static_cast<Index>(mesh.cells_on_vertex.size());
  Corners table = corners_by_cell(mesh);
  for (Index i = 0; i < mesh.cells; ++i)
    close_ring(i, table.corners.data() + table.start[i], table.corners.data() + table.start[i + 1]);
  fill_lists_of_cells(mesh, table);
  table = {};
  fill_edges(mesh);
  fill_edges_of_vertices(mesh);
}

void build_connectivity(Mesh& mesh) {
  build_lists(mesh);
  build_metrics(mesh);
}

}  // namespace hexad
