#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Normal component of the gradient at edges:
///   (G p)_e = (p_i1 - p_i0) / d_e
/// p at cells (X), G p at edges (X/m). Second order at the edge's place, the midpoint of the arc
/// between the cells (Ringler et al. 2010, eq. 22). Adjoint:
///   (G' y)_i = - sum_{e on i} n_ei y_e / d_e
template <class T>
struct Gradient {
  static OperatorInfo info() {
    return {.name = "gradient",
            .formula = "G_e = (p_i1 - p_i0) / d_e",
            .inputs = {{"potential"}},
            .outputs = {{"gradient"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    CellIn<T> p;
    EdgeOut<T> result;

    HEXAD_FN void operator()(Index e, int lane) const {
      result(e, lane) =
          mesh.inv_d(e) * (p(mesh.cell_on_edge(e, 1), lane) - p(mesh.cell_on_edge(e, 0), lane));
    }
  };
  static void forward(const Context<T>& c, CellIn<T> p, EdgeOut<T> gradient) {
    c.for_edges(p.lanes, Forward{c.mesh, p, gradient});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> y;
    CellOut<T> p;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        sum += mesh.normal_sign(i, k) * mesh.inv_d(e) * y(e, lane);
      }
      p(i, lane) = -sum;
    }
  };
  static void adjoint(const Context<T>& c, EdgeIn<T> y, CellOut<T> p) {
    c.for_cells(y.lanes, Adjoint{c.mesh, y, p});
  }
};

}  // namespace hexad
