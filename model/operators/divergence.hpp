#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Divergence of a normal flux at cells (Gauss's theorem):
///   (D F)_i = (1 / A_i) sum_{e on i} n_ei l_e F_e
/// F at edges (X m/s), D F at cells (X/s). First order in l2 on a centroidal mesh of the sphere,
/// second on a regular plane (Ringler et al. 2010, eq. 21). Adjoint:
///   (D' y)_e = l_e (y_i0 / A_i0 - y_i1 / A_i1)
template <class T>
struct Divergence {
  static OperatorInfo info() {
    return {.name = "divergence",
            .formula = "D_i = (1/A_i) sum_e n_ei l_e F_e",
            .inputs = {{"flux"}},
            .outputs = {{"divergence"}}};
  }

  struct Forward {
    EdgeIn<T> flux;
    CellOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const auto e = mesh.edge_on_cell(i, k);
        sum += mesh.normal_sign(i, k) * mesh.l(e) * flux(e, lane);
      }
      result(i, lane) = mesh.inv_area_cell(i) * sum;
    }
  };
  template <class C>
  static void forward_on(const C& c, EdgeIn<T> flux, CellOut<T> divergence) {
    c.for_cells(flux.lanes, Forward{flux, divergence});
  }
  static void forward(const Context<T>& c, EdgeIn<T> flux, CellOut<T> divergence) {
    forward_on(c, flux, divergence);
  }

  struct Adjoint {
    CellIn<T> y;
    EdgeOut<T> flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      flux(e, lane) =
          mesh.l(e) * (mesh.inv_area_cell(i0) * y(i0, lane) - mesh.inv_area_cell(i1) * y(i1, lane));
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> y, EdgeOut<T> flux) {
    c.for_edges(y.lanes, Adjoint{y, flux});
  }
};

}  // namespace hexad
