#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Mean over the kites of a cell:
///   q_i = sum_{v on i} R_iv q_v,   R_iv = K_iv / A_i
/// q at vertices (X) and at cells (X). Adjoint:
///   y_v = sum_{i on v} K_iv y_i / A_i
template <class T>
struct VertexToCell {
  static OperatorInfo info() {
    return {.name = "vertex_to_cell",
            .formula = "q_i = sum_v R_iv q_v",
            .inputs = {{"vertex_value"}},
            .outputs = {{"cell_value"}}};
  }

  struct Forward {
    VertexIn<T> q;
    CellOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k)
        sum += mesh.kite_fraction(i, k) * q(mesh.vertex_on_cell(i, k), lane);
      result(i, lane) = sum;
    }
  };
  template <class C>
  static void forward_on(const C& c, VertexIn<T> q, CellOut<T> mean) {
    c.for_cells(q.lanes, Forward{q, mean});
  }
  static void forward(const Context<T>& c, VertexIn<T> q, CellOut<T> mean) {
    forward_on(c, q, mean);
  }

  struct Adjoint {
    CellIn<T> y;
    VertexOut<T> q;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> sum(0);
      for (int j = 0; j < 3; ++j) {
        const auto i = mesh.cell_on_vertex(v, j);
        sum += mesh.kite_fraction_on_vertex(v, j) * y(i, lane);
      }
      q(v, lane) = sum;
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> y, VertexOut<T> q) {
    c.for_vertices(y.lanes, Adjoint{y, q});
  }
};

}  // namespace hexad
