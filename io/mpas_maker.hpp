#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/io/mpas_variables.hpp"

namespace hexad {

/// What the values of the variables of mpas_variables.hpp are made from: a mesh, the orders of the
/// user's file and the scale.
struct MpasMaker {
  const Mesh& mesh;
  double sphere_radius;
  std::vector<Index> cells, edges, vertices;  // order[place in the file] = index; empty: the same

  [[nodiscard]] Index at(Place place, Index in_file) const {
    const auto& order = place == Place::cell ? cells : place == Place::edge ? edges : vertices;
    return order.empty() ? in_file : order[in_file];
  }
  [[nodiscard]] const std::vector<Vec3>& positions(Place place) const {
    return place == Place::cell   ? mesh.cell_position
           : place == Place::edge ? mesh.edge_position
                                  : mesh.vertex_position;
  }
  [[nodiscard]] bool on_sphere() const { return mesh.geometry == Geometry::sphere; }
  [[nodiscard]] bool scaled() const { return on_sphere() && sphere_radius != mesh.radius; }
  [[nodiscard]] double length(double metres) const {
    return scaled() ? on_unit_sphere(metres, mesh.radius) * sphere_radius : metres;
  }
  [[nodiscard]] double area(double square_metres) const {
    const double scale = sphere_radius / mesh.radius;
    return scaled() ? square_metres * scale * scale : square_metres;
  }
};

using SharedMaker = std::shared_ptr<const MpasMaker>;

/// row(index, values) fills the `width` values of an entity; they come in the order of the file.
template <class V, class Row>
FillRows<V> fill_rows(const SharedMaker& make, Place place, std::size_t width, const Row& row) {
  return [make, place, width, row](Index first, std::span<V> values) {
    parallel_for(static_cast<Index>(values.size() / width), 0, [&](Index n) {
      row(make->at(place, first + n), values.data() + static_cast<std::size_t>(n) * width);
    });
  };
}

/// value(index) for every entity of a place.
template <class V, class Value>
FillRows<V> fill_each(const SharedMaker& make, Place place, const Value& value) {
  return fill_rows<V>(make, place, 1, [value](Index i, V* out) { *out = value(i); });
}

/// `list` of every cell, as 1-based places in the file, 0 past the last edge.
inline FillRows<int> fill_round_cells(const SharedMaker& make, const std::vector<Index>& list,
                                      const std::vector<Index>& id) {
  const Mesh& mesh = make->mesh;
  return fill_rows<int>(make, Place::cell, static_cast<std::size_t>(mesh.max_edges),
                        [&mesh, &list, &id](Index i, int* out) {
                          for (int k = 0; k < mesh.max_edges; ++k)
                            out[k] = k < mesh.edge_count[i] ? id[list[mesh.slot(i, k)]] + 1 : 0;
                        });
}

/// The rows of a list of a place, as 1-based places in the file.
template <std::size_t N>
FillRows<int> fill_numbers(const SharedMaker& make, Place place,
                           const std::vector<std::array<Index, N>>& list,
                           const std::vector<Index>& id) {
  return fill_rows<int>(make, place, N, [&list, &id](Index i, int* out) {
    for (std::size_t k = 0; k < N; ++k) out[k] = id[list[i][k]] + 1;
  });
}

}  // namespace hexad
