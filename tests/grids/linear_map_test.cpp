#include <cmath>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/core/random.hpp"
#include "hexad/grids/locate.hpp"
#include "meshes.hpp"

using namespace hexad;

namespace {

std::vector<double> random_values(const char* name, std::size_t count) {
  const Random random(7, name);
  std::vector<double> values(count);
  for (std::size_t n = 0; n < count; ++n) values[n] = random.normal(static_cast<std::int64_t>(n));
  return values;
}

double dot_product(const std::vector<double>& a, const std::vector<double>& b) {
  ExactSum sum;
  for (std::size_t n = 0; n < a.size(); ++n) sum.add(a[n] * b[n]);
  return sum.value();
}

std::vector<Vec3> random_directions(int count) {
  const Random random(1, "directions");
  std::vector<Vec3> points;
  for (int n = 0; n < count; ++n)
    points.push_back({random.normal(n, 0), random.normal(n, 1), random.normal(n, 2)});
  return points;
}

/// Points in and around a plane: far outside the period too.
std::vector<Vec3> random_places(const Mesh& plane, int count) {
  const Random random(2, "places");
  std::vector<Vec3> points;
  for (int n = 0; n < count; ++n)
    points.push_back(
        {3 * plane.period_x * random.uniform(n, 0), 3 * plane.period_y * random.uniform(n, 1), 0});
  return points;
}

/// Centres, corners and edge midpoints: where triangles meet and cells are equally far.
std::vector<Vec3> awkward_places(const Mesh& mesh) {
  std::vector<Vec3> points = mesh.cell_position;
  points.insert(points.end(), mesh.vertex_position.begin(), mesh.vertex_position.end());
  points.insert(points.end(), mesh.edge_position.begin(), mesh.edge_position.end());
  if (mesh.geometry == Geometry::sphere)
    for (const double s : {-1.0, 1.0})
      points.insert(points.end(), {{s, 0, 0}, {0, s, 0}, {0, 0, s}, {1e-9, 0, s}});
  return points;
}

/// The corners, weighted, lie under the point, and no weight is negative.
void check_located(const Mesh& mesh, const std::vector<Vec3>& points) {
  const LinearMap map = barycentric_map(mesh, points);
  REQUIRE(map.rows == static_cast<Index>(points.size()));
  REQUIRE(map.columns == mesh.cells);
  double worst_sum = 0, worst_place = 0;
  for (Index r = 0; r < map.rows; ++r) {
    const Vec3 point = mesh.geometry == Geometry::plane
                           ? points[static_cast<std::size_t>(r)]
                           : mesh.radius * normalised(points[static_cast<std::size_t>(r)]);
    double sum = 0;
    Vec3 off{};
    Index last_id = -1;
    for (auto k = static_cast<std::size_t>(map.row_start[r]);
         k < static_cast<std::size_t>(map.row_start[r + 1]); ++k) {
      REQUIRE(map.weight[k] >= 0);
      REQUIRE(mesh.cell_id[map.column[k]] > last_id);  // in the order of global ids
      last_id = mesh.cell_id[map.column[k]];
      sum += map.weight[k];
      off += map.weight[k] * separation(mesh, point, mesh.cell_position[map.column[k]]);
    }
    if (mesh.geometry == Geometry::sphere) off = off - dot(off, point) / dot(point, point) * point;
    worst_sum = std::max(worst_sum, std::abs(sum - 1));
    worst_place = std::max(worst_place, norm(off) / mesh.dc_edge.front());
  }
  CHECK(worst_sum <= 5e-16);
  CHECK(worst_place <= 5e-12);  // round-off of 1e-12 of a weight, on longest sides
}

}  // namespace

