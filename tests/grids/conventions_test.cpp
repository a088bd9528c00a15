// The conventions of the MPAS mesh specification, each looked at with geometry alone.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "catch.hpp"
#include "hexad/grids/metrics.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

Vec3 up_at(const Mesh& mesh, Vec3 p) {
  return mesh.geometry == Geometry::plane ? Vec3{0, 0, 1} : normalised(p);
}

/// Counter-clockwise angle from direction a to direction b seen along `up`, in (0, 2 pi).
double turn(Vec3 up, Vec3 a, Vec3 b) {
  const double angle = std::atan2(dot(up, cross(a, b)), dot(a, b) - dot(a, up) * dot(b, up));
  return angle > 0 ? angle : angle + 2 * std::numbers::pi;
}

/// Whether the directions from `centre` to the points go once round counter-clockwise.
bool counter_clockwise(const Mesh& mesh, Vec3 centre, const std::vector<Vec3>& points) {
  double sum = 0;
  for (std::size_t k = 0; k < points.size(); ++k)
    sum += turn(up_at(mesh, centre), separation(mesh, centre, points[k]),
                separation(mesh, centre, points[(k + 1) % points.size()]));
  return std::abs(sum - 2 * std::numbers::pi) < 1e-6;
}

std::vector<Mesh> meshes() {
  return {testing::icosahedral(0), testing::icosahedral(2), testing::planar()};
}

TEST_CASE("lists round a cell go edge, vertex, edge, counter-clockwise") {
  for (const Mesh& mesh : meshes())
    for (Index i = 0; i < mesh.cells; ++i) {
      std::vector<Vec3> round, neighbours;
      for (int k = 0; k < mesh.edge_count[i]; ++k) {
        const auto s = mesh.slot(i, k);
        const Index e = mesh.edges_on_cell[s];
        round.push_back(mesh.edge_position[e]);
        round.push_back(mesh.vertex_position[mesh.vertices_on_cell[s]]);
        neighbours.push_back(mesh.cell_position[mesh.cells_on_cell[s]]);
        const auto& cells = mesh.cells_on_edge[e];
        REQUIRE(std::set<Index>(cells.begin(), cells.end()) ==
                std::set<Index>{i, mesh.cells_on_cell[s]});
      }
      REQUIRE(counter_clockwise(mesh, mesh.cell_position[i], round));
      REQUIRE(counter_clockwise(mesh, mesh.cell_position[i], neighbours));
      for (int k = mesh.edge_count[i]; k < mesh.max_edges; ++k) {
        const auto s = mesh.slot(i, k), last = mesh.slot(i, mesh.edge_count[i] - 1);
        REQUIRE(mesh.edges_on_cell[s] == mesh.edges_on_cell[last]);
        REQUIRE(mesh.vertices_on_cell[s] == mesh.vertices_on_cell[last]);
        REQUIRE(mesh.cells_on_cell[s] == mesh.cells_on_cell[last]);
      }
    }
}

TEST_CASE("lists round a vertex go edge, cell, edge, counter-clockwise") {
  for (const Mesh& mesh : meshes())
    for (Index v = 0; v < mesh.vertices; ++v) {
      std::vector<Vec3> round;
      for (std::size_t j = 0; j < 3; ++j) {
        round.push_back(mesh.edge_position[mesh.edges_on_vertex[v][j]]);
        round.push_back(mesh.cell_position[mesh.cells_on_vertex[v][j]]);
      }
      REQUIRE(counter_clockwise(mesh, mesh.vertex_position[v], round));
    }
}

TEST_CASE("normals go from cell to cell, vertices along k x n, angles from the east") {
  for (const Mesh& mesh : meshes())
    for (Index e = 0; e < mesh.edges; ++e) {
      const auto [a, b] = mesh.cells_on_edge[e];
      const auto [right, left] = mesh.vertices_on_edge[e];
      REQUIRE(a < b);
      const Vec3 here = mesh.edge_position[e], up = up_at(mesh, here), n = edge_normal(mesh, e);
      REQUIRE(std::abs(norm(n) - 1) < 1e-15);
      REQUIRE(std::abs(dot(n, up)) < 1e-15);
      const Vec3 chord = separation(mesh, mesh.cell_position[a], mesh.cell_position[b]);
      REQUIRE(dot(n, chord) > 0.999 * norm(chord));
      const Vec3 along = separation(mesh, mesh.vertex_position[right], mesh.vertex_position[left]);
      REQUIRE(dot(cross(up, n), along) > 0.999 * norm(along));
      const auto [east, north] = local_frame(mesh, here);
      const double angle = mesh.angle_edge[e];
      REQUIRE(norm(std::cos(angle) * east + std::sin(angle) * north - n) < 1e-14);
    }
}

