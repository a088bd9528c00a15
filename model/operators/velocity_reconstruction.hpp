#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Eastward and northward velocity at cells (x and y on a plane) from normal velocities: the
/// constant vector V of the tangent plane that minimises sum_{e on i} l_e d_e (V . n_e - u_e)^2,
///   east_i = sum_e a_ie u_e,   north_i = sum_e b_ie u_e
/// with a, b solved once per mesh (device_mesh.cpp). m/s. Exact for a constant vector on a plane.
/// Adjoint:
///   (y)_e = sum_{i on e} a_ie y_east,i + b_ie y_north,i
template <class T>
struct VelocityReconstruction {
  static OperatorInfo info() {
    return {.name = "velocity_reconstruction",
            .formula = "east_i = sum_e a_ie u_e, north_i = sum_e b_ie u_e",
            .inputs = {{"normal_velocity"}},
            .outputs = {{"eastward_wind"}, {"northward_wind"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> u;
    CellOut<T> east, north;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum_east(0), sum_north(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const T& value = u(mesh.edge_on_cell(i, k), lane);
        sum_east += mesh.east_weight(i, k) * value;
        sum_north += mesh.north_weight(i, k) * value;
      }
      east(i, lane) = sum_east;
      north(i, lane) = sum_north;
    }
  };
  static void forward(const Context<T>& c, EdgeIn<T> u, CellOut<T> east, CellOut<T> north) {
    c.for_cells(u.lanes, Forward{c.mesh, u, east, north});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    CellIn<T> east, north;
    EdgeOut<T> u;

    HEXAD_FN void operator()(Index e, int lane) const {
      T sum(0);
      for (int j = 0; j < 2; ++j) {
        const Index i = mesh.cell_on_edge(e, j), s = mesh.slot_on_edge(e, j);
        sum += mesh.east_weight_[s] * east(i, lane) + mesh.north_weight_[s] * north(i, lane);
      }
      u(e, lane) = sum;
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> east, CellIn<T> north, EdgeOut<T> u) {
    c.for_edges(east.lanes, Adjoint{c.mesh, east, north, u});
  }
};

}  // namespace hexad
