#pragma once

#include "hexad/model/combine.hpp"
#include "hexad/model/operators/tangential_velocity.hpp"
#include "hexad/model/operators/vertex_to_cell.hpp"

namespace hexad {

/// Potential vorticity at edges, anticipated along the wind (Sadourny and Basdevant 1985, in the
/// form of Ringler et al. 2010):
///   q_e = mean(q)_e - tau ( v_e (q_v1 - q_v0) / l_e + u_e (q_i1 - q_i0) / d_e )
///   v = W u,  q_i = sum_v R_iv q_v,  tau = anticipation * time step
/// q at vertices (1/(m s)), u at edges (m/s); an upwinding that dissipates potential enstrophy, not
/// energy. tau is a constant: it is not differentiated. Tangent: the product rule. Adjoint, with
///   a_e = - tau y_e v_e / l_e,  b_e = - tau y_e u_e / d_e,  q*_i = - sum_{e on i} n_ei b_e:
///   q*_v = sum_{e on v} (y_e / 2 + t_ev a_e) + sum_{i on v} R_iv q*_i
///   u*_e = - tau y_e (q_i1 - q_i0) / d_e - [ W' ( tau y (q_v1 - q_v0) / l ) ]_e
template <class T>
struct AnticipatedVorticity {
  using R = real_of<T>;
  using Mesh = MeshView<R>;

  static OperatorInfo info() {
    return {.name = "anticipated_vorticity",
            .formula = "q_e = mean(q)_e - tau (v dq/dt + u dq/dn)",
            .inputs = {{"potential_vorticity", 0, 2e-8}, {"normal_velocity", 0, 20}},
            .outputs = {{"edge_vorticity"}},
            .depth = 2};
  }
  template <class C>
  static R anticipation(const C& c) {
    return static_cast<R>(c.parameters.anticipation) * c.time_step();
  }

  /// Differences of q along the tangent and the normal, per metre, and the mean.
  template <class V>
  struct AtEdge {
    V along_t, along_n, mean;
  };
  template <class M, class E>
  HEXAD_FN static AtEdge<values_at<T, E>> at_edge(const M& mesh, VertexIn<T> q, CellIn<T> q_cell,
                                                  E e, int lane) {
    const auto q0 = q(mesh.vertex_on_edge(e, 0), lane), q1 = q(mesh.vertex_on_edge(e, 1), lane);
    return {mesh.inv_l(e) * (q1 - q0),
            mesh.inv_d(e) *
                (q_cell(mesh.cell_on_edge(e, 1), lane) - q_cell(mesh.cell_on_edge(e, 0), lane)),
            R(0.5) * (q0 + q1)};
  }

  struct Forward {
    R tau;
    VertexIn<T> q;
    CellIn<T> q_cell;
    EdgeIn<T> u, v;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto at = at_edge(mesh, q, q_cell, e, lane);
      result(e, lane) = at.mean - tau * (v(e, lane) * at.along_t + u(e, lane) * at.along_n);
    }
  };
  template <class C>
  static void forward_on(const C& c, VertexIn<T> q, EdgeIn<T> u, EdgeOut<T> result) {
    auto v = c.template scratch<Place::edge>(u.lanes);
    auto q_cell = c.template scratch<Place::cell>(u.lanes);
    TangentialVelocity<T>::template apply<false>(c, u, v);
    VertexToCell<T>::forward_on(c.wider(), q, q_cell);
    c.for_edges(u.lanes, Forward{anticipation(c), q, q_cell, u, v, result});
  }
  static void forward(const Context<T>& c, VertexIn<T> q, EdgeIn<T> u, EdgeOut<T> result) {
    forward_on(c, q, u, result);
  }