TEST_CASE("a linear map and its transpose", "[grids][maps]") {
  std::vector<MapEntry> entries;
  const Random random(3, "entries");
  for (int n = 0; n < 4000; ++n)
    entries.push_back({static_cast<Index>(200 * (1 + random.uniform(n, 0))),
                       static_cast<Index>(150 * (1 + random.uniform(n, 1))), random.normal(n, 2)});
  const LinearMap map = make_map(400, 300, entries), back = map.transposed();
  REQUIRE(back.rows == 300);
  REQUIRE(back.columns == 400);

  SECTION("entries of one place are added up, rows ascend") {
    std::vector<double> dense(400 * 300, 0.0);
    for (const auto& e : entries)
      dense[static_cast<std::size_t>(e.row * 300 + e.column)] += e.weight;
    std::size_t filled = 0;
    for (Index r = 0; r < map.rows; ++r)
      for (auto k = static_cast<std::size_t>(map.row_start[r]);
           k < static_cast<std::size_t>(map.row_start[r + 1]); ++k, ++filled)
        REQUIRE(map.weight[k] == dense[static_cast<std::size_t>(r * 300 + map.column[k])]);
    CHECK(filled == map.entries());
    CHECK(filled == static_cast<std::size_t>(std::count_if(dense.begin(), dense.end(),
                                                           [](double w) { return w != 0; })));
  }
  SECTION("twice transposed is the same") {
    const LinearMap again = back.transposed();
    CHECK(again.row_start == map.row_start);
    CHECK(again.column == map.column);
    CHECK(again.weight == map.weight);
  }
  SECTION("dot product") {
    const auto x = random_values("x", 300), y = random_values("y", 400);
    const double forward = dot_product(map.apply(x), y), adjoint = dot_product(x, back.apply(y));
    const auto image = map.apply(x);
    const double size = std::sqrt(dot_product(image, image) * dot_product(y, y));
    CHECK(std::abs(forward - adjoint) <= 1e-15 * size);
    const auto round = back.apply(image);
    const double square = dot_product(image, image);
    CHECK(std::abs(square - dot_product(x, round)) <= 1e-14 * square);
  }
  SECTION("members are mapped side by side") {
    const auto x = random_values("members", 900);
    const auto y = map.apply(x, 3);
    for (std::size_t member = 0; member < 3; ++member) {
      std::vector<double> one;
      for (std::size_t n = member; n < x.size(); n += 3) one.push_back(x[n]);
      const auto alone = map.apply(one);
      for (std::size_t r = 0; r < alone.size(); ++r) REQUIRE(y[3 * r + member] == alone[r]);
    }
  }
  SECTION("ids rule the order of the entries") {
    std::vector<Index> reversed(300), row_ids(400);
    for (Index n = 0; n < 300; ++n) reversed[static_cast<std::size_t>(n)] = 299 - n;
    for (Index n = 0; n < 400; ++n) row_ids[static_cast<std::size_t>(n)] = 399 - n;
    const LinearMap other = make_map(400, 300, entries, reversed);
    const LinearMap turned = other.transposed(row_ids);
    for (const auto* m : {&other, &turned})
      for (Index r = 0; r < m->rows; ++r)
        for (auto k = static_cast<std::size_t>(m->row_start[r]) + 1;
             k < static_cast<std::size_t>(m->row_start[r + 1]); ++k)
          REQUIRE(m->column[k] < m->column[k - 1]);
  }
  SECTION("vectors of another size are refused") {
    CHECK_THROWS_AS(map.apply(random_values("x", 299)), RunError);
  }
}

TEST_CASE("every point is located", "[grids][maps]") {
  for (const int level : {0, 2, 4}) {
    const Mesh mesh = testing::icosahedral(level);
    check_located(mesh, random_directions(20000));
    check_located(mesh, awkward_places(mesh));
  }
  const Mesh plane = testing::planar();
  check_located(plane, random_places(plane, 20000));
  check_located(plane, awkward_places(plane));
}

TEST_CASE("the nearest cell is the nearest", "[grids][maps]") {
  for (const Mesh& mesh : {testing::icosahedral(2), testing::planar()}) {
    const auto points =
        mesh.geometry == Geometry::plane ? random_places(mesh, 500) : random_directions(500);
    for (const auto& point : points) {
      const Vec3 there = mesh.geometry == Geometry::plane ? point : mesh.radius * normalised(point);
      const auto distance = [&](Index i) {
        return norm(separation(mesh, there, mesh.cell_position[i]));
      };
      const Index found = nearest_cell(mesh, point, mesh.cells / 2);
      for (Index i = 0; i < mesh.cells; ++i) REQUIRE(distance(found) <= distance(i));
    }
  }
}

TEST_CASE("what is no place is refused", "[grids][maps]") {
  const Mesh mesh = testing::icosahedral(1);
  CHECK_THROWS_AS(locate(mesh, {0, 0, 0}), InputError);
  CHECK_THROWS_AS(locate(mesh, {0, std::nan(""), 1}), InputError);
  const std::vector<Vec3> points{{1, 0, 0}, {0, 0, 0}};
  CHECK_THROWS_AS(barycentric_map(mesh, points), InputError);
}

TEST_CASE("barycentric interpolation is of second order on the sphere", "[grids][maps]") {
  const auto field = [](Vec3 p) {
    const Vec3 r = normalised(p);
    return r.x * r.y * r.z + std::sin(3 * r.x) + r.z * r.z;
  };
  const auto points = random_directions(5000);
  double last = 0;
  for (const int level : {2, 3, 4, 5}) {
    const Mesh mesh = testing::icosahedral(level);
    std::vector<double> values;
    for (const auto& position : mesh.cell_position) values.push_back(field(position));
    const auto found = barycentric_map(mesh, points).apply(values);
    double error = 0;
    for (std::size_t n = 0; n < points.size(); ++n)
      error += std::pow(found[n] - field(points[n]), 2);
    error = std::sqrt(error / static_cast<double>(points.size()));
    INFO("level " << level << ", error " << error);
    if (last > 0) CHECK(std::log2(last / error) > 1.9);
    last = error;
  }
}

TEST_CASE("a map does not depend on threads", "[grids][maps]") {
  const Mesh mesh = testing::icosahedral(3);
  const auto points = random_directions(6000);
  const LinearMap one = barycentric_map(mesh, points, 1), two = barycentric_map(mesh, points, 2);
  CHECK(one.column == two.column);
  CHECK(one.weight == two.weight);
}
