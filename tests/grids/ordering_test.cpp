#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "catch.hpp"
#include "hexad/grids/metrics.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

using Order = std::vector<Index>;

Order shuffled(Index count, unsigned seed) {
  Order order(count);
  std::iota(order.begin(), order.end(), Index{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  return order;
}

/// A mesh as a file might hold it: cells and triangles in random order, built anew.
Mesh in_random_order(const Mesh& mesh, unsigned seed) {
  const Order cells = shuffled(mesh.cells, seed), triangles = shuffled(mesh.vertices, seed + 1);
  Order place(mesh.cells);
  Mesh file;
  file.geometry = mesh.geometry;
  file.radius = mesh.radius;
  file.period_x = mesh.period_x;
  file.period_y = mesh.period_y;
  for (Index n = 0; n < mesh.cells; ++n) {
    place[cells[n]] = n;
    file.cell_position.push_back(mesh.cell_position[cells[n]]);
    file.mesh_density.push_back(n);
  }
  for (const Index v : triangles) {
    auto round = mesh.cells_on_vertex[v];
    for (Index& cell : round) cell = place[cell];
    file.cells_on_vertex.push_back(round);
  }
  build_connectivity(file);
  return file;
}

bool is_permutation(Order ids, Index count) {
  std::sort(ids.begin(), ids.end());
  for (Index n = 0; n < count; ++n)
    if (ids[n] != n) return false;
  return static_cast<Index>(ids.size()) == count;
}

TEST_CASE("reordering renames entities and changes nothing else") {
  for (const Mesh& original : {testing::icosahedral(3), testing::planar(16, 12)}) {
    const Mesh file = in_random_order(original, 5);
    Mesh mesh = file;
    order_along_curve(mesh);
    REQUIRE(is_permutation(mesh.cell_id, mesh.cells));
    REQUIRE(is_permutation(mesh.edge_id, mesh.edges));
    REQUIRE(is_permutation(mesh.vertex_id, mesh.vertices));
    for (Index i = 0; i < mesh.cells; ++i) {
      const Index was = mesh.cell_id[i];
      REQUIRE(mesh.cell_position[i] == file.cell_position[was]);
      REQUIRE(mesh.area_cell[i] == file.area_cell[was]);
      REQUIRE(mesh.mesh_density[i] == file.mesh_density[was]);
      REQUIRE(mesh.edge_count[i] == file.edge_count[was]);
      for (int k = 0; k < mesh.max_edges; ++k) {
        const auto s = mesh.slot(i, k), t = mesh.slot(was, k);
        REQUIRE(mesh.edge_id[mesh.edges_on_cell[s]] == file.edges_on_cell[t]);
        REQUIRE(mesh.cell_id[mesh.cells_on_cell[s]] == file.cells_on_cell[t]);
        REQUIRE(mesh.vertex_id[mesh.vertices_on_cell[s]] == file.vertices_on_cell[t]);
      }
    }
    for (Index e = 0; e < mesh.edges; ++e) {
      const Index was = mesh.edge_id[e];
      REQUIRE(mesh.edge_position[e] == file.edge_position[was]);
      REQUIRE(mesh.dc_edge[e] == file.dc_edge[was]);
      REQUIRE(mesh.dv_edge[e] == file.dv_edge[was]);
      REQUIRE(mesh.angle_edge[e] == file.angle_edge[was]);
      for (std::size_t j = 0; j < 2; ++j) {
        REQUIRE(mesh.cell_id[mesh.cells_on_edge[e][j]] == file.cells_on_edge[was][j]);
        REQUIRE(mesh.vertex_id[mesh.vertices_on_edge[e][j]] == file.vertices_on_edge[was][j]);
      }
    }
    for (Index v = 0; v < mesh.vertices; ++v) {
      const Index was = mesh.vertex_id[v];
      REQUIRE(mesh.vertex_position[v] == file.vertex_position[was]);
      REQUIRE(mesh.area_triangle[v] == file.area_triangle[was]);
      REQUIRE(mesh.kite_area[v] == file.kite_area[was]);
      for (std::size_t j = 0; j < 3; ++j) {
        REQUIRE(mesh.cell_id[mesh.cells_on_vertex[v][j]] == file.cells_on_vertex[was][j]);
        REQUIRE(mesh.edge_id[mesh.edges_on_vertex[v][j]] == file.edges_on_vertex[was][j]);
      }
    }
    CHECK(validate(mesh).empty());
  }
}

TEST_CASE("ordering twice is ordering once, and generated meshes are in order") {
  for (const Mesh& original : {testing::icosahedral(3), testing::planar(16, 12)}) {
    Mesh again = original;
    order_along_curve(again);
    CHECK(again.cell_id == original.cell_id);
    CHECK(again.edge_id == original.edge_id);
    CHECK(again.vertex_id == original.vertex_id);
    CHECK(again.cells_on_vertex == original.cells_on_vertex);
    Order in_order(original.cells);
    std::iota(in_order.begin(), in_order.end(), Index{0});
    CHECK(original.cell_id == in_order);

    Mesh mesh = in_random_order(original, 11);
    order_along_curve(mesh);
    const Order once = mesh.cell_id;
    order_along_curve(mesh);
    CHECK(mesh.cell_id == once);
    // The curve depends on positions alone: cells come as in the generated mesh.
    CHECK(mesh.cell_position == original.cell_position);
  }
}

TEST_CASE("cells next to one another along the curve are near one another") {
  const Mesh mesh = testing::icosahedral(5);
  double sum = 0, farthest = 0;
  for (Index i = 0; i < mesh.cells; ++i) {
    const Index next = (i + 1) % mesh.cells;  // the curve is closed
    const double d = norm(mesh.cell_position[next] - mesh.cell_position[i]) / mean_spacing(mesh);
    sum += d;
    farthest = std::max(farthest, d);
  }
  // Steps of a Hilbert curve through a lattice are 1; through points that are not a lattice, those
  // of one square of the curve follow in no better order than its own, up to a few spacings.
  CHECK(sum / mesh.cells < 1.5);
  CHECK(farthest < 5);
}

}  // namespace
}  // namespace hexad
