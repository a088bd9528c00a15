// What is counted as the least is what a mesh has and what a kernel's arguments are.

#include "hexad/benchmarks/least_bytes.hpp"
#include "catch.hpp"
#include "hexad/benchmarks/plans.hpp"

namespace hexad::bench {

TEST_CASE("least bytes: counts per cell are those of a mesh") {
  const Mesh mesh = unrelaxed(4, 1);
  const double cells = mesh.cells;
  const auto per_cell = [cells](std::size_t count) { return static_cast<double>(count) / cells; };
  // A sphere has 6 edges and 4 vertices less than a plane of as many cells.
  CHECK(edges_per_cell - per_cell(mesh.dc_edge.size()) == Approx(6 / cells));
  CHECK(vertices_per_cell - per_cell(mesh.area_triangle.size()) == Approx(4 / cells));
  const std::size_t incidences = 2 * mesh.cells_on_edge.size() + 2 * mesh.vertices_on_edge.size() +
                                 3 * mesh.cells_on_vertex.size();
  CHECK(whole_mesh.indices - per_cell(incidences) == Approx(36 / cells));
  const std::size_t metrics = 2 * mesh.dc_edge.size() + 3 * mesh.kite_area.size();
  CHECK(whole_mesh.metrics - per_cell(metrics) == Approx(24 / cells));
}

TEST_CASE("least bytes: a tendency reads its arguments once and writes its rates once") {
  // h, b, g, dh/dt at cells, u, du/dt at edges, f at vertices.
  const double values = 8 * (4 + 3 * 2 + 2 * 1), mesh = 4 * 18 + 8 * 12;
  CHECK(bytes_per_cell(tendency, 1) == values + mesh);
  CHECK(bytes_per_cell(tendency, 16) == values + mesh / 16);
}

}  // namespace hexad::bench
