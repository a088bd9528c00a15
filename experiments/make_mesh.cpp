#include "hexad/experiments/make_mesh.hpp"

#include "hexad/experiments/mesh_plan.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad {
namespace {

template <class... Lists>
std::size_t bytes_of(const Lists&... lists) {
  return (... + (lists.capacity() * sizeof(*lists.data())));
}

}  // namespace

Mesh make_icosahedral_shown(IcosahedralOptions options, const Console& console) {
  RelaxationProgress progress(console, options.level);
  options.progress = [&progress](int level, int iteration, double move) {
    progress.advance(level, iteration, move);
  };
  Mesh mesh = make_icosahedral(options);
  progress.clear();
  return mesh;
}

Mesh make_mesh(const MeshChoice& choice, int threads, const Console& console) {
  if (const auto* file = std::get_if<MeshFromFile>(&choice))
    return read_mesh(file->file.string(), nullptr, file->radius);
  if (const auto* plane = std::get_if<PlanarOptions>(&choice)) return make_planar(*plane);
  auto options = std::get<IcosahedralOptions>(choice);
  options.threads = threads;
  return make_icosahedral_shown(options, console);
}

Index count_cells(const MeshChoice& choice) {
  if (const auto* file = std::get_if<MeshFromFile>(&choice))
    return cells_in_file(file->file.string());
  if (const auto* plane = std::get_if<PlanarOptions>(&choice)) {
    require_possible(*plane);
    return plane->nx * plane->ny;
  }
  const auto& icosahedral = std::get<IcosahedralOptions>(choice);
  require_possible(icosahedral);
  const int root = icosahedral.root_division;
  return 10 * root * root * (1 << (2 * icosahedral.level)) + 2;
}

std::size_t host_bytes(const Mesh& m) {
  return bytes_of(m.cell_position, m.edge_position, m.vertex_position, m.edge_count,
                  m.edges_on_cell, m.cells_on_cell, m.vertices_on_cell, m.cells_on_edge,
                  m.vertices_on_edge, m.cells_on_vertex, m.edges_on_vertex, m.dc_edge, m.dv_edge,
                  m.area_cell, m.area_triangle, m.kite_area, m.angle_edge, m.mesh_density,
                  m.cell_id, m.edge_id, m.vertex_id);
}

}  // namespace hexad
