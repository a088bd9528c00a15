#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "catch.hpp"
#include "hexad/grids/metrics.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

TEST_CASE("icosahedral meshes of every root division and level") {
  for (const int root : {1, 2, 3, 5, 6})
    for (const int level : {0, 1}) {
      IcosahedralOptions options;
      options.level = level;
      options.root_division = root;
      const Mesh mesh = make_icosahedral(options);
      INFO("root division " << root << ", level " << level);
      CHECK(mesh.cells == 10 * root * root * (1 << (2 * level)) + 2);
      CHECK(validate(mesh).empty());
      const Quality q = quality(mesh);
      CHECK(q.pentagons == 12);
      CHECK(q.hexagons == mesh.cells - 12);
      CHECK(q.obtuse_triangles == 0);
      CHECK(q.not_delaunay == 0);
      CHECK(q.area_error < 1e-15);
    }
}

TEST_CASE("relaxation brings each cell to its centroid") {
  for (const int level : {3, 4}) {
    IcosahedralOptions options;
    options.level = level;
    options.tolerance = 1e-9;
    std::array<int, 6> iterations{};
    options.progress = [&iterations](int at, int iteration, double) {
      iterations[static_cast<std::size_t>(at)] = iteration;
    };
    const Quality q = quality(make_icosahedral(options));
    // Offsets are over sqrt(area), the tolerance over the spacing between cells of mean size: the
    // smallest cell has 0.7 of the mean area and the spacing is 1.07 sqrt(area).
    CHECK(q.centroid_offset_max < 1.3 * options.tolerance);
    CHECK(iterations[static_cast<std::size_t>(level)] > 0);
    CHECK(iterations[static_cast<std::size_t>(level)] < options.max_iterations);
  }
}

TEST_CASE("an unrelaxed mesh is valid, and worse") {
  IcosahedralOptions options;
  options.level = 4;
  options.optimise = false;
  const Mesh mesh = make_icosahedral(options);
  CHECK(validate(mesh).empty());
  CHECK(quality(mesh).centroid_offset_max > 1e-3);
}

TEST_CASE("the same bits with one thread and several") {
  const Mesh one = testing::icosahedral(5, 1);
  for (const int threads : {2, 3}) {
    const Mesh other = testing::icosahedral(5, threads);
    CHECK(one.file_id == other.file_id);
    CHECK(one.cell_position == other.cell_position);
    CHECK(one.vertex_position == other.vertex_position);
    CHECK(one.edge_position == other.edge_position);
    CHECK(one.cells_on_vertex == other.cells_on_vertex);
    CHECK(one.kite_area == other.kite_area);
    CHECK(one.area_cell == other.area_cell);
  }
}

TEST_CASE("the mesh depends on the radius by scale alone, its name on what it is") {
  IcosahedralOptions options;
  options.level = 2;
  const Mesh large = make_icosahedral(options);
  options.radius = 1;
  const Mesh unit = make_icosahedral(options);
  CHECK(unit.file_id != large.file_id);
  CHECK(unit.file_radius == 1);
  CHECK(unit.cells_on_vertex == large.cells_on_vertex);
  for (Index e = 0; e < unit.edges; ++e)
    REQUIRE(large.dc_edge[e] / large.radius == Approx(unit.dc_edge[e]).epsilon(1e-13));
  CHECK(testing::icosahedral(2).file_id == large.file_id);
}

TEST_CASE("no cell centre, edge or vertex lies on a pole or on the prime meridian at the equator") {
  for (const int level : {0, 1, 2, 3, 4}) {
    const Mesh mesh = testing::icosahedral(level);
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto* positions : {&mesh.cell_position, &mesh.edge_position, &mesh.vertex_position})
      for (const Vec3 p : *positions)
        for (const Vec3 special :
             {Vec3{0, 0, mesh.radius}, Vec3{0, 0, -mesh.radius}, Vec3{mesh.radius, 0, 0}})
          nearest = std::min(nearest, norm(p - special));
    INFO("level " << level);
    CHECK(nearest > 1e-2 * mean_spacing(mesh));
  }
}

TEST_CASE("a pentagon is far from the poles") {
  const Mesh mesh = testing::icosahedral(4);
  for (Index i = 0; i < mesh.cells; ++i) {
    if (mesh.edge_count[i] != 5) continue;
    const double latitude = longitude_latitude(mesh.cell_position[i]).latitude;
    CHECK(std::abs(latitude) < 80 * std::numbers::pi / 180);
  }
}

TEST_CASE("impossible meshes are refused") {
  const auto refused = [](auto change) {
    IcosahedralOptions options;
    change(options);
    CHECK_THROWS_AS(make_icosahedral(options), InputError);
  };
  refused([](auto& o) { o.level = -1; });
  refused([](auto& o) { o.level = 13; });
  refused([](auto& o) { o.root_division = 0; });
  refused([](auto& o) { o.radius = -1; });
  refused([](auto& o) { o.radius = std::numeric_limits<double>::infinity(); });
  CHECK_THROWS_AS(make_planar({2, 8, 1000.0}), InputError);
  CHECK_THROWS_AS(make_planar({8, 7, 1000.0}), InputError);
  CHECK_THROWS_AS(make_planar({8, 8, 0.0}), InputError);
  CHECK_THROWS_AS(make_planar({100000, 100000, 1.0}), InputError);
}

}  // namespace
}  // namespace hexad
