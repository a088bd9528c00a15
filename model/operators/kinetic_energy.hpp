#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Kinetic energy per mass at cells (m2/s2) from normal velocities (m/s):
///   K_i = (1 / A_i) sum_{e on i} (l_e d_e / 4) u_e^2
/// the form for which the scheme conserves energy (Ringler et al. 2010, eq. 63). Tangent:
///   dK_i = (1 / A_i) sum_e (l_e d_e / 2) u_e du_e
/// Adjoint:
///   u*_e = (l_e d_e / 2) u_e (y_i0 / A_i0 + y_i1 / A_i1)
template <class T>
struct KineticEnergy {
  static OperatorInfo info() {
    return {.name = "kinetic_energy",
            .formula = "K_i = (1/A_i) sum_e (l_e d_e / 4) u_e^2",
            .inputs = {{"normal_velocity", 0, 20}},
            .outputs = {{"kinetic_energy"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> u;
    CellOut<T> k;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int s = 0; s < mesh.edge_count(i); ++s) {
        const Index e = mesh.edge_on_cell(i, s);
        sum += mesh.l(e) * mesh.d(e) * (u(e, lane) * u(e, lane));
      }
      k(i, lane) = real_of<T>(0.25) * mesh.inv_area_cell(i) * sum;
    }
  };
  static void forward(const Context<T>& c, EdgeIn<T> u, CellOut<T> k) {
    c.for_cells(u.lanes, Forward{c.mesh, u, k});
  }

  struct Tangent {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> u, du;
    CellOut<T> dk;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int s = 0; s < mesh.edge_count(i); ++s) {
        const Index e = mesh.edge_on_cell(i, s);
        sum += mesh.l(e) * mesh.d(e) * (u(e, lane) * du(e, lane));
      }
      dk(i, lane) = real_of<T>(0.5) * mesh.inv_area_cell(i) * sum;
    }
  };
  static void tangent(const Context<T>& c, EdgeIn<T> u, EdgeIn<T> du, CellOut<T> dk) {
    c.for_cells(u.lanes, Tangent{c.mesh, u, du, dk});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> u;
    CellIn<T> y;
    EdgeOut<T> result;

    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      result(e, lane) =
          real_of<T>(0.5) * mesh.l(e) * mesh.d(e) * u(e, lane) *
          (mesh.inv_area_cell(i0) * y(i0, lane) + mesh.inv_area_cell(i1) * y(i1, lane));
    }
  };
  static void adjoint(const Context<T>& c, EdgeIn<T> u, CellIn<T> y, EdgeOut<T> result) {
    c.for_edges(u.lanes, Adjoint{c.mesh, u, y, result});
  }
};

}  // namespace hexad
