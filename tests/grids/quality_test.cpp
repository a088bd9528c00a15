#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "catch.hpp"
#include "hexad/grids/device_mesh.hpp"
#include "hexad/grids/metrics.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

TEST_CASE("regular hexagons are perfect") {
  const Mesh mesh = testing::planar();
  const Quality q = quality(mesh);
  CHECK(q.spacing_min == Approx(1000).epsilon(1e-13));
  CHECK(q.spacing_max == Approx(1000).epsilon(1e-13));
  CHECK(q.area_max / q.area_min == Approx(1).epsilon(1e-13));
  CHECK(q.area_error < 1e-14);
  CHECK(q.centroid_offset_max < 1e-13);
  CHECK(q.angle_min == Approx(60).epsilon(1e-13));
  CHECK(q.angle_max == Approx(60).epsilon(1e-13));
  CHECK(q.cell_quality_min == Approx(1).epsilon(1e-12));
  CHECK(q.offset_of_edges_max < 1e-13);
  CHECK(q.hexagons == mesh.cells);
  CHECK(q.pentagons + q.heptagons + q.others + q.obtuse_triangles + q.not_delaunay == 0);
}

TEST_CASE("centroids lie within their cells and are where Lloyd would move them") {
  // On the unrelaxed mesh the centroid differs from the cell, on the relaxed one it does not.
  IcosahedralOptions options;
  options.level = 3;
  options.optimise = false;
  const Mesh mesh = make_icosahedral(options);
  const auto one = centroids(mesh, 1), two = centroids(mesh, 2);
  CHECK(one == two);
  double largest = 0;
  for (Index i = 0; i < mesh.cells; ++i) {
    REQUIRE(norm(one[i]) == Approx(mesh.radius).epsilon(1e-14));
    largest = std::max(largest, norm(one[i] - mesh.cell_position[i]) / mean_spacing(mesh));
  }
  CHECK(largest > 1e-3);
  CHECK(largest < 0.5);
}

TEST_CASE("the centroid of a spherical polygon is the integral of the position over it") {
  // Against sums over fine sub-triangles of each kite's triangle (cell, corner, corner), whose
  // error falls as the square of their size: 64^2 parts of cells 0.3 across leave 1e-5.
  const Mesh mesh = testing::icosahedral(1);
  const auto centre = centroids(mesh, 1);
  const int parts = 64;
  for (Index i = 0; i < mesh.cells; i += 5) {
    Vec3 sum{};
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const int next = (k + 1) % mesh.edge_count[i];
      const Vec3 a = mesh.cell_position[i];
      const Vec3 b = mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, k)]];
      const Vec3 c = mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, next)]];
      const auto point = [&](double s, double t) {
        return normalised(a + (s / parts) * (b - a) + (t / parts) * (c - a));
      };
      for (int s = 0; s < parts; ++s)
        for (int t = 0; s + t < parts; ++t) {
          const auto add = [&](Vec3 p, Vec3 q, Vec3 r) {
            sum += norm(cross(q - p, r - p)) * normalised(p + q + r);
          };
          add(point(s, t), point(s + 1, t), point(s, t + 1));
          if (s + t + 1 < parts) add(point(s + 1, t), point(s + 1, t + 1), point(s, t + 1));
        }
    }
    REQUIRE(norm(normalised(sum) - normalised(centre[i])) < 1e-5);
  }
}

TEST_CASE("obtuse and badly joined triangles are counted") {
  Mesh mesh = testing::planar();
  // Towards the middle of the side between two neighbours, 866 m away: the angle at the cell
  // exceeds 90 degrees after 366 m and, with the 60 degrees beyond the side, 180 after 577 m.
  const Vec3 start = mesh.cell_position[20], way{0.5 * std::numbers::sqrt3, 0.5, 0};
  mesh.cell_position[20] = start + 450 * way;
  build_metrics(mesh);
  CHECK(quality(mesh).obtuse_triangles > 0);
  CHECK(quality(mesh).not_delaunay == 0);
  CHECK(quality(mesh).area_error < 1e-14);
  mesh.cell_position[20] = start + 650 * way;
  build_metrics(mesh);
  CHECK(quality(mesh).not_delaunay > 0);
  CHECK_FALSE(validate(mesh).empty());
}

TEST_CASE("the report names what a person asks of a mesh") {
  const auto lines = quality_lines(testing::icosahedral(2));
  const auto has = [&lines](const std::string& text) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  };
  CHECK(has("162 (12 pentagons, 150 hexagons, 0 heptagons, 0 others)"));
  CHECK(has("sphere of radius 6371220 m"));
  CHECK(has("480, 320"));
  CHECK(has("0 obtuse, 0 edges not Delaunay"));
  CHECK(quality_lines(testing::planar()).front().find("doubly periodic plane") !=
        std::string::npos);
}

TEST_CASE("the mesh that kernels see: fractions sum to one, signs cancel, slots agree") {
  for (const Mesh& mesh : {testing::icosahedral(2), testing::planar()}) {
    const DeviceMesh<double> device_mesh(Device{}, mesh);
    const auto view = device_mesh.view();
    std::vector<double> sign_sum(mesh.edges, 0.0);
    for (Index i = 0; i < view.cells; ++i) {
      double fractions = 0, east = 0, north = 0;
      const auto frame = local_frame(mesh, mesh.cell_position[i]);
      for (int k = 0; k < view.edge_count(i); ++k) {
        const Index e = view.edge_on_cell(i, k);
        fractions += view.kite_fraction(i, k);
        sign_sum[e] += view.normal_sign(i, k);
        REQUIRE(view.slot_on_edge(e, view.normal_sign(i, k) > 0 ? 0 : 1) == view.slot(i, k));
        // A constant eastward wind is reconstructed as it is.
        const double u = dot(frame.east, edge_normal(mesh, e));
        east += view.east_weight(i, k) * u;
        north += view.north_weight(i, k) * u;
      }
      REQUIRE(std::abs(fractions - 1) < 1e-15);
      REQUIRE(std::abs(east - 1) < 1e-14);
      REQUIRE(std::abs(north) < 1e-14);
    }
    for (const double sum : sign_sum) REQUIRE(sum == 0);
    for (Index v = 0; v < view.vertices; ++v) {
      double kites = 0;
      for (int j = 0; j < 3; ++j) {
        const Index e = view.edge_on_vertex(v, j);
        kites += view.kite_on_vertex(v, j);
        REQUIRE(view.vertex_on_edge(e, view.circulation_sign(v, j) > 0 ? 1 : 0) == v);
      }
      REQUIRE(kites == view.area_vertex(v));
    }
  }
}

}  // namespace
}  // namespace hexad
