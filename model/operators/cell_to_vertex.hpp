#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Mean over the kites of a dual triangle, which conserves the integral:
///   (I h)_v = (1 / A_v) sum_{i on v} K_iv h_i
/// h at cells (X), I h at vertices (X). First order (Ringler et al. 2010, eq. 25). Adjoint:
///   (I' y)_i = sum_{v on i} K_iv y_v / A_v
template <class T>
struct CellToVertex {
  static OperatorInfo info() {
    return {.name = "cell_to_vertex",
            .formula = "h_v = (1/A_v) sum_i K_iv h_i",
            .inputs = {{"cell_value"}},
            .outputs = {{"vertex_value"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    CellIn<T> h;
    VertexOut<T> result;

    HEXAD_FN void operator()(Index v, int lane) const {
      T sum(0);
      for (int j = 0; j < 3; ++j)
        sum += mesh.kite_on_vertex(v, j) * h(mesh.cell_on_vertex(v, j), lane);
      result(v, lane) = mesh.inv_area_vertex(v) * sum;
    }
  };
  static void forward(const Context<T>& c, CellIn<T> h, VertexOut<T> mean) {
    c.for_vertices(h.lanes, Forward{c.mesh, h, mean});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    VertexIn<T> y;
    CellOut<T> h;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index v = mesh.vertex_on_cell(i, k);
        sum += mesh.kite_on_cell(i, k) * mesh.inv_area_vertex(v) * y(v, lane);
      }
      h(i, lane) = sum;
    }
  };
  static void adjoint(const Context<T>& c, VertexIn<T> y, CellOut<T> h) {
    c.for_cells(y.lanes, Adjoint{c.mesh, y, h});
  }
};

}  // namespace hexad
