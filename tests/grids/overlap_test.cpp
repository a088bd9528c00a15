#include "hexad/grids/overlap.hpp"

#include <cmath>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/random.hpp"
#include "meshes.hpp"

using namespace hexad;

namespace {

Mesh turned(int level) {  // another mesh of about that size, with other places of its cells
  IcosahedralOptions options;
  options.level = level - 1;
  options.root_division = 2;
  options.optimise = false;
  Mesh mesh = make_icosahedral(options);
  const double c = std::cos(0.3), s = std::sin(0.3);
  const auto turn = [&](std::vector<Vec3>& places) {
    for (Vec3& p : places) p = {c * p.x - s * p.z, p.y, s * p.x + c * p.z};
  };
  turn(mesh.cell_position);
  turn(mesh.edge_position);
  turn(mesh.vertex_position);
  return mesh;
}

Mesh plane(int nx, int ny, double width) { return make_planar({nx, ny, width / nx}); }

/// Rows and, weighted with areas, columns add up; constants, bounds and the integral are kept.
void check_conservative(const Mesh& source, const Mesh& target) {
  const LinearMap map = overlap_map(source, target);
  REQUIRE(map.rows == target.cells);
  REQUIRE(map.columns == source.cells);
  double worst_row = 0, worst_column = 0;
  std::vector<double> covered(static_cast<std::size_t>(source.cells), 0.0);
  for (Index i = 0; i < map.rows; ++i) {
    double sum = 0;
    Index last_id = -1;
    for (auto k = static_cast<std::size_t>(map.row_start[i]);
         k < static_cast<std::size_t>(map.row_start[i + 1]); ++k) {
      REQUIRE(map.weight[k] > 0);
      REQUIRE(source.cell_id[map.column[k]] > last_id);
      last_id = source.cell_id[map.column[k]];
      sum += map.weight[k];
      covered[map.column[k]] += map.weight[k] * target.area_cell[i];
    }
    worst_row = std::max(worst_row, std::abs(sum - 1));
  }
  for (Index j = 0; j < source.cells; ++j)
    worst_column = std::max(worst_column, std::abs(covered[j] / source.area_cell[j] - 1));
  INFO("rows " << worst_row << ", columns " << worst_column);
  CHECK(worst_row <= 2e-15);
  CHECK(worst_column <= 1e-11);

  const Random random(11, "x");
  std::vector<double> x;
  for (Index j = 0; j < source.cells; ++j) x.push_back(5000 + 1000 * random.uniform(j));
  const auto y = map.apply(x);
  double before = 0, after = 0;
  for (Index j = 0; j < source.cells; ++j) before += source.area_cell[j] * x[j];
  for (Index i = 0; i < target.cells; ++i) after += target.area_cell[i] * y[i];
  CHECK(after == Approx(before).epsilon(1e-13));
  for (const double value : y) REQUIRE((value > 4000 && value < 6000));
}

}  // namespace

TEST_CASE("cell averages are remapped conservatively", "[grids][overlap]") {
  SECTION("between spheres of other cells") {
    check_conservative(turned(3), testing::icosahedral(4));
    check_conservative(testing::icosahedral(4), turned(3));
    check_conservative(testing::icosahedral(2), testing::icosahedral(5));
    check_conservative(testing::icosahedral(0), testing::icosahedral(1));
  }
  SECTION("between planes of other cells") {
    // 8 x 6 cells cut into 16 x 12, whose centres do not coincide with theirs.
    check_conservative(plane(8, 6, 8000), plane(16, 12, 8000));
    check_conservative(plane(16, 12, 8000), plane(8, 6, 8000));
  }
}

TEST_CASE("a mesh overlaps itself cell by cell", "[grids][overlap]") {
  for (const Mesh& mesh : {testing::icosahedral(3), testing::planar()}) {
    const Random random(12, "x");
    std::vector<double> x;
    for (Index j = 0; j < mesh.cells; ++j) x.push_back(random.normal(j));
    const auto y = overlap_map(mesh, mesh).apply(x);
    for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(y[i] == Approx(x[i]).margin(1e-12));
  }
}

TEST_CASE("the remap of a smooth field is of first order or better", "[grids][overlap]") {
  const auto field = [](Vec3 p) {
    const Vec3 r = normalised(p);
    return r.x * r.y * r.z + r.z * r.z;
  };
  const Mesh target = testing::icosahedral(5);
  double last = 0;
  for (const int level : {2, 3, 4}) {
    const Mesh source = turned(level);
    std::vector<double> values;
    for (const auto& position : source.cell_position) values.push_back(field(position));
    const auto found = overlap_map(source, target).apply(values);
    double error = 0;
    for (Index i = 0; i < target.cells; ++i)
      error += target.area_cell[i] * std::pow(found[i] - field(target.cell_position[i]), 2);
    if (last > 0) CHECK(0.5 * std::log2(last / error) > 0.9);
    last = error;
  }
}

TEST_CASE("the transpose of an overlap and its threads", "[grids][overlap]") {
  const Mesh source = turned(3), target = testing::icosahedral(4);
  const LinearMap one = overlap_map(source, target, 1), two = overlap_map(source, target, 2);
  CHECK(one.column == two.column);
  CHECK(one.weight == two.weight);
  const LinearMap again = one.transposed(target.cell_id).transposed(source.cell_id);
  CHECK(again.column == one.column);
  CHECK(again.weight == one.weight);
}

TEST_CASE("meshes of different places are refused", "[grids][overlap]") {
  const Mesh sphere = testing::icosahedral(1);
  CHECK_THROWS_AS(overlap_map(sphere, testing::planar()), InputError);
  CHECK_THROWS_AS(overlap_map(testing::planar(), sphere), InputError);
  CHECK_THROWS_AS(overlap_map(plane(8, 6, 8000), plane(8, 6, 9000)), InputError);
}
