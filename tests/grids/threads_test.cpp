#include <omp.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "hexad/grids/edge_weights.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"

namespace hexad {
namespace {

/// FNV-1a over the bytes of a list.
template <class T>
std::uint64_t hash(const std::vector<T>& list) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto* byte = reinterpret_cast<const unsigned char*>(list.data());
  for (std::size_t n = 0; n < list.size() * sizeof(T); ++n)
    hash = (hash ^ byte[n]) * 0x100000001b3U;
  return hash;
}

using Hashes = std::map<std::string, std::uint64_t>;

Hashes hashes_of_lists(const Mesh& mesh) {
  return {{"edge_count", hash(mesh.edge_count)},
          {"edges_on_cell", hash(mesh.edges_on_cell)},
          {"cells_on_cell", hash(mesh.cells_on_cell)},
          {"vertices_on_cell", hash(mesh.vertices_on_cell)},
          {"cells_on_edge", hash(mesh.cells_on_edge)},
          {"vertices_on_edge", hash(mesh.vertices_on_edge)},
          {"cells_on_vertex", hash(mesh.cells_on_vertex)},
          {"edges_on_vertex", hash(mesh.edges_on_vertex)}};
}

Hashes hashes_of_numbers(const Mesh& mesh) {
  const auto weights = tangential_weights(mesh);
  return {{"cell_position", hash(mesh.cell_position)},
          {"edge_position", hash(mesh.edge_position)},
          {"vertex_position", hash(mesh.vertex_position)},
          {"dc_edge", hash(mesh.dc_edge)},
          {"dv_edge", hash(mesh.dv_edge)},
          {"area_cell", hash(mesh.area_cell)},
          {"area_triangle", hash(mesh.area_triangle)},
          {"kite_area", hash(mesh.kite_area)},
          {"angle_edge", hash(mesh.angle_edge)},
          {"weights", hash(weights.weights)},
          {"edges of weights", hash(weights.edges)}};
}

/// More cells than one thread takes at a time.
Mesh made(int threads) {
  omp_set_num_threads(threads);
  IcosahedralOptions options;
  options.level = 3;
  options.root_division = 6;
  options.tolerance = 1e-4;
  Mesh mesh = make_icosahedral(options);
  omp_set_num_threads(omp_get_num_procs());
  return mesh;
}

TEST_CASE("each list of a mesh is the same with one thread and several") {
  const Mesh one = made(1);
  for (const int threads : {2, 5}) {
    const Mesh other = made(threads);
    CHECK(other.cells == 23042);
    CHECK(hashes_of_lists(other) == hashes_of_lists(one));
    CHECK(hashes_of_numbers(other) == hashes_of_numbers(one));
    CHECK(other.file_id == one.file_id);
    CHECK(quality_lines(other) == quality_lines(one));
  }
}

TEST_CASE("the lists of a generated mesh are those that it has always had") {
  // Numbers of entities alone: the last bits of positions belong to the mathematical library.
  const Hashes before{
      {"cells_on_cell", 0x9dce34a82f207974U},    {"cells_on_edge", 0x47ff0c2a33b7f233U},
      {"cells_on_vertex", 0xca22b82a41f3ea9fU},  {"edge_count", 0xf15d043f1e0acf85U},
      {"edges_on_cell", 0x7b678130c31ca87U},     {"edges_on_vertex", 0x6977a96881303cfdU},
      {"vertices_on_cell", 0x66e1a8057e0ae2a9U}, {"vertices_on_edge", 0xfe7155c9852d8c11U}};
  CHECK(hashes_of_lists(made(2)) == before);
}

TEST_CASE("faults are the same with one thread and several") {
  Mesh mesh = made(2);
  for (Index i = 40; i < mesh.cells; i += 3001) {
    mesh.vertices_on_cell[mesh.slot(i, 0)] = mesh.vertices_on_cell[mesh.slot(i + 20, 0)];
    std::swap(mesh.cells_on_edge[i][0], mesh.cells_on_edge[i][1]);
    mesh.kite_area[i][1] = -1;
  }
  const auto texts = [&](int threads) {
    omp_set_num_threads(threads);
    std::vector<std::string> lines;
    for (const InputError& error : validate(mesh)) lines.emplace_back(error.what());
    omp_set_num_threads(omp_get_num_procs());
    return lines;
  };
  const auto one = texts(1);
  CHECK(one.size() > 4);
  CHECK(texts(2) == one);
  CHECK(texts(5) == one);
}

}  // namespace
}  // namespace hexad
