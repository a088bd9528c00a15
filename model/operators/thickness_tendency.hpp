#pragma once

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

  struct FluxAtEdges {
    CellIn<T> h;
    EdgeIn<T> u;
    EdgeOut<T> flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto sum = h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane);
      flux(e, lane) = R(0.5) * sum * u(e, lane);
    }
  };
  struct TangentFluxAtEdges {
    CellIn<T> h, dh;
    EdgeIn<T> u, du;
    EdgeOut<T> d_flux;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      d_flux(e, lane) = R(0.5) * ((dh(i0, lane) + dh(i1, lane)) * u(e, lane) +
                                  (h(i0, lane) + h(i1, lane)) * du(e, lane));
    }
  };
  struct Convergence {
    EdgeIn<T> flux;
    CellOut<T> rate;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const auto e = mesh.edge_on_cell(i, k);
        sum += mesh.normal_sign(i, k) * mesh.l(e) * flux(e, lane);
      }
      rate(i, lane) = -mesh.inv_area_cell(i) * sum;
    }
  };

  template <class C>
  static void forward_on(const C& c, CellIn<T> h, EdgeIn<T> u, CellOut<T> rate,
                         EdgeOut<T> mass_flux) {
    auto scratch = c.template scratch<Place::edge>(u.lanes);
    const EdgeOut<T> flux = mass_flux.exists() ? mass_flux : scratch.out();
    c.for_edges(u.lanes, FluxAtEdges{h, u, flux});
    c.for_cells(u.lanes, Convergence{flux, rate});
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
    auto scratch = c.template scratch<Place::edge>(u.lanes);
    const EdgeOut<T> d_flux = d_mass_flux.exists() ? d_mass_flux : scratch.out();
    c.for_edges(u.lanes, TangentFluxAtEdges{h, dh, u, du, d_flux});
    c.for_cells(u.lanes, Convergence{d_flux, d_rate});
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

  /// F* and u*.
  struct AdjointAtEdges {
    CellIn<T> h, y;
    EdgeIn<T> y_flux;
    EdgeOut<T> flux, velocity;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      values_at<T, E> sum =
          mesh.l(e) * (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
      if (y_flux.exists()) sum += y_flux(e, lane);
      flux(e, lane) = sum;
      velocity(e, lane) = R(0.5) * (h(i0, lane) + h(i1, lane)) * sum;
    }
  };
  struct AdjointAtCells {
    EdgeIn<T> u, flux;
    CellOut<T> thickness;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const auto e = mesh.edge_on_cell(i, k);
        sum += mesh.in_use(i, k) * (u(e, lane) * flux(e, lane));
      }
      thickness(i, lane) = R(0.5) * sum;
    }
  };
  template <class C>
  static void adjoint_on(const C& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> y, EdgeIn<T> y_flux,
                         CellOut<T> thickness, EdgeOut<T> velocity) {
    auto flux = c.template scratch<Place::edge>(u.lanes);
    c.for_edges(u.lanes, AdjointAtEdges{h, y, y_flux, flux, velocity});
    c.for_cells(u.lanes, AdjointAtCells{u, flux, thickness});
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
