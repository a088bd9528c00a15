#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "catch.hpp"
#include "hexad/grids/metrics.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

/// Reverses what lists of cell i say of its surroundings.
void run_clockwise(Mesh& mesh, Index i) {
  const auto reverse = [&](std::vector<Index>& slots, int from) {
    const auto first = slots.begin() + static_cast<std::ptrdiff_t>(mesh.slot(i, 0));
    std::reverse(first + from, first + mesh.edge_count[i]);
  };
  // Edge k, vertex k, edge k + 1 stays true when edge 0 stays first and the rest turn round.
  reverse(mesh.edges_on_cell, 1);
  reverse(mesh.cells_on_cell, 1);
  reverse(mesh.vertices_on_cell, 0);
}

struct Planted {
  const char* name;
  std::function<void(Mesh&)> plant;
  const char* message;  // how the error that names it begins
};

const double nan = std::numeric_limits<double>::quiet_NaN();

// Offenders are numbered from 1 in messages.
const Planted faults[] = {
    {"edge out of range", [](Mesh& m) { m.edges_on_cell[m.slot(7, 2)] = m.edges; },
     "cell 8 has an index out of range in edgesOnCell"},
    {"neighbour out of range", [](Mesh& m) { m.cells_on_cell[m.slot(7, 2)] = -2; },
     "cell 8 has an index out of range in cellsOnCell"},
    {"vertex out of range", [](Mesh& m) { m.vertices_on_cell[m.slot(7, 2)] = -1; },
     "cell 8 has an index out of range in verticesOnCell"},
    {"cell of edge out of range", [](Mesh& m) { m.cells_on_edge[9][0] = m.cells; },
     "edge 10 has an index out of range in cellsOnEdge"},
    {"vertex of edge out of range", [](Mesh& m) { m.vertices_on_edge[9][0] = m.vertices + 3; },
     "edge 10 has an index out of range in verticesOnEdge"},
    {"cell of vertex out of range", [](Mesh& m) { m.cells_on_vertex[9][2] = m.cells; },
     "vertex 10 has an index out of range in cellsOnVertex"},
    {"edge of vertex out of range", [](Mesh& m) { m.edges_on_vertex[9][2] = -1; },
     "vertex 10 has an index out of range in edgesOnVertex"},
    {"boundary edge", [](Mesh& m) { m.cells_on_edge[4][1] = -1; },
     "edge 5 lies on a boundary: cellsOnEdge lacks a cell"},
    {"boundary vertex", [](Mesh& m) { m.cells_on_vertex[4][1] = -1; },
     "vertex 5 lies on a boundary: cellsOnVertex lacks a cell"},
    {"boundary cell", [](Mesh& m) { m.cells_on_cell[m.slot(4, 1)] = -1; },
     "cell 5 lies on a boundary: cellsOnCell lacks a cell"},
    {"two edges to a cell", [](Mesh& m) { m.edge_count[3] = 2; },
     "cell 4 has a number of edges outside 3 to 20"},
    {"21 edges to a cell", [](Mesh& m) { m.edge_count[3] = 21; },
     "cell 4 has a number of edges outside 3 to 20"},
    {"more edges than slots", [](Mesh& m) { m.edge_count[3] = m.max_edges + 1; },
     "cell 4 has more edges than maxEdges"},
    {"NaN position", [](Mesh& m) { m.cell_position[6].y = nan; },
     "cell 7 has a position that is not a number"},
    {"edge twice", [](Mesh& m) { m.edges_on_cell[m.slot(5, 1)] = m.edges_on_cell[m.slot(5, 3)]; },
     "cell 6 has an entry twice in edgesOnCell"},
    {"neighbour twice",
     [](Mesh& m) { m.cells_on_cell[m.slot(5, 1)] = m.cells_on_cell[m.slot(5, 3)]; },
     "cell 6 has an entry twice in cellsOnCell"},
    {"own neighbour", [](Mesh& m) { m.cells_on_cell[m.slot(5, 1)] = 5; },
     "cell 6 is its own neighbour"},
    {"same cell on both sides", [](Mesh& m) { m.cells_on_edge[8][1] = m.cells_on_edge[8][0]; },
     "edge 9 has an entry twice in cellsOnEdge"},
    {"clockwise cell", [](Mesh& m) { run_clockwise(m, 10); },
     "cell 11 runs clockwise in cellsOnCell"},
    {"neighbours swapped",
     [](Mesh& m) { std::swap(m.cells_on_cell[m.slot(5, 0)], m.cells_on_cell[m.slot(5, 1)]); },
     "cell 6 has cellsOnCell not across its edgesOnCell"},
    {"neighbours out of order",
     [](Mesh& m) { std::swap(m.cells_on_cell[m.slot(5, 0)], m.cells_on_cell[m.slot(5, 1)]); },
     "cell 6 is not in counter-clockwise order in cellsOnCell"},
    {"clockwise triangle",
     [](Mesh& m) { std::swap(m.cells_on_vertex[12][0], m.cells_on_vertex[12][1]); },
     "vertex 13 runs clockwise in cellsOnVertex"},
    {"foreign edge of a cell", [](Mesh& m) { m.edges_on_cell[m.slot(0, 0)] = m.edges - 1; },
     "cell 1 has an edge in edgesOnCell whose cellsOnEdge lacks the cell"},
    {"foreign vertex of a cell", [](Mesh& m) { m.vertices_on_cell[m.slot(0, 0)] = m.vertices - 1; },
     "cell 1 has a vertex in verticesOnCell whose cellsOnVertex lacks the cell"},
    {"vertices of a cell one slot on",
     [](Mesh& m) {
       const auto first = m.vertices_on_cell.begin() + static_cast<std::ptrdiff_t>(m.slot(2, 0));
       std::rotate(first, first + 1, first + m.edge_count[2]);
     },
     "cell 3 has a vertex in verticesOnCell that is not between the edges of its slot and the "
     "next"},
    {"foreign cell of an edge", [](Mesh& m) { m.cells_on_edge[0][0] = m.cells - 1; },
     "edge 1 has a cell in cellsOnEdge whose edgesOnCell lacks the edge"},
    {"foreign vertex of an edge", [](Mesh& m) { m.vertices_on_edge[0][0] = m.vertices - 1; },
     "edge 1 has a vertex in verticesOnEdge whose edgesOnVertex lacks the edge"},
    {"tangent turned round",
     [](Mesh& m) { std::swap(m.vertices_on_edge[11][0], m.vertices_on_edge[11][1]); },
     "edge 12 has verticesOnEdge that do not run along k x n"},
    {"normal turned round",
     [](Mesh& m) { std::swap(m.cells_on_edge[11][0], m.cells_on_edge[11][1]); },
     "edge 12 has verticesOnEdge that do not run along k x n"},
    {"vertex slots one on",
     [](Mesh& m) {
       auto& edges = m.edges_on_vertex[14];
       std::rotate(edges.begin(), edges.begin() + 1, edges.end());
     },
     "vertex 15 has slots out of order"},
    {"foreign cell of a vertex",
     [](Mesh& m) {
       auto& round = m.cells_on_vertex[14];
       round[0] = m.cells_on_vertex[m.vertices - 1][0];
     },
     "vertex 15 has a cell in cellsOnVertex whose verticesOnCell lacks the vertex"},
    {"foreign edge of a vertex", [](Mesh& m) { m.edges_on_vertex[14][0] = m.edges - 1; },
     "vertex 15 has an edge in edgesOnVertex whose verticesOnEdge lacks the vertex"},
    {"zero length", [](Mesh& m) { m.dc_edge[2] = 0; }, "edge 3 has a dcEdge that is not positive"},
    {"NaN length", [](Mesh& m) { m.dv_edge[2] = nan; }, "edge 3 has a dvEdge that is not positive"},
    {"negative area", [](Mesh& m) { m.area_cell[2] = -1; },
     "cell 3 has an areaCell that is not positive"},
    {"negative triangle", [](Mesh& m) { m.area_triangle[2] = -1; },
     "vertex 3 has an areaTriangle that is not positive"},
    {"negative kite", [](Mesh& m) { m.kite_area[2][1] = -1e-9; },
     "vertex 3 has a kite whose area is not positive (its triangle is obtuse)"},
    {"not Delaunay",
     [](Mesh& m) {
       const auto [a, b] = m.vertices_on_edge[0];
       std::swap(m.vertex_position[a], m.vertex_position[b]);
     },
     "edge 1 has its vertices the wrong way round: the triangles beside it are not Delaunay"},
    {"short list", [](Mesh& m) { m.cells_on_edge.pop_back(); }, "cellsOnEdge has "},
};

