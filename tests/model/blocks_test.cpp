#include <cstring>

#include "../grids/meshes.hpp"
#include "catch.hpp"
#include "hexad/adjoint/operator_run.hpp"
#include "hexad/grids/metrics.hpp"

using namespace hexad;

namespace {

bool same_bits(const OperatorRun::Blocks& a, const OperatorRun::Blocks& b) {
  bool same = a.size() == b.size();
  for (std::size_t k = 0; same && k < a.size(); ++k)
    same = std::memcmp(a[k].values.data(), b[k].values.data(), 8 * a[k].values.size()) == 0;
  return same;
}

/// Forward, tangent and adjoint of an operator over the whole mesh, and block by block with blocks
/// of odd sizes, must agree bit for bit.
void check_operator(const OperatorEntry& entry, const Mesh& mesh, int members, int width) {
  INFO(entry.name << ", " << members << " members, " << width << " at a time");
  Parameters parameters = entry.parameters;
  parameters.time_step = 1e-3 * mean_spacing(mesh);
  const auto run = [&](Index size, int threads, auto&& f) {
    Domain domain(Device{.threads = threads}, mesh, parameters, all_tables);
    domain.use_blocks(size > 0);
    domain.set_block_size(size);
    return f(OperatorRun(entry, domain, members, width));
  };
  const auto forward = [](const OperatorRun& r) { return r.forward(r.draw_inputs(1)); };
  const auto tangent = [](const OperatorRun& r) {
    return r.tangent(r.draw_inputs(1), r.draw_perturbations(2));
  };
  const auto adjoint = [](const OperatorRun& r) {
    return r.adjoint(r.draw_inputs(1), r.draw_outputs(3));
  };
  const auto whole_forward = run(0, 1, forward), whole_tangent = run(0, 1, tangent),
             whole_adjoint = run(0, 1, adjoint);
  for (const Index size : {37, 256, 100000}) {
    INFO("blocks of " << size << " cells");
    CHECK(same_bits(whole_forward, run(size, 2, forward)));
    CHECK(same_bits(whole_tangent, run(size, 2, tangent)));
    CHECK(same_bits(whole_adjoint, run(size, 2, adjoint)));
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
