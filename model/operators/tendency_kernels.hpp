#pragma once

#include "hexad/model/context.hpp"
#include "hexad/model/flow.hpp"
#include "hexad/model/operators/round_cell.hpp"

namespace hexad {

/// The passes of which `Tendency` is made, over vertices, edges and cells of a mesh or of a block
/// of one; symbols as there. What an edge contributes to its two cells is formed once, at the edge:
/// G_e = l_e F_e, e_e = l_e d_e u_e^2 and, in adjoints, Y_e = y_u,e / d_e.
template <class T>
struct TendencyKernels {
  using R = real_of<T>;

  /// alpha and beta of Q.
  struct Weights {
    R plain, with_q;
  };

  template <class M, class E>
  HEXAD_FN static auto mean_at_edge(const M& mesh, CellIn<T> h, E e, int lane) {
    return R(0.5) * (h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane));
  }
  template <class M, class E>
  HEXAD_FN static auto mean_at_edge(const M& mesh, VertexIn<T> q, E e, int lane) {
    return R(0.5) * (q(mesh.vertex_on_edge(e, 0), lane) + q(mesh.vertex_on_edge(e, 1), lane));
  }

  // ------------------------------------------------------------------------------- forward
  /// q_e, G_e and, where they are wanted, F_e, e_e and mean(h)_e.
  struct FluxAtEdges {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> q;
    EdgeOut<T> q_edge, g, flux, energy, mean;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto l = mesh.l(e);
      const auto speed = u(e, lane);
      const auto mean_h = mean_at_edge(mesh, h, e, lane);
      const auto f = mean_h * speed;
      q_edge(e, lane) = mean_at_edge(mesh, q, e, lane);
      g(e, lane) = l * f;
      if (flux.exists()) flux(e, lane) = f;
      if (energy.exists()) energy(e, lane) = l * mesh.d(e) * (speed * speed);
      if (mean.exists()) mean(e, lane) = mean_h;
    }
  };
  /// dh/dt, B and the contributions to d_e Q_e of the cell's edges.
  struct ForwardAtCells {
    CellIn<T> h, topography, gravity;
    Weights weight;
    EdgeIn<T> g, q_edge, energy;
    CellOut<T> rate, bernoulli;
    Slots<T> slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      const auto flux_at = [&](int k) -> V {
        return mesh.normal_sign(i, k) * g(mesh.edge_on_cell(i, k), lane);
      };
      const auto q_at = [&](int k) -> V { return q_edge(mesh.edge_on_cell(i, k), lane); };
      const auto flux = mesh.template keep<V>(n, flux_at);
      const auto q = mesh.template keep<V>(n, q_at);
      RunningSums<V, Metric> plain, with_q;
      V sum(0);
      Metric p(0);
      for (int k = 0; k < n; ++k) {
        plain.gather(flux[k], p);
        with_q.gather(q[k] * flux[k], p);
        sum += mesh.in_use(i, k) * energy(mesh.edge_on_cell(i, k), lane);
        p += mesh.kite_fraction(i, k);
      }
      const auto inv_area = mesh.inv_area_cell(i);
      if (rate.exists()) rate(i, lane) = -inv_area * plain.total;
      bernoulli(i, lane) =
          gravity(i, lane) * (h(i, lane) + topography(i, lane)) + R(0.25) * inv_area * sum;
      p = Metric(0);
      for (int k = 0; k < n; ++k) {
        slots(mesh.slot(i, k), lane) =
            mesh.normal_sign(i, k) * (weight.plain * (q[k] * plain.at(flux[k], p)) +
                                      weight.with_q * with_q.at(q[k] * flux[k], p));
        p += mesh.kite_fraction(i, k);
      }
    }
  };
  struct ForwardAtEdges {
    CellIn<T> bernoulli;
    Slots<T> slots;
    EdgeOut<T> rate;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      rate(e, lane) =
          mesh.inv_d(e) * (slots.sum(mesh, e, lane) - (bernoulli(mesh.cell_on_edge(e, 1), lane) -
                                                       bernoulli(mesh.cell_on_edge(e, 0), lane)));
    }
  };

  // ------------------------------------------------------------------------------- tangent
  /// q_e, G_e, their perturbations, that of F_e where it is wanted, and d(e_e) / 2; F_e and e_e too
  /// where the rates themselves are wanted.
  struct TangentFluxAtEdges {
    StateIn<T> x, dx;
    VertexIn<T> q, dq;
    EdgeOut<T> q_edge, g, dq_edge, dg, d_flux, d_energy, energy;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto l = mesh.l(e);
      const auto u = x.velocity(e, lane), du = dx.velocity(e, lane);
      const auto h = mean_at_edge(mesh, x.thickness, e, lane);
      const auto df = mean_at_edge(mesh, dx.thickness, e, lane) * u + h * du;
      g(e, lane) = l * (h * u);
      dg(e, lane) = l * df;
      if (d_flux.exists()) d_flux(e, lane) = df;
      q_edge(e, lane) = mean_at_edge(mesh, q, e, lane);
      dq_edge(e, lane) = mean_at_edge(mesh, dq, e, lane);
      d_energy(e, lane) = l * mesh.d(e) * (u * du);
      if (energy.exists()) energy(e, lane) = l * mesh.d(e) * (u * u);
    }
  };
  struct TangentAtCells {
    CellIn<T> h, topography, gravity, dh, d_topography, d_gravity;
    Weights weight;
    EdgeIn<T> g, q_edge, dg, dq_edge, d_energy;
    CellOut<T> d_rate, d_bernoulli;
    Slots<T> slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      const auto flux_at = [&](int k) -> V {
        return mesh.normal_sign(i, k) * g(mesh.edge_on_cell(i, k), lane);
      };
      const auto d_flux_at = [&](int k) -> V {
        return mesh.normal_sign(i, k) * dg(mesh.edge_on_cell(i, k), lane);
      };
      const auto q_at = [&](int k) -> V { return q_edge(mesh.edge_on_cell(i, k), lane); };
      const auto dq_at = [&](int k) -> V { return dq_edge(mesh.edge_on_cell(i, k), lane); };
      const auto flux = mesh.template keep<V>(n, flux_at);
      const auto d_flux = mesh.template keep<V>(n, d_flux_at);
      const auto q = mesh.template keep<V>(n, q_at);
      const auto dq = mesh.template keep<V>(n, dq_at);
      RunningSums<V, Metric> plain, d_plain, d_with_q;  // of G, dG and d(q G)
      V sum(0);
      Metric p(0);
      for (int k = 0; k < n; ++k) {
        plain.gather(flux[k], p);
        d_plain.gather(d_flux[k], p);
        d_with_q.gather(dq[k] * flux[k] + q[k] * d_flux[k], p);
        sum += mesh.in_use(i, k) * d_energy(mesh.edge_on_cell(i, k), lane);
        p += mesh.kite_fraction(i, k);
      }
      const auto inv_area = mesh.inv_area_cell(i);
      if (d_rate.exists()) d_rate(i, lane) = -inv_area * d_plain.total;
      d_bernoulli(i, lane) = d_gravity(i, lane) * (h(i, lane) + topography(i, lane)) +
                             gravity(i, lane) * (dh(i, lane) + d_topography(i, lane)) +
                             R(0.5) * inv_area * sum;
      p = Metric(0);
      for (int k = 0; k < n; ++k) {
        const V d_with = dq[k] * flux[k] + q[k] * d_flux[k];
        slots(mesh.slot(i, k), lane) =
            mesh.normal_sign(i, k) *
            (weight.plain * (dq[k] * plain.at(flux[k], p) + q[k] * d_plain.at(d_flux[k], p)) +
             weight.with_q * d_with_q.at(d_with, p));
        p += mesh.kite_fraction(i, k);
      }
    }
  };

  // ------------------------------------------------------------------------------- adjoint
  /// Y_e.
  struct OverDistance {
    EdgeIn<T> y;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      result(e, lane) = mesh.inv_d(e) * y(e, lane);
    }
  };
  /// B* / A, y_h / A, and the contributions to -F* / l and q* of the cell's edges.
  struct AdjointAtCells {
    Weights weight;
    EdgeIn<T> g, q_edge, y;
    CellIn<T> y_thickness;
    CellOut<T> b_over_area, y_over_area;
    Slots<T> flux_slots, q_slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      const auto flux_at = [&](int k) -> V {
        return mesh.normal_sign(i, k) * g(mesh.edge_on_cell(i, k), lane);
      };
      const auto y_at = [&](int k) -> V {
        return mesh.normal_sign(i, k) * y(mesh.edge_on_cell(i, k), lane);
      };
      const auto q_at = [&](int k) -> V { return q_edge(mesh.edge_on_cell(i, k), lane); };
      const auto flux = mesh.template keep<V>(n, flux_at);
      const auto of_y = mesh.template keep<V>(n, y_at);
      const auto q = mesh.template keep<V>(n, q_at);
      RunningSums<V, Metric> w_flux, w_y, w_qy;  // of n G, n Y and n q Y
      Metric p(0);
      for (int k = 0; k < n; ++k) {
        w_flux.gather(flux[k], p);
        w_y.gather(of_y[k], p);
        w_qy.gather(q[k] * of_y[k], p);
        p += mesh.kite_fraction(i, k);
      }
      const auto inv_area = mesh.inv_area_cell(i);
      b_over_area(i, lane) = inv_area * w_y.total;
      if (y_thickness.exists()) y_over_area(i, lane) = inv_area * y_thickness(i, lane);
      p = Metric(0);
      for (int k = 0; k < n; ++k) {
        const auto sign = mesh.normal_sign(i, k);
        const V of_flux = w_flux.at(flux[k], p);
        const V from_y = w_y.at(of_y[k], p);
        const V from_qy = w_qy.at(q[k] * of_y[k], p);
        flux_slots(mesh.slot(i, k), lane) =
            sign * (weight.plain * from_qy + weight.with_q * (q[k] * from_y));
        // The signs of n Y and n G are the edge's, that of the sum is the cell's.
        q_slots(mesh.slot(i, k), lane) =
            weight.plain * (of_y[k] * of_flux) - weight.with_q * (flux[k] * from_y);
        p += mesh.kite_fraction(i, k);
      }
    }
  };
  /// F*, u F* and q* at edges.
  struct AdjointAtEdges {
    EdgeIn<T> u;
    CellIn<T> y_over_area;  // or absent, as y_flux
    EdgeIn<T> y_flux;
    Slots<T> flux_slots, q_slots;
    EdgeOut<T> flux, u_flux, q;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      values_at<T, E> sum = -flux_slots.sum(mesh, e, lane);
      if (y_over_area.exists())
        sum +=
            y_over_area(mesh.cell_on_edge(e, 1), lane) - y_over_area(mesh.cell_on_edge(e, 0), lane);
      values_at<T, E> f = mesh.l(e) * sum;
      if (y_flux.exists()) f += y_flux(e, lane);
      flux(e, lane) = f;
      u_flux(e, lane) = u(e, lane) * f;
      q(e, lane) = q_slots.sum(mesh, e, lane);
    }
  };
  /// z, q z and f* at vertices, of volume A_v h_v. q*_v is given, or half the sum of q*_e.
  struct AdjointAtVertices {
    VertexIn<T> q, volume;
    EdgeIn<T> of_edges;
    VertexIn<T> given;
    VertexOut<T> z, qz, coriolis;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> sum(0);
      if (given.exists()) {
        sum = given(v, lane);
      } else {
        for (int j = 0; j < 3; ++j) sum += of_edges(mesh.edge_on_vertex(v, j), lane);
        sum = R(0.5) * sum;
      }
      const values_at<T, E> value = sum / volume(v, lane);
      z(v, lane) = value;
      qz(v, lane) = q(v, lane) * value;
      coriolis(v, lane) += mesh.area_vertex(v) * value;
    }
  };
  struct VelocityAdjoint {
    EdgeIn<T> u, mean_h, flux_adjoint, by_anticipation;
    CellIn<T> b_over_area;
    VertexIn<T> z;
    EdgeOut<T> velocity;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto d = mesh.d(e);
      const auto b =
          b_over_area(mesh.cell_on_edge(e, 0), lane) + b_over_area(mesh.cell_on_edge(e, 1), lane);
      values_at<T, E> sum =
          mean_h(e, lane) * flux_adjoint(e, lane) + R(0.5) * mesh.l(e) * d * (u(e, lane) * b) +
          d * (z(mesh.vertex_on_edge(e, 1), lane) - z(mesh.vertex_on_edge(e, 0), lane));
      if (by_anticipation.exists()) sum += by_anticipation(e, lane);
      velocity(e, lane) = sum;
    }
  };
  struct ThicknessAdjoint {
    CellIn<T> h, topography, gravity;
    EdgeIn<T> u_flux;
    CellIn<T> b_over_area;
    VertexIn<T> qz;
    CellOut<T> h_adjoint, topography_adjoint, gravity_adjoint;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> by_flux(0), by_q(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        by_q += mesh.kite_fraction(i, k) * qz(mesh.vertex_on_cell(i, k), lane);
        by_flux += mesh.in_use(i, k) * u_flux(mesh.edge_on_cell(i, k), lane);
      }
      const auto area = mesh.area_cell(i);
      const auto b = area * b_over_area(i, lane);
      const auto gb = gravity(i, lane) * b;
      h_adjoint(i, lane) = gb + R(0.5) * by_flux - area * by_q;
      topography_adjoint(i, lane) += gb;
      gravity_adjoint(i, lane) += (h(i, lane) + topography(i, lane)) * b;
    }
  };
};

}  // namespace hexad
