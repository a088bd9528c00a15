#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <numbers>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/grids/topology.hpp"

namespace hexad {
namespace {

constexpr int curve_bits = 24;  // per direction: finer than any mesh

using Keys = std::vector<std::pair<std::uint64_t, Index>>;  // distance along the curve, cell

/// Sorts pieces, then merges them two by two. No two keys are equal, so there is one result.
void sort(Keys& keys) {
  constexpr Index pieces = 16;
  const auto size = static_cast<Index>(keys.size());
  const auto at = [&](Index piece) {
    return keys.begin() + static_cast<std::ptrdiff_t>(std::int64_t{size} * piece / pieces);
  };
  parallel_for(
      pieces, 0, [&](Index n) { std::sort(at(n), at(n + 1)); }, size / pieces + 1);
  for (Index width = 1; width < pieces; width *= 2)
    parallel_for(
        pieces / (2 * width), 0,
        [&](Index n) {
          std::inplace_merge(at(2 * n * width), at((2 * n + 1) * width), at((2 * n + 2) * width));
        },
        2 * width * (size / pieces) + 1);
}

/// Distance along the Hilbert curve that fills the unit square from (0, 0) to (1, 0).
std::uint64_t hilbert(double u, double v) {
  constexpr double side = static_cast<double>(1U << curve_bits);
  const auto grid = [](double x) {
    return static_cast<std::uint32_t>(std::clamp(x * side, 0.0, side - 1));
  };
  std::uint32_t x = grid(u), y = grid(v);
  std::uint64_t key = 0;
  for (std::uint32_t half = 1U << (curve_bits - 1); half > 0; half >>= 1) {
    const std::uint32_t right = (x & half) != 0, upper = (y & half) != 0;
    key = 4 * key + ((3 * right) ^ upper);
    if (upper == 0) {  // turn the quarter so that its curve joins those beside it
      if (right == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
    x &= half - 1;
    y &= half - 1;
  }
  return key;
}

/// Distance along the curve over the cube's faces +x, +y, +z, -x, -y, -z. With the axes of face f
/// taken in that same cyclic order, (f, f + 1, f + 2), each face's curve ends in the corner where
/// the next begins. Tangents become angles, which evens out the areas.
std::uint64_t cube_curve(Vec3 p) {
  const std::array<double, 6> along{p.x, p.y, p.z, -p.x, -p.y, -p.z};
  const auto face =
      static_cast<std::size_t>(std::max_element(along.begin(), along.end()) - along.begin());
  const auto fraction = [&](std::size_t axis) {
    return 0.5 + std::atan(along[axis % 6] / along[face]) * (2.0 / std::numbers::pi);
  };
  return (static_cast<std::uint64_t>(face) << (2 * curve_bits)) +
         hilbert(fraction(face + 1), fraction(face + 2));
}

/// Numbers entities by the first cell that touches them: place n holds order[n]. `cells` is the
/// order of the cells, `places` its inverse, `touching` the cells of each entity.
template <class Rows>
std::vector<Index> first_touched(const Mesh& mesh, const std::vector<Index>& cells,
                                 const std::vector<Index>& places,
                                 const std::vector<Index>& on_cell, const Rows& touching) {
  const auto numbers = [&](Index place, auto&& take) {
    const Index i = cells[place];
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const Index entity = on_cell[mesh.slot(i, k)];
      const auto& round = touching[entity];
      if (std::all_of(round.begin(), round.end(), [&](Index j) { return places[j] >= place; }))
        take(entity);
    }
  };
  // How many each block of cells numbers, then, from there, which.
  auto next = parallel_parts(mesh.cells, 0, Index{0}, [&](Index place, Index& count) {
    numbers(place, [&](Index) { ++count; });
  });
  std::exclusive_scan(next.begin(), next.end(), next.begin(), Index{0});
  std::vector<Index> order(touching.size());
  parallel_blocks(mesh.cells, 0, next, [&](Index place, Index& n) {
    numbers(place, [&](Index entity) { order[n++] = entity; });
  });
  return order;
}

/// Moves rows of `width` values: row n of the result is row order[n].
template <class T>
void permute(std::vector<T>& rows, const std::vector<Index>& order, int width = 1) {
  if (rows.empty()) return;  // not built yet
  std::vector<T> moved(rows.size());
  const auto size = static_cast<std::ptrdiff_t>(width);
  parallel_for(static_cast<Index>(order.size()), 0, [&](Index n) {
    std::copy_n(rows.begin() + order[n] * size, size, moved.begin() + n * size);
  });
  rows = std::move(moved);
}

std::vector<Index> inverse(const std::vector<Index>& order) {
  std::vector<Index> places(order.size());
  parallel_for(static_cast<Index>(order.size()), 0, [&](Index n) { places[order[n]] = n; });
  return places;
}

void rename(Index& name, const std::vector<Index>& places) { name = places[name]; }
template <std::size_t N>
void rename(std::array<Index, N>& row, const std::vector<Index>& places) {
  for (Index& name : row) name = places[name];
}
template <class T>
void rename(std::vector<T>& names, const std::vector<Index>& places) {
  parallel_for(static_cast<Index>(names.size()), 0, [&](Index n) { rename(names[n], places); });
}

void permute_cells(Mesh& mesh, const std::vector<Index>& order, const std::vector<Index>& places) {
  permute(mesh.cell_position, order);
  permute(mesh.edge_count, order);
  permute(mesh.edges_on_cell, order, mesh.max_edges);
  permute(mesh.cells_on_cell, order, mesh.max_edges);
  permute(mesh.vertices_on_cell, order, mesh.max_edges);
  permute(mesh.area_cell, order);
  permute(mesh.mesh_density, order);
  permute(mesh.cell_id, order);
  rename(mesh.cells_on_cell, places);
  rename(mesh.cells_on_edge, places);
  rename(mesh.cells_on_vertex, places);
}

void permute_edges(Mesh& mesh, const std::vector<Index>& order) {
  permute(mesh.edge_position, order);
  permute(mesh.cells_on_edge, order);
  permute(mesh.vertices_on_edge, order);
  permute(mesh.dc_edge, order);
  permute(mesh.dv_edge, order);
  permute(mesh.angle_edge, order);
  permute(mesh.edge_id, order);
  const auto places = inverse(order);
  rename(mesh.edges_on_cell, places);
  rename(mesh.edges_on_vertex, places);
}

void permute_vertices(Mesh& mesh, const std::vector<Index>& order) {
  permute(mesh.vertex_position, order);
  permute(mesh.cells_on_vertex, order);
  permute(mesh.edges_on_vertex, order);
  permute(mesh.area_triangle, order);
  permute(mesh.kite_area, order);
  permute(mesh.vertex_id, order);
  const auto places = inverse(order);
  rename(mesh.vertices_on_cell, places);
  rename(mesh.vertices_on_edge, places);
}

/// 16 hexadecimal digits (FNV-1a over the words of positions and triangles).
std::string geometry_hash(const Mesh& mesh) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&hash](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3U; };
  for (const Vec3 p : mesh.cell_position)
    for (const double x : {p.x, p.y, p.z}) {
      const auto bits = std::bit_cast<std::uint64_t>(x);
      add(bits & 0xffffffffU);
      add(bits >> 32);
    }
  for (const auto& round : mesh.cells_on_vertex)
    for (const Index cell : round) add(static_cast<std::uint64_t>(cell));
  std::ostringstream text;
  text << std::hex << std::setw(16) << std::setfill('0') << hash;
  return text.str();
}

}  // namespace