  struct Tangent {
    R tau;
    VertexIn<T> q, dq;
    CellIn<T> q_cell, dq_cell;
    EdgeIn<T> u, v, du, dv;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto at = at_edge(mesh, q, q_cell, e, lane), d = at_edge(mesh, dq, dq_cell, e, lane);
      result(e, lane) = d.mean - tau * (dv(e, lane) * at.along_t + v(e, lane) * d.along_t +
                                        du(e, lane) * at.along_n + u(e, lane) * d.along_n);
    }
  };
  template <class C>
  static void tangent_on(const C& c, VertexIn<T> q, EdgeIn<T> u, VertexIn<T> dq, EdgeIn<T> du,
                         EdgeOut<T> result) {
    auto v = c.template scratch<Place::edge>(u.lanes);
    auto dv = c.template scratch<Place::edge>(u.lanes);
    auto q_cell = c.template scratch<Place::cell>(u.lanes);
    auto dq_cell = c.template scratch<Place::cell>(u.lanes);
    TangentialVelocity<T>::template apply<false>(c, u, v);
    TangentialVelocity<T>::template apply<false>(c, du, dv);
    VertexToCell<T>::forward_on(c.wider(), q, q_cell);
    VertexToCell<T>::forward_on(c.wider(), dq, dq_cell);
    c.for_edges(u.lanes, Tangent{anticipation(c), q, dq, q_cell, dq_cell, u, v, du, dv, result});
  }
  static void tangent(const Context<T>& c, VertexIn<T> q, EdgeIn<T> u, VertexIn<T> dq, EdgeIn<T> du,
                      EdgeOut<T> result) {
    tangent_on(c, q, u, dq, du, result);
  }

  /// a, b, the adjoint of v, and u's own part of u*.
  struct AdjointAtEdges {
    R tau;
    VertexIn<T> q;
    CellIn<T> q_cell;
    EdgeIn<T> u, v, y;
    EdgeOut<T> a, b, v_adjoint, u_adjoint;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto at = at_edge(mesh, q, q_cell, e, lane);
      const auto weight = -tau * y(e, lane);
      a(e, lane) = mesh.inv_l(e) * (weight * v(e, lane));
      b(e, lane) = mesh.inv_d(e) * (weight * u(e, lane));
      v_adjoint(e, lane) = weight * at.along_t;
      u_adjoint(e, lane) = weight * at.along_n;
    }
  };
  struct AdjointAtCells {
    EdgeIn<T> b;
    CellOut<T> q_cell;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k)
        sum += mesh.normal_sign(i, k) * b(mesh.edge_on_cell(i, k), lane);
      q_cell(i, lane) = -sum;
    }
  };
  struct AdjointAtVertices {
    EdgeIn<T> y, a;
    CellIn<T> q_cell;
    VertexOut<T> q;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> sum(0);
      for (int j = 0; j < 3; ++j) {
        const auto e = mesh.edge_on_vertex(v, j);
        sum += R(0.5) * y(e, lane) + mesh.circulation_sign(v, j) * a(e, lane) +
               mesh.kite_fraction_on_vertex(v, j) * q_cell(mesh.cell_on_vertex(v, j), lane);
      }
      q(v, lane) = sum;
    }
  };
  template <class C>
  static void adjoint_on(const C& c, VertexIn<T> q, EdgeIn<T> u, EdgeIn<T> y,
                         VertexOut<T> q_adjoint, EdgeOut<T> u_adjoint) {
    const int lanes = u.lanes;
    auto v = c.template scratch<Place::edge>(lanes);
    auto a = c.template scratch<Place::edge>(lanes);
    auto b = c.template scratch<Place::edge>(lanes);
    auto v_adjoint = c.template scratch<Place::edge>(lanes);
    auto q_cell = c.template scratch<Place::cell>(lanes);
    const auto wide = c.wider();
    TangentialVelocity<T>::template apply<false>(wide, u, v);
    VertexToCell<T>::forward_on(wide.wider(), q, q_cell);
    wide.for_edges(lanes,
                   AdjointAtEdges{anticipation(c), q, q_cell, u, v, y, a, b, v_adjoint, u_adjoint});
    wide.for_cells(lanes, AdjointAtCells{b, q_cell});
    c.for_vertices(lanes, AdjointAtVertices{y, a, q_cell, q_adjoint});
    TangentialVelocity<T>::template apply<true>(c, v_adjoint, a);
    accumulate(c, R(1), a, u_adjoint);
  }
  static void adjoint(const Context<T>& c, VertexIn<T> q, EdgeIn<T> u, EdgeIn<T> y,
                      VertexOut<T> q_adjoint, EdgeOut<T> u_adjoint) {
    adjoint_on(c, q, u, y, q_adjoint, u_adjoint);
  }
};

}  // namespace hexad