bool named(const std::vector<InputError>& errors, const std::string& message) {
  return std::any_of(errors.begin(), errors.end(), [&](const InputError& error) {
    return error.problem().rfind(message, 0) == 0;
  });
}

std::string text(const std::vector<InputError>& errors) {
  std::string all;
  for (const auto& error : errors) all += std::string(error.what()) + "\n";
  return all;
}

TEST_CASE("generated meshes have no fault") {
  for (const int level : {0, 1, 3}) CHECK(text(validate(testing::icosahedral(level))).empty());
  CHECK(text(validate(testing::planar())).empty());
  CHECK(text(validate(testing::planar(4, 4))).empty());
}

TEST_CASE("each planted fault is named with its offender") {
  for (const Mesh& good : {testing::icosahedral(2), testing::planar()}) {
    for (const Planted& fault : faults) {
      INFO(fault.name);
      Mesh bad = good;
      fault.plant(bad);
      const auto errors = validate(bad);
      INFO(text(errors));
      CHECK(named(errors, fault.message));
    }
  }
}

TEST_CASE("faults of the sphere and of the whole") {
  Mesh mesh = testing::icosahedral(2);
  SECTION("off the sphere") {
    mesh.cell_position[3] = 1.001 * mesh.cell_position[3];
    CHECK(named(validate(mesh), "cell 4 lies off the sphere"));
  }
  SECTION("radius missing") {
    mesh.radius = 0;
    CHECK(named(validate(mesh), "the radius of the sphere is not positive"));
  }
  SECTION("two spheres in one file miss Euler's count") {
    const Mesh one = mesh;
    const auto append = [](auto& to, const auto& from, Index shift) {
      for (auto row : from) {
        for (Index& value : row) value += shift;
        to.push_back(row);
      }
    };
    const auto append_flat = [](auto& to, const auto& from, Index shift) {
      for (const Index value : from) to.push_back(value + shift);
    };
    append(mesh.cells_on_edge, one.cells_on_edge, one.cells);
    append(mesh.vertices_on_edge, one.vertices_on_edge, one.vertices);
    append(mesh.cells_on_vertex, one.cells_on_vertex, one.cells);
    append(mesh.edges_on_vertex, one.edges_on_vertex, one.edges);
    append_flat(mesh.edges_on_cell, one.edges_on_cell, one.edges);
    append_flat(mesh.cells_on_cell, one.cells_on_cell, one.cells);
    append_flat(mesh.vertices_on_cell, one.vertices_on_cell, one.vertices);
    append_flat(mesh.edge_count, one.edge_count, 0);
    for (const Vec3 p : one.cell_position) mesh.cell_position.push_back(p);
    mesh.cells *= 2;
    mesh.edges *= 2;
    mesh.vertices *= 2;
    const auto errors = validate(mesh);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].problem() == "cells - edges + vertices is 4, not 2 (Euler's count)");
  }
}

