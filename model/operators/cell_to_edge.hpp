#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Mean of the two cells of an edge: h_e = (h_i0 + h_i1) / 2 (Ringler et al. 2010, eq. 26: the
/// mean that conserves energy). h at cells and edges (X). Second order. Adjoint:
///   y_i = (1/2) sum_{e on i} y_e
template <class T>
struct CellToEdge {
  static OperatorInfo info() {
    return {.name = "cell_to_edge",
            .formula = "h_e = (h_i0 + h_i1) / 2",
            .inputs = {{"cell_value"}},
            .outputs = {{"edge_value"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    CellIn<T> h;
    EdgeOut<T> result;

    HEXAD_FN void operator()(Index e, int lane) const {
      result(e, lane) =
          real_of<T>(0.5) * (h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane));
    }
  };
  static void forward(const Context<T>& c, CellIn<T> h, EdgeOut<T> mean) {
    c.for_edges(h.lanes, Forward{c.mesh, h, mean});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> y;
    CellOut<T> h;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) sum += y(mesh.edge_on_cell(i, k), lane);
      h(i, lane) = real_of<T>(0.5) * sum;
    }
  };
  static void adjoint(const Context<T>& c, EdgeIn<T> y, CellOut<T> h) {
    c.for_cells(y.lanes, Adjoint{c.mesh, y, h});
  }
};

}  // namespace hexad
