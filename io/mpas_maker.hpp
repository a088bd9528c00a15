#pragma once

#include <array>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/mpas_variables.hpp"

namespace hexad {

/// Makes the values of the variables of mpas_variables.hpp from a mesh, the orders of the user's
/// file and the scale.
struct MpasMaker {
  const Mesh& mesh;
  double sphere_radius;
  std::vector<Index> cells, edges, vertices;  // order[place in the file] = index in the mesh

  [[nodiscard]] const std::vector<Index>& order(Place place) const {
    return place == Place::cell ? cells : place == Place::edge ? edges : vertices;
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

  /// value(index) for every entity of a place, in the order of the file.
  template <class F>
  auto each(Place place, const F& value) const {
    std::vector<decltype(value(Index{0}))> values;
    values.reserve(order(place).size());
    for (const Index i : order(place)) values.push_back(value(i));
    return values;
  }
  /// `list` of every cell, as 1-based places in the file, 0 past the last edge.
  [[nodiscard]] std::vector<int> round_cells(const std::vector<Index>& list,
                                             const std::vector<Index>& id) const {
    std::vector<int> values;
    values.reserve(list.size());
    for (const Index i : cells)
      for (int k = 0; k < mesh.max_edges; ++k)
        values.push_back(k < mesh.edge_count[i] ? id[list[mesh.slot(i, k)]] + 1 : 0);
    return values;
  }
  template <std::size_t N>
  std::vector<int> rows(Place place, const std::vector<std::array<Index, N>>& list,
                        const std::vector<Index>& id) const {
    std::vector<int> values;
    values.reserve(list.size() * N);
    for (const Index i : order(place))
      for (const Index neighbour : list[i]) values.push_back(id[neighbour] + 1);
    return values;
  }
};

}  // namespace hexad