TEST_CASE("a fault says where, how often, and in the numbers of the user's file") {
  Mesh mesh = testing::icosahedral(2);
  std::swap(mesh.cell_id[3], mesh.cell_id[40]);
  mesh.area_cell[3] = 0;
  mesh.area_cell[5] = 0;
  const auto errors = validate(mesh);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].problem() == "cell 41 has an areaCell that is not positive (the first of 2)");
  CHECK(errors[0].where().find("latitude ") == 0);
  CHECK(errors[0].where().find("degrees") != std::string::npos);
  try {
    require_valid(mesh, "mesh.nc");
    FAIL("no error was thrown");
  } catch (const InputErrors& thrown) {
    REQUIRE(thrown.faults().size() == 1);
    CHECK(thrown.faults()[0].where().find("mesh.nc: latitude ") == 0);
    CHECK(thrown.code() == ExitCode::wrong_input);
  }
  CHECK_NOTHROW(require_valid(testing::icosahedral(2), "mesh.nc"));
}

TEST_CASE("connectivity cannot be built over a boundary") {
  Mesh mesh = testing::icosahedral(1);
  mesh.cells_on_vertex.pop_back();
  CHECK_THROWS_AS(build_connectivity(mesh), InputError);
}

}  // namespace
}  // namespace hexad
