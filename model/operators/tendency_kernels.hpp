#pragma once

#include "hexad/model/context.hpp"
#include "hexad/model/flow.hpp"
#include "hexad/model/operators/round_cell.hpp"

namespace hexad {

/// The passes of which `Tendency` is made, over vertices, edges and cells of a mesh or of a block
/// of one; symbols as there. What a cell reads of an edge is formed once, at the edge, and lies
/// there as one quad: G_e = l_e F_e, q_e, the energy e_e = l_e d_e u_e^2 and, in adjoints,
/// Y_e = y_u,e / d_e. What a cell gives to its edges goes into its slots, with the sign that the
/// edge takes it with, so that an edge but adds two of them.
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
  /// q_e: the anticipated one where it is given, else the mean.
  template <class M, class E>
  HEXAD_FN static values_at<T, E> q_at_edge(const M& mesh, VertexIn<T> q, EdgeIn<T> anticipated,
                                            E e, int lane) {
    if (anticipated.exists()) return anticipated(e, lane);
    return mean_at_edge(mesh, q, e, lane);
  }

  // ------------------------------------------------------------------------------- forward
  /// The quad (G, q, e, 0) and, where it is wanted, F.
  struct FluxAtEdges {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> q;
    EdgeIn<T> anticipated;
    Quads<T> quads;
    EdgeOut<T> flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      using V = values_at<T, E>;
      const auto l = mesh.l(e);
      const V speed = u(e, lane);
      const V f = mean_at_edge(mesh, h, e, lane) * speed;
      if (flux.exists()) flux(e, lane) = f;
      quads.set(
          e, lane,
          {l * f, q_at_edge(mesh, q, anticipated, e, lane), l * mesh.d(e) * (speed * speed), V(0)});
    }
  };
  /// dh/dt and, for every edge of the cell, its part of d_e (Q - G B)_e.
  struct ForwardAtCells {
    CellIn<T> h, topography, gravity;
    Weights weight;
    Quads<T> quads;
    CellOut<T> rate;
    Slots<T> slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      RunningSums<V, Metric> plain, with_q;
      V energy(0);
      const auto read = [&](int k) {
        const Quad<V> at = quads(mesh.edge_on_cell(i, k), lane);
        return Quad<V>{mesh.times_sign(i, k, at.a), at.b, at.c, at.d};
      };
      const auto kept = mesh.template keep<Quad<V>>(i, n, read);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, e, unused] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        plain.gather(flux, p);
        with_q.gather(q * flux, p);
        energy += e;
      }
      const Metric inv_area = mesh.inv_area_cell(i);
      if (rate.exists()) rate(i, lane) = -inv_area * plain.total;
      const V bernoulli =
          gravity(i, lane) * (h(i, lane) + topography(i, lane)) + R(0.25) * inv_area * energy;
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, e, unused] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        const V part = weight.plain * (q * plain.at(flux, p)) +
                       weight.with_q * with_q.at(q * flux, p) + bernoulli;
        slots(mesh.slot(i, k), lane) = mesh.times_sign(i, k, part);
      }
    }
  };
  struct ForwardAtEdges {
    Slots<T> slots;
    EdgeOut<T> rate;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      rate(e, lane) = mesh.inv_d(e) * slots.sum(mesh, e, lane);
    }
  };

  // ------------------------------------------------------------------------------- tangent
  /// The quad (G, q, dG, dq), d(e) / 2, and e and dF where they are wanted.
  struct TangentFluxAtEdges {
    StateIn<T> x, dx;
    VertexIn<T> q, dq;
    EdgeIn<T> anticipated, d_anticipated;
    Quads<T> quads;
    EdgeOut<T> d_energy, energy, d_flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      using V = values_at<T, E>;
      const auto l = mesh.l(e);
      const V u = x.velocity(e, lane), du = dx.velocity(e, lane);
      const V h = mean_at_edge(mesh, x.thickness, e, lane);
      const V df = mean_at_edge(mesh, dx.thickness, e, lane) * u + h * du;
      if (d_flux.exists()) d_flux(e, lane) = df;
      quads.set(e, lane,
                {l * (h * u), q_at_edge(mesh, q, anticipated, e, lane), l * df,
                 q_at_edge(mesh, dq, d_anticipated, e, lane)});
      d_energy(e, lane) = l * mesh.d(e) * (u * du);
      if (energy.exists()) energy(e, lane) = l * mesh.d(e) * (u * u);
    }
  };
  struct TangentAtCells {
    CellIn<T> h, topography, gravity, dh, d_topography, d_gravity;
    Weights weight;
    Quads<T> quads;
    EdgeIn<T> d_energy;
    CellOut<T> d_rate;
    Slots<T> slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      RunningSums<V, Metric> plain, d_plain, d_with_q;  // of G, dG and d(q G)
      V sum(0);
      const auto read = [&](int k) {
        const Quad<V> at = quads(mesh.edge_on_cell(i, k), lane);
        return Quad<V>{mesh.times_sign(i, k, at.a), at.b, mesh.times_sign(i, k, at.c), at.d};
      };
      const auto kept = mesh.template keep<Quad<V>>(i, n, read);
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, d_flux, dq] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        plain.gather(flux, p);
        d_plain.gather(d_flux, p);
        d_with_q.gather(dq * flux + q * d_flux, p);
        sum += d_energy(mesh.edge_on_cell(i, k), lane);
      }
      const Metric inv_area = mesh.inv_area_cell(i);
      if (d_rate.exists()) d_rate(i, lane) = -inv_area * d_plain.total;
      const V d_bernoulli = d_gravity(i, lane) * (h(i, lane) + topography(i, lane)) +
                            gravity(i, lane) * (dh(i, lane) + d_topography(i, lane)) +
                            R(0.5) * inv_area * sum;
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, d_flux, dq] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        const V part = weight.plain * (dq * plain.at(flux, p) + q * d_plain.at(d_flux, p)) +
                       weight.with_q * d_with_q.at(dq * flux + q * d_flux, p) + d_bernoulli;
        slots(mesh.slot(i, k), lane) = mesh.times_sign(i, k, part);
      }
    }
  };
  /// The quad of FluxAtEdges in the place of that of TangentFluxAtEdges.
  struct WithEnergy {
    EdgeIn<T> energy;
    Quads<T> quads;

    template <class M, class E>
    HEXAD_FN void operator()(const M&, E e, int lane) const {
      using V = values_at<T, E>;
      const Quad<V> old = quads.own(e, lane);
      quads.set(e, lane, {old.a, old.b, energy(e, lane), V(0)});
    }
  };

  // ------------------------------------------------------------------------------- adjoint
  /// The quad (G, q, Y, 0) and mean(h).
  struct AdjointFluxAtEdges {
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> q;
    EdgeIn<T> anticipated, y;
    Quads<T> quads;
    EdgeOut<T> mean;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      using V = values_at<T, E>;
      const V mean_h = mean_at_edge(mesh, h, e, lane);
      mean(e, lane) = mean_h;
      quads.set(e, lane,
                {mesh.l(e) * (mean_h * u(e, lane)), q_at_edge(mesh, q, anticipated, e, lane),
                 mesh.inv_d(e) * y(e, lane), V(0)});
    }
  };
  /// B* / A and, for every edge of the cell, its parts of - F* / l and q*.
  struct AdjointAtCells {
    Weights weight;
    Quads<T> quads;
    CellIn<T> y_thickness;
    CellOut<T> b_over_area;
    Slots<T> flux_slots, q_slots;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      RunningSums<V, Metric> w_flux, w_y, w_qy;  // of n G, n Y and n q Y
      const auto read = [&](int k) {
        const Quad<V> at = quads(mesh.edge_on_cell(i, k), lane);
        return Quad<V>{mesh.times_sign(i, k, at.a), at.b, mesh.times_sign(i, k, at.c), at.d};
      };
      const auto kept = mesh.template keep<Quad<V>>(i, n, read);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, y, unused] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        w_flux.gather(flux, p);
        w_y.gather(y, p);
        w_qy.gather(q * y, p);
      }
      const Metric inv_area = mesh.inv_area_cell(i);
      b_over_area(i, lane) = inv_area * w_y.total;
      V y_over_area(0);
      if (y_thickness.exists()) y_over_area = inv_area * y_thickness(i, lane);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) {
        const auto& [flux, q, y, unused] = kept[k];
        const Metric p = mesh.kites_before(i, k);
        const V of_flux = w_flux.at(flux, p), from_y = w_y.at(y, p), from_qy = w_qy.at(q * y, p);
        flux_slots(mesh.slot(i, k), lane) = mesh.times_sign(
            i, k, weight.plain * from_qy + weight.with_q * (q * from_y) + y_over_area);
        // The signs of n Y and n G are the edge's, that of the sum is the cell's.
        q_slots(mesh.slot(i, k), lane) =
            weight.plain * (y * of_flux) - weight.with_q * (flux * from_y);
      }
    }
  };
  /// F*, u F* and q* at edges.
  struct AdjointAtEdges {
    EdgeIn<T> u;
    EdgeIn<T> y_flux;  // or absent
    Slots<T> flux_slots, q_slots;
    EdgeOut<T> flux, u_flux, q;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      using V = values_at<T, E>;
      V f = -mesh.l(e) * flux_slots.sum(mesh, e, lane);
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
      using V = values_at<T, E>;
      V sum(0);
      if (given.exists()) {
        sum = given(v, lane);
      } else {
        for (int j = 0; j < 3; ++j) sum += of_edges(mesh.edge_on_vertex(v, j), lane);
        sum = R(0.5) * sum;
      }
      const V value = sum / volume(v, lane);
      z(v, lane) = value;
      qz(v, lane) = q(v, lane) * value;
      if (coriolis.exists()) coriolis(v, lane) += mesh.area_vertex(v) * value;
    }
  };
  struct VelocityAdjoint {
    EdgeIn<T> u, mean_h, flux_adjoint, by_anticipation;
    CellIn<T> b_over_area;
    VertexIn<T> z;
    EdgeOut<T> velocity;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      using V = values_at<T, E>;
      const auto d = mesh.d(e);
      const V b =
          b_over_area(mesh.cell_on_edge(e, 0), lane) + b_over_area(mesh.cell_on_edge(e, 1), lane);
      V sum = mean_h(e, lane) * flux_adjoint(e, lane) + R(0.5) * mesh.l(e) * d * (u(e, lane) * b) +
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
      using V = values_at<T, E>;
      V by_flux(0), by_q(0);
      const int n = mesh.edge_count(i);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) {
        by_q += mesh.kite_fraction(i, k) * qz(mesh.vertex_on_cell(i, k), lane);
        by_flux += u_flux(mesh.edge_on_cell(i, k), lane);  // the null edge's is 0
      }
      const auto area = mesh.area_cell(i);
      const V b = area * b_over_area(i, lane);
      const V gb = gravity(i, lane) * b;
      h_adjoint(i, lane) = gb + R(0.5) * by_flux - area * by_q;
      if (topography_adjoint.exists()) topography_adjoint(i, lane) += gb;
      if (gravity_adjoint.exists())
        gravity_adjoint(i, lane) += (h(i, lane) + topography(i, lane)) * b;
    }
  };
};

}  // namespace hexad