std::vector<Index> curve_order(const Mesh& mesh) {
  Keys keys(mesh.cell_position.size());
  parallel_for(static_cast<Index>(keys.size()), 0, [&](Index i) {
    const Vec3 p = mesh.cell_position[i];
    keys[i] = {mesh.geometry == Geometry::sphere
                   ? cube_curve(p)
                   : hilbert(p.x / mesh.period_x, p.y / mesh.period_y),
               i};
  });
  sort(keys);
  std::vector<Index> order(keys.size());
  parallel_for(static_cast<Index>(keys.size()), 0, [&](Index n) { order[n] = keys[n].second; });
  return order;
}

void order_along_curve(Mesh& mesh) {
  const auto cells = curve_order(mesh), places = inverse(cells);
  const auto edges = first_touched(mesh, cells, places, mesh.edges_on_cell, mesh.cells_on_edge);
  const auto vertices =
      first_touched(mesh, cells, places, mesh.vertices_on_cell, mesh.cells_on_vertex);
  permute_cells(mesh, cells, places);
  permute_edges(mesh, edges);
  permute_vertices(mesh, vertices);
}

std::vector<Index> renumber_along_curve(Mesh& mesh) {
  mesh.cells = static_cast<Index>(mesh.cell_position.size());
  auto cells = curve_order(mesh);
  permute(mesh.cell_position, cells);
  permute(mesh.mesh_density, cells);
  rename(mesh.cells_on_vertex, inverse(cells));
  build_lists(mesh);
  std::vector<Index> as_they_are(mesh.cells);
  std::iota(as_they_are.begin(), as_they_are.end(), Index{0});
  permute_vertices(mesh, first_touched(mesh, as_they_are, as_they_are, mesh.vertices_on_cell,
                                       mesh.cells_on_vertex));
  return cells;
}

void finish_generated(Mesh& mesh, const std::string& kind) {
  renumber_along_curve(mesh);
  build_metrics(mesh);
  mesh.file_radius = mesh.radius;
  mesh.file_id = kind + "-" + geometry_hash(mesh);
  require_valid(mesh, "generated mesh");
}

}  // namespace hexad
