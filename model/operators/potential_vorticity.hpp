#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// Potential vorticity at vertices (1/(m s)):
///   q_v = (f_v + (C u)_v) / h_v,   h_v = (I h)_v
/// h thickness at cells (m), u at edges (m/s), f Coriolis parameter at vertices (1/s) (Ringler et
/// al. 2010, eq. 30). Tangent:
///   dq_v = (df_v + (C du)_v - q_v (I dh)_v) / h_v
/// Adjoint, with z_v = y_v / (A_v h_v):
///   f*_v = A_v z_v,  u*_e = d_e (z_v1 - z_v0),  h*_i = - sum_{v on i} K_iv q_v z_v
template <class T>
struct PotentialVorticity {
  static OperatorInfo info() {
    return {.name = "potential_vorticity",
            .formula = "q_v = (f_v + (C u)_v) / (I h)_v",
            .inputs = {{"thickness", 5000, 500}, {"normal_velocity", 0, 20}, {"coriolis", 0, 1e-4}},
            .outputs = {{"potential_vorticity"}}};
  }

  struct Forward {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> f;
    VertexOut<T> q, volumes;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> circulation(0), volume(0);
      for (int j = 0; j < 3; ++j) {
        const auto e = mesh.edge_on_vertex(v, j);
        circulation += mesh.times_circulation(v, j, mesh.d(e) * u(e, lane));
        volume += mesh.kite_on_vertex(v, j) * h(mesh.cell_on_vertex(v, j), lane);
      }
      q(v, lane) = (mesh.area_vertex(v) * f(v, lane) + circulation) / volume;
      if (volumes.exists()) volumes(v, lane) = volume;
    }
  };
  /// Also the volumes A_v h_v, where they are wanted.
  template <class C>
  static void forward_on(const C& c, CellIn<T> h, EdgeIn<T> u, VertexIn<T> f, VertexOut<T> q,
                         VertexOut<T> volumes) {
    c.for_vertices(h.lanes, Forward{h, u, f, q, volumes});
  }
  static void forward(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, VertexIn<T> f,
                      VertexOut<T> q) {
    forward_on(c, h, u, f, q, {});
  }

  struct Tangent {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> f;
    CellIn<T> dh;
    EdgeIn<T> du;
    VertexIn<T> df;
    VertexOut<T> dq;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> circulation(0), volume(0), d_circulation(0), d_volume(0);
      for (int j = 0; j < 3; ++j) {
        const auto e = mesh.edge_on_vertex(v, j), i = mesh.cell_on_vertex(v, j);
        const auto length = mesh.circulation_sign(v, j) * mesh.d(e);
        circulation += length * u(e, lane);
        d_circulation += length * du(e, lane);
        volume += mesh.kite_on_vertex(v, j) * h(i, lane);
        d_volume += mesh.kite_on_vertex(v, j) * dh(i, lane);
      }
      const auto q = (mesh.area_vertex(v) * f(v, lane) + circulation) / volume;
      dq(v, lane) = (mesh.area_vertex(v) * df(v, lane) + d_circulation - q * d_volume) / volume;
    }
  };
  template <class C>
  static void tangent_on(const C& c, CellIn<T> h, EdgeIn<T> u, VertexIn<T> f, CellIn<T> dh,
                         EdgeIn<T> du, VertexIn<T> df, VertexOut<T> dq) {
    c.for_vertices(h.lanes, Tangent{h, u, f, dh, du, df, dq});
  }
  static void tangent(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, VertexIn<T> f, CellIn<T> dh,
                      EdgeIn<T> du, VertexIn<T> df, VertexOut<T> dq) {
    tangent_on(c, h, u, f, dh, du, df, dq);
  }

  /// z_v = y_v / (A_v h_v), f*_v = A_v z_v and (q z)_v.
  struct AdjointAtVertices {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> f, y;
    VertexOut<T> z, qz, f_adjoint;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> circulation(0), volume(0);
      for (int j = 0; j < 3; ++j) {
        const auto e = mesh.edge_on_vertex(v, j);
        circulation += mesh.times_circulation(v, j, mesh.d(e) * u(e, lane));
        volume += mesh.kite_on_vertex(v, j) * h(mesh.cell_on_vertex(v, j), lane);
      }
      const auto q = (mesh.area_vertex(v) * f(v, lane) + circulation) / volume;
      z(v, lane) = y(v, lane) / volume;
      qz(v, lane) = q * z(v, lane);
      f_adjoint(v, lane) = mesh.area_vertex(v) * z(v, lane);
    }
  };
  struct AdjointAtEdges {
    VertexIn<T> z;
    EdgeOut<T> u_adjoint;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      u_adjoint(e, lane) =
          mesh.d(e) * (z(mesh.vertex_on_edge(e, 1), lane) - z(mesh.vertex_on_edge(e, 0), lane));
    }
  };
  struct AdjointAtCells {
    VertexIn<T> qz;
    CellOut<T> h_adjoint;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k)
        sum += mesh.kite_on_cell(i, k) * qz(mesh.vertex_on_cell(i, k), lane);
      h_adjoint(i, lane) = -sum;
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, VertexIn<T> f, VertexIn<T> y,
                      CellOut<T> h_adjoint, EdgeOut<T> u_adjoint, VertexOut<T> f_adjoint) {
    auto z = c.template scratch<Place::vertex>(h.lanes);
    auto qz = c.template scratch<Place::vertex>(h.lanes);
    c.for_vertices(h.lanes, AdjointAtVertices{h, u, f, y, z, qz, f_adjoint});
    c.for_edges(h.lanes, AdjointAtEdges{z, u_adjoint});
    c.for_cells(h.lanes, AdjointAtCells{qz, h_adjoint});
  }
};

}  // namespace hexad
