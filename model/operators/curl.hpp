#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Relative vorticity at vertices, the circulation about the dual triangle over its area:
///   (C u)_v = (1 / A_v) sum_{e on v} t_ev d_e u_e
/// u normal velocity at edges (m/s), C u at vertices (1/s). First order (Ringler et al. 2010,
/// eq. 23). C G = 0 to round-off. Adjoint:
///   (C' y)_e = d_e (y_v1 / A_v1 - y_v0 / A_v0)
template <class T>
struct Curl {
  static OperatorInfo info() {
    return {.name = "curl",
            .formula = "C_v = (1/A_v) sum_e t_ev d_e u_e",
            .inputs = {{"normal_velocity"}},
            .outputs = {{"vorticity"}}};
  }

  struct Forward {
    EdgeIn<T> u;
    VertexOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> sum(0);
      for (int j = 0; j < 3; ++j) {
        const auto e = mesh.edge_on_vertex(v, j);
        sum += mesh.circulation_sign(v, j) * mesh.d(e) * u(e, lane);
      }
      result(v, lane) = mesh.inv_area_vertex(v) * sum;
    }
  };
  template <class C>
  static void forward_on(const C& c, EdgeIn<T> u, VertexOut<T> vorticity) {
    c.for_vertices(u.lanes, Forward{u, vorticity});
  }
  static void forward(const Context<T>& c, EdgeIn<T> u, VertexOut<T> vorticity) {
    forward_on(c, u, vorticity);
  }

  struct Adjoint {
    VertexIn<T> y;
    EdgeOut<T> u;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto v0 = mesh.vertex_on_edge(e, 0), v1 = mesh.vertex_on_edge(e, 1);
      u(e, lane) = mesh.d(e) * (mesh.inv_area_vertex(v1) * y(v1, lane) -
                                mesh.inv_area_vertex(v0) * y(v0, lane));
    }
  };
  static void adjoint(const Context<T>& c, VertexIn<T> y, EdgeOut<T> u) {
    c.for_edges(y.lanes, Adjoint{y, u});
  }
};

}  // namespace hexad
