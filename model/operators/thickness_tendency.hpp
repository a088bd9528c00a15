#pragma once

#include "hexad/core/unroll.hpp"
#include "hexad/model/blocked.hpp"
#include "hexad/model/pending.hpp"
#include "hexad/model/registry.hpp"

namespace hexad {

/// Continuity equation (Ringler et al. 2010):
///   F_e = mean(h)_e u_e,   dh_i/dt = - (D F)_i = - (1/A_i) sum_{e on i} n_ei l_e F_e
/// h (m), u (m/s), rate in m/s, mass flux F in m2/s; the flux may be absent. Tangent:
///   dF_e = mean(dh)_e u_e + mean(h)_e du_e
/// Adjoint of the rate's y and the flux's y_F (may be absent):
///   F*_e = l_e (y_i1 / A_i1 - y_i0 / A_i0) + y_F,e
///   u*_e = mean(h)_e F*_e,   h*_i = 1/2 sum_{e on i} u_e F*_e
template <class T>
struct ThicknessTendency {
  using R = real_of<T>;
  using Mesh = MeshView<R>;

  static OperatorInfo info() {
    return {.name = "thickness_tendency",
            .formula = "dh/dt = -D (mean(h) u)",
            .inputs = {{"thickness", 5000, 500}, {"normal_velocity", 0, 20}},
            .outputs = {{"thickness_tendency"}, {"mass_flux"}}};
  }

  /// l_e F_e and, where it is wanted, F_e.
  struct FluxAtEdges {
    CellIn<T> h;
    EdgeIn<T> u;
    EdgeOut<T> along_edge, flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto sum = h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane);
      const values_at<T, E> f = R(0.5) * sum * u(e, lane);
      along_edge(e, lane) = mesh.l(e) * f;
      if (flux.exists()) flux(e, lane) = f;
    }
  };
  struct TangentFluxAtEdges {
    CellIn<T> h, dh;
    EdgeIn<T> u, du;
    EdgeOut<T> d_along_edge, d_flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      const values_at<T, E> df = R(0.5) * ((dh(i0, lane) + dh(i1, lane)) * u(e, lane) +
                                           (h(i0, lane) + h(i1, lane)) * du(e, lane));
      d_along_edge(e, lane) = mesh.l(e) * df;
      if (d_flux.exists()) d_flux(e, lane) = df;
    }
  };
  struct Convergence {
    EdgeIn<T> along_edge;
    CellOut<T> rate;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      const int n = mesh.edge_count(i);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k)
        sum += mesh.times_sign(i, k, along_edge(mesh.edge_on_cell(i, k), lane));
      rate(i, lane) = -mesh.inv_area_cell(i) * sum;
    }
  };
  struct TimesLength {
    EdgeIn<T> flux;
    EdgeOut<T> along_edge;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      along_edge(e, lane) = mesh.l(e) * flux(e, lane);
    }
  };

  template <class C>
  static void forward_on(const C& c, CellIn<T> h, EdgeIn<T> u, CellOut<T> rate,
                         EdgeOut<T> mass_flux) {
    auto along_edge = c.template scratch<Place::edge>(u.lanes);
    c.for_edges(u.lanes, FluxAtEdges{h, u, along_edge, mass_flux});
    c.for_cells(u.lanes, Convergence{along_edge, rate});
  }
  static void forward(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellOut<T> rate,
                      EdgeOut<T> mass_flux) {
    update(c, {h, u}, rate, mass_flux);
  }

  /// The rate and flux at a state that is yet to be summed, and what becomes of them.
  static void update(const Context<T>& c, StateSum<T> x, Updates<Place::cell, T> rate,
                     Updates<Place::edge, T> flux) {
    if (Blocked<T>::thickness(c, x, rate, flux)) return;
    const Summed<T> at(c, x);
    Pending<T> rates(c, x.lanes(), {rate, {}, flux});
    forward_on(c, at.state().thickness, at.state().velocity, rates.out().thickness,
               rates.out().mass_flux);
    rates.finish();
  }

  template <class C>
  static void tangent_on(const C& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> dh, EdgeIn<T> du,
                         CellOut<T> d_rate, EdgeOut<T> d_mass_flux) {
    auto d_along_edge = c.template scratch<Place::edge>(u.lanes);
    c.for_edges(u.lanes, TangentFluxAtEdges{h, dh, u, du, d_along_edge, d_mass_flux});
    c.for_cells(u.lanes, Convergence{d_along_edge, d_rate});
  }
  static void tangent(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> dh, EdgeIn<T> du,
                      CellOut<T> d_rate, EdgeOut<T> d_mass_flux) {
    update_tangent(c, {h, u}, {dh, du}, d_rate, d_mass_flux);
  }
  static void update_tangent(const Context<T>& c, StateSum<T> x, StateSum<T> dx,
                             Updates<Place::cell, T> d_rate, Updates<Place::edge, T> d_flux) {
    if (Blocked<T>::thickness_tangent(c, x, dx, d_rate, d_flux)) return;
    const Summed<T> at(c, x), d_at(c, dx);
    Pending<T> rates(c, x.lanes(), {d_rate, {}, d_flux});
    tangent_on(c, at.state().thickness, at.state().velocity, d_at.state().thickness,
               d_at.state().velocity, rates.out().thickness, rates.out().mass_flux);
    rates.finish();
  }

  /// u F* and u*.
  struct AdjointAtEdges {
    CellIn<T> h, y;
    EdgeIn<T> u, y_flux;
    EdgeOut<T> u_flux, velocity;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      values_at<T, E> sum =
          mesh.l(e) * (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
      if (y_flux.exists()) sum += y_flux(e, lane);
      u_flux(e, lane) = u(e, lane) * sum;
      velocity(e, lane) = R(0.5) * (h(i0, lane) + h(i1, lane)) * sum;
    }
  };
  struct AdjointAtCells {
    EdgeIn<T> u_flux;
    CellOut<T> thickness;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      const int n = mesh.edge_count(i);
      HEXAD_UNROLL
      for (int k = 0; k < n; ++k) sum += u_flux(mesh.edge_on_cell(i, k), lane);
      thickness(i, lane) = R(0.5) * sum;
    }
  };
  template <class C>
  static void adjoint_on(const C& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> y, EdgeIn<T> y_flux,
                         CellOut<T> thickness, EdgeOut<T> velocity) {
    auto u_flux = c.template scratch<Place::edge>(u.lanes);
    c.for_edges(u.lanes, AdjointAtEdges{h, y, u, y_flux, u_flux, velocity});
    c.for_cells(u.lanes, AdjointAtCells{u_flux, thickness});
  }
  static void adjoint(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> y, EdgeIn<T> y_flux,
                      CellOut<T> thickness, EdgeOut<T> velocity) {
    update_reverse(c, {h, u}, y, y_flux, {thickness, velocity});
  }
  static void update_reverse(const Context<T>& c, StateSum<T> x, Sum<Place::cell, T> y,
                             Sum<Place::edge, T> y_flux, StateUpdates<T> to) {
    if (Blocked<T>::thickness_reverse(c, x, y, y_flux, to)) return;
    const Summed<T> at(c, x);
    const SummedRates<T> of(c, {y, {}, y_flux});
    Pending<T> result(c, x.lanes(), {to.thickness, to.velocity, {}});
    adjoint_on(c, at.state().thickness, at.state().velocity, of.rates().thickness,
               of.rates().mass_flux, result.state().thickness, result.state().velocity);
    result.finish();
  }
};

}  // namespace hexad
