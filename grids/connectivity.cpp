#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/grids/topology.hpp"

namespace hexad {
namespace {

/// Counts the triangles round each cell; then it is known how wide the lists are.
void count_corners(Mesh& mesh) {
  mesh.edge_count.assign(mesh.cells, 0);
  FirstNoted outside;
  parallel_for(mesh.vertices, 0, [&](Index v) {
    for (const Index cell : mesh.cells_on_vertex[v]) {
      if (cell < 0 || cell >= mesh.cells)
        outside.note(v);
      else
        std::atomic_ref(mesh.edge_count[cell]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  if (outside.any()) {
    const auto& round = mesh.cells_on_vertex[outside.first()];
    const auto cell = *std::find_if(round.begin(), round.end(),
                                    [&](Index i) { return i < 0 || i >= mesh.cells; });
    throw InputError("a triangle names cell " + std::to_string(cell + 1) + " of " +
                     std::to_string(mesh.cells));
  }
  mesh.max_edges = *std::max_element(mesh.edge_count.begin(), mesh.edge_count.end());
}

/// Puts the triangles of each cell into its list of vertices, in whatever order threads meet them.
void place_corners(Mesh& mesh) {
  mesh.vertices_on_cell.resize(mesh.slot(mesh.cells, 0));
  std::fill(mesh.edge_count.begin(), mesh.edge_count.end(), 0);
  parallel_for(mesh.vertices, 0, [&](Index v) {
    for (const Index cell : mesh.cells_on_vertex[v]) {
      const int k = std::atomic_ref(mesh.edge_count[cell]).fetch_add(1, std::memory_order_relaxed);
      mesh.vertices_on_cell[mesh.slot(cell, k)] = v;
    }
  });
}

/// The cells beside cell i at one of its vertices: going counter-clockwise round the cell come
/// neighbour `before`, the vertex, neighbour `after`.
struct Beside {
  Index before, after;
};
Beside beside(const Mesh& mesh, Index i, Index vertex) {
  const auto& round = mesh.cells_on_vertex[vertex];
  const auto j = static_cast<std::size_t>(std::find(round.begin(), round.end(), i) - round.begin());
  return {round[(j + 1) % 3], round[(j + 2) % 3]};
}

/// Sorts the vertices of one cell into a ring that starts at the lowest, with the neighbour before
/// each, and fills the slots past the last. False when the ring does not close.
bool close_ring(Mesh& mesh, Index i) {
  const int count = mesh.edge_count[i];
  if (count < 3) return false;
  Index* vertex = &mesh.vertices_on_cell[mesh.slot(i, 0)];
  Index* before = &mesh.cells_on_cell[mesh.slot(i, 0)];
  std::iter_swap(vertex, std::min_element(vertex, vertex + count));
  for (int k = 0; k < count; ++k) before[k] = beside(mesh, i, vertex[k]).before;
  for (int k = 0; k < count; ++k) {
    const Index after = beside(mesh, i, vertex[k]).after;
    if (k + 1 == count) {
      if (after != before[0]) return false;
      break;
    }
    const auto next = std::find(before + k + 1, before + count, after) - before;
    if (next == count) return false;
    std::swap(before[k + 1], before[next]);
    std::swap(vertex[k + 1], vertex[next]);
  }
  std::fill(vertex + count, vertex + mesh.max_edges, vertex[count - 1]);
  std::fill(before + count, before + mesh.max_edges, before[count - 1]);
  return true;
}

void close_rings(Mesh& mesh) {
  mesh.cells_on_cell.resize(mesh.slot(mesh.cells, 0));
  FirstNoted open;
  parallel_for(mesh.cells, 0, [&](Index i) {
    if (!close_ring(mesh, i)) open.note(i);
  });
  if (open.any())
    throw InputError("the triangles round cell " + std::to_string(open.first() + 1) +
                         " do not close: the mesh has a boundary, or triangles that run clockwise",
                     {}, "use a mesh without boundaries");
}

/// Slot of the edge that cell i shares with a neighbour across the vertex in `vertex` (which comes
/// right after the edge, counter-clockwise); edge_count[i] where the cell lacks that vertex.
int slot_before_vertex(const Mesh& mesh, Index i, Index vertex) {
  const auto first = mesh.vertices_on_cell.begin() + static_cast<std::ptrdiff_t>(mesh.slot(i, 0));
  return static_cast<int>(std::find(first, first + mesh.edge_count[i], vertex) - first);
}

/// Numbers edges by the first cell that touches them and fills all lists that hold edges: first
/// how many edges each block of cells numbers, then, from there, which.
void fill_edges(Mesh& mesh) {
  const auto numbered_elsewhere = [&](Index i, int k) {
    return mesh.cells_on_cell[mesh.slot(i, k)] < i;
  };
  auto next = parallel_parts(mesh.cells, 0, Index{0}, [&](Index i, Index& edges) {
    for (int k = 0; k < mesh.edge_count[i]; ++k) edges += numbered_elsewhere(i, k) ? 0 : 1;
  });
  mesh.edges = std::accumulate(next.begin(), next.end(), Index{0});
  std::exclusive_scan(next.begin(), next.end(), next.begin(), Index{0});
  mesh.edges_on_cell.resize(mesh.slot(mesh.cells, 0));
  mesh.cells_on_edge.resize(mesh.edges);
  mesh.vertices_on_edge.resize(mesh.edges);
  FirstNoted apart;
  parallel_blocks(mesh.cells, 0, next, [&](Index i, Index& e) {
    const int count = mesh.edge_count[i];
    for (int k = 0; k < count; ++k) {
      if (numbered_elsewhere(i, k)) continue;
      const Index neighbour = mesh.cells_on_cell[mesh.slot(i, k)];
      const Index left = mesh.vertices_on_cell[mesh.slot(i, k)];
      const Index right = mesh.vertices_on_cell[mesh.slot(i, (k + count - 1) % count)];
      mesh.cells_on_edge[e] = {i, neighbour};
      mesh.vertices_on_edge[e] = {right, left};
      mesh.edges_on_cell[mesh.slot(i, k)] = e;
      // Seen from the neighbour, the edge comes just before its right-hand vertex.
      const int across = slot_before_vertex(mesh, neighbour, right);
      if (across == mesh.edge_count[neighbour])
        apart.note(i);
      else
        mesh.edges_on_cell[mesh.slot(neighbour, across)] = e;
      ++e;
    }
  });
  if (apart.any())
    throw InputError("the lists round cell " + std::to_string(apart.first() + 1) +
                     " and round its neighbours contradict each other");
}

void fill_edges_of_vertices(Mesh& mesh) {
  mesh.edges_on_vertex.resize(mesh.vertices);
  parallel_for(mesh.cells, 0, [&](Index i) {
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
  });
}

}  // namespace

void build_lists(Mesh& mesh) {
  mesh.cells = static_cast<Index>(mesh.cell_position.size());
  mesh.vertices = static_cast<Index>(mesh.cells_on_vertex.size());
  count_corners(mesh);
  place_corners(mesh);
  close_rings(mesh);
  fill_edges(mesh);
  fill_edges_of_vertices(mesh);
}

void build_connectivity(Mesh& mesh) {
  build_lists(mesh);
  build_metrics(mesh);
}

}  // namespace hexad
