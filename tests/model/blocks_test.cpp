#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "../grids/meshes.hpp"
#include "catch.hpp"
#include "hexad/adjoint/operator_run.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/topology.hpp"

using namespace hexad;

namespace {

bool same_bits(const OperatorRun::Blocks& a, const OperatorRun::Blocks& b) {
  bool same = a.size() == b.size();
  for (std::size_t k = 0; same && k < a.size(); ++k)
    same = std::memcmp(a[k].values.data(), b[k].values.data(), 8 * a[k].values.size()) == 0;
  return same;
}

/// A sphere with 14 pentagons and two heptagons, 226 cells: an icosahedron but for seven triangles
/// instead of five about each pole, its edges cut twice.
Mesh with_heptagons() {
  constexpr Index around = 7;
  std::vector<Vec3> cells{{0, 0, 1}, {0, 0, -1}};
  std::vector<std::array<Index, 3>> triangles;
  for (Index n = 0; n < around; ++n) {
    const double turn = 2 * std::numbers::pi / around, latitude = 0.5;
    const auto at = [&](double longitude, double sign) {
      return Vec3{std::cos(latitude) * std::cos(longitude),
                  std::cos(latitude) * std::sin(longitude), sign * std::sin(latitude)};
    };
    cells.push_back(at(n * turn, 1));
    cells.push_back(at((n + 0.5) * turn, -1));
    const Index next = (n + 1) % around;
    const Index north = 2 + 2 * n, south = north + 1, north2 = 2 + 2 * next, south2 = north2 + 1;
    triangles.push_back({0, north, north2});
    triangles.push_back({north, south, north2});
    triangles.push_back({south, south2, north2});
    triangles.push_back({1, south2, south});
  }
  for (int cut = 0; cut < 2; ++cut) {
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index i, Index j) {
      const auto [place, is_new] =
          middles.insert({{std::min(i, j), std::max(i, j)}, static_cast<Index>(cells.size())});
      if (is_new) cells.push_back(normalised(cells[i] + cells[j]));
      return place->second;
    };
    std::vector<std::array<Index, 3>> finer;
    for (const auto& [i, j, k] : triangles) {
      const Index ij = middle(i, j), jk = middle(j, k), ki = middle(k, i);
      finer.insert(finer.end(), {{i, ij, ki}, {j, jk, ij}, {k, ki, jk}, {ij, jk, ki}});
    }
    triangles = std::move(finer);
  }
  Mesh mesh;
  mesh.radius = earth_radius;
  mesh.cells = static_cast<Index>(cells.size());
  mesh.cell_position = std::move(cells);
  mesh.cells_on_vertex = std::move(triangles);
  for (Vec3& position : mesh.cell_position) position = earth_radius * position;
  finish_generated(mesh, "heptagons");
  return mesh;
}

/// Forward, tangent and adjoint of an operator over the whole mesh, and block by block with blocks
/// of odd sizes, must agree bit for bit.
void check_operator(const OperatorEntry& entry, const Mesh& mesh, int members, int width) {
  INFO(entry.name << ", " << members << " members, " << width << " at a time");
  Parameters parameters = entry.parameters;
  parameters.time_step = 1e-3 * mean_spacing(mesh);
  const auto run = [&](Index size, Order order, auto&& f) {
    Domain domain(Device{.threads = size > 0 ? 2 : 1, .order = order}, mesh, parameters,
                  all_tables);
    domain.use_blocks(size > 0);
    domain.set_block_size(size);
    const auto result = f(OperatorRun(entry, domain, members, width));
    // A prescribed wind has no tendency of its own: nothing is left to be computed in blocks.
    const bool nothing_to_do =
        entry.parameters.wind == WindChoice::prescribed && entry.info.name == "velocity_tendency";
    CHECK((domain.block_bytes() > 0) == (size > 0 && !nothing_to_do));
    return result;
  };
  const auto forward = [](const OperatorRun& r) { return r.forward(r.draw_inputs(1)); };
  const auto tangent = [](const OperatorRun& r) {
    return r.tangent(r.draw_inputs(1), r.draw_perturbations(2));
  };
  const auto adjoint = [](const OperatorRun& r) {
    return r.adjoint(r.draw_inputs(1), r.draw_outputs(3));
  };
  const auto whole_forward = run(0, Order::forward, forward),
             whole_tangent = run(0, Order::forward, tangent),
             whole_adjoint = run(0, Order::forward, adjoint);
  for (const Index size : {37, 256, 100000}) {
    const Order order = size == 37 ? Order::reversed : Order::forward;
    INFO("blocks of " << size << " cells");
    CHECK(same_bits(whole_forward, run(size, order, forward)));
    CHECK(same_bits(whole_tangent, run(size, order, tangent)));
    CHECK(same_bits(whole_adjoint, run(size, order, adjoint)));
  }
}

void check_all(const Mesh& mesh) {
  Registry registry;
  register_model(registry);
  for (const auto& entry : registry.entries()) {
    const std::string& name = entry.info.name;
    if (name.find("tendency") == std::string::npos && name.find("_step") == std::string::npos)
      continue;
    if (name == "tracer_step") continue;
    check_operator(entry, mesh, 1, 1);
    check_operator(entry, mesh, 3, 1);
    check_operator(entry, mesh, 8, 4);
    check_operator(entry, mesh, 12, 4);
  }
}

}  // namespace

TEST_CASE("block by block, operators have the bits of whole passes on the sphere",
          "[model][blocks]") {
  check_all(testing::icosahedral(3));
}

TEST_CASE("block by block, operators have the bits of whole passes on the plane",
          "[model][blocks]") {
  PlanarOptions options;
  options.nx = 12;
  options.ny = 10;
  check_all(make_planar(options));
}

TEST_CASE("block by block, operators have the bits of whole passes about cells of seven edges",
          "[model][blocks]") {
  const Mesh mesh = with_heptagons();
  CHECK(std::count(mesh.edge_count.begin(), mesh.edge_count.end(), 7) == 2);
  CHECK(std::count(mesh.edge_count.begin(), mesh.edge_count.end(), 5) == 14);
  check_all(mesh);
}

TEST_CASE("a mesh whose edges follow another order runs over whole passes", "[model][blocks]") {
  Mesh mesh = testing::icosahedral(2);
  CHECK(MeshBlocks::possible(mesh));
  std::reverse(mesh.cells_on_edge.begin(), mesh.cells_on_edge.end());
  CHECK_FALSE(MeshBlocks::possible(mesh));
}

TEST_CASE("every entity is owned by one block", "[model][blocks]") {
  const Mesh mesh = testing::icosahedral(3);
  const MeshBlocks blocks(mesh, 50, 3, 2);
  Index cells = 0, edges = 0, vertices = 0;
  for (Index n = 0; n < blocks.count(); ++n) {
    const BlockData& block = blocks[n];
    CHECK(block.first_cell == cells);
    CHECK(block.first_edge == edges);
    CHECK(block.first_vertex == vertices);
    cells += block.owned_cells;
    edges += block.owned_edges;
    vertices += block.owned_vertices;
    CHECK(block.cells_within(0) == block.owned_cells);
    CHECK(block.spokes_within(0) >= block.edges_within(0));
  }
  CHECK(cells == mesh.cells);
  CHECK(edges == mesh.edges);
  CHECK(vertices == mesh.vertices);
}