TEST_CASE("angles hold near the poles") {
  // A short step along the normal changes latitude by step sin(angle) and longitude by
  // step cos(angle) / cos(latitude), to second order in step over the distance from the pole.
  Mesh mesh = testing::icosahedral(4);
  const double step = 1e-7 * mesh.radius;
  int near_poles = 0;
  for (Index e = 0; e < mesh.edges; ++e) {
    const Vec3 here = mesh.edge_position[e];
    const auto [longitude, latitude] = longitude_latitude(here);
    if (std::abs(latitude) > 85 * std::numbers::pi / 180) ++near_poles;
    const auto there = longitude_latitude(here + step * edge_normal(mesh, e));
    const double north = (there.latitude - latitude) * mesh.radius / step;
    const double east = std::remainder(there.longitude - longitude, 2 * std::numbers::pi) *
                        std::cos(latitude) * mesh.radius / step;
    const double bound = 1e-7 / std::cos(latitude) + 1e-8;
    REQUIRE(std::abs(north - std::sin(mesh.angle_edge[e])) < bound);
    REQUIRE(std::abs(east - std::cos(mesh.angle_edge[e])) < bound);
  }
  CHECK(near_poles > 20);
}

TEST_CASE("edges lie midway between their cells, vertices equally far from theirs") {
  for (const Mesh& mesh : meshes()) {
    const double size = mean_spacing(mesh);
    for (Index e = 0; e < mesh.edges; ++e) {
      const auto [a, b] = mesh.cells_on_edge[e];
      const Vec3 p = separation(mesh, mesh.edge_position[e], mesh.cell_position[a]);
      const Vec3 q = separation(mesh, mesh.edge_position[e], mesh.cell_position[b]);
      REQUIRE(std::abs(norm(p) - norm(q)) < 1e-13 * size);
    }
    for (Index v = 0; v < mesh.vertices; ++v) {
      std::vector<double> far;
      for (const Index i : mesh.cells_on_vertex[v])
        far.push_back(norm(separation(mesh, mesh.vertex_position[v], mesh.cell_position[i])));
      const auto [least, most] = std::minmax_element(far.begin(), far.end());
      REQUIRE(*most - *least < 1e-13 * size);
    }
  }
}

TEST_CASE("kites fill cells and triangles, whole and part by part") {
  for (const Mesh& mesh : meshes()) {
    std::vector<double> of_cell(mesh.cells, 0.0);
    for (Index v = 0; v < mesh.vertices; ++v) {
      const auto& kites = mesh.kite_area[v];
      CHECK(mesh.area_triangle[v] == kites[0] + kites[1] + kites[2]);
      for (std::size_t j = 0; j < 3; ++j) of_cell[mesh.cells_on_vertex[v][j]] += kites[j];
    }
    for (Index i = 0; i < mesh.cells; ++i)
      REQUIRE(std::abs(of_cell[i] / mesh.area_cell[i] - 1) < 1e-15);
    // An edge's diamond is l_e d_e / 2 but for the sphere's curvature, (d / a)^2 at most.
    const double curvature =
        mesh.geometry == Geometry::plane ? 1e-13 : std::pow(mean_spacing(mesh) / mesh.radius, 2);
    double diamonds = 0, cells = 0;
    for (Index e = 0; e < mesh.edges; ++e) diamonds += 0.5 * mesh.dc_edge[e] * mesh.dv_edge[e];
    for (const double a : mesh.area_cell) cells += a;
    CHECK(std::abs(diamonds / cells - 1) < curvature);
  }
}

TEST_CASE("weights of the tangential velocity are antisymmetric") {
  // S(e, e') + S(e', e) = 1: the fractions R_iv met from e to e' and on from e' to e.
  for (const Mesh& mesh : meshes())
    for (Index i = 0; i < mesh.cells; ++i) {
      const int n = mesh.edge_count[i];
      std::vector<double> fraction;
      for (int k = 0; k < n; ++k) {
        const Index v = mesh.vertices_on_cell[mesh.slot(i, k)];
        const auto& round = mesh.cells_on_vertex[v];
        const auto j = std::find(round.begin(), round.end(), i) - round.begin();
        fraction.push_back(mesh.kite_area[v][static_cast<std::size_t>(j)] / mesh.area_cell[i]);
      }
      const auto from_to = [&](int a, int b) {
        double sum = 0;
        for (int k = a; k != b; k = (k + 1) % n) sum += fraction[static_cast<std::size_t>(k)];
        return sum;
      };
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < a; ++b) REQUIRE(std::abs(from_to(a, b) + from_to(b, a) - 1) < 1e-15);
    }
}

}  // namespace
}  // namespace hexad
