#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Mean of the two vertices of an edge: q_e = (q_v0 + q_v1) / 2 (Ringler et al. 2010, eq. 27).
/// q at vertices and edges (X). Adjoint:
///   y_v = (1/2) sum_{e on v} y_e
template <class T>
struct VertexToEdge {
  static OperatorInfo info() {
    return {.name = "vertex_to_edge",
            .formula = "q_e = (q_v0 + q_v1) / 2",
            .inputs = {{"vertex_value"}},
            .outputs = {{"edge_value"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    VertexIn<T> q;
    EdgeOut<T> result;

    HEXAD_FN void operator()(Index e, int lane) const {
      result(e, lane) = real_of<T>(0.5) *
                        (q(mesh.vertex_on_edge(e, 0), lane) + q(mesh.vertex_on_edge(e, 1), lane));
    }
  };
  static void forward(const Context<T>& c, VertexIn<T> q, EdgeOut<T> mean) {
    c.for_edges(q.lanes, Forward{c.mesh, q, mean});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> y;
    VertexOut<T> q;

    HEXAD_FN void operator()(Index v, int lane) const {
      T sum(0);
      for (int j = 0; j < 3; ++j) sum += y(mesh.edge_on_vertex(v, j), lane);
      q(v, lane) = real_of<T>(0.5) * sum;
    }
  };
  static void adjoint(const Context<T>& c, EdgeIn<T> y, VertexOut<T> q) {
    c.for_vertices(y.lanes, Adjoint{c.mesh, y, q});
  }
};

}  // namespace hexad
