#pragma once

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
    Mesh mesh;
    CellIn<T> h;
    EdgeIn<T> u;
    EdgeOut<T> flux;

    HEXAD_FN void operator()(Index e, int lane) const {
      const T sum = h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane);
      flux(e, lane) = R(0.5) * sum * u(e, lane);
    }
  };
  struct TangentFluxAtEdges {
    Mesh mesh;
    CellIn<T> h, dh;
    EdgeIn<T> u, du;
    EdgeOut<T> d_flux;

    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      d_flux(e, lane) = R(0.5) * ((dh(i0, lane) + dh(i1, lane)) * u(e, lane) +
                                  (h(i0, lane) + h(i1, lane)) * du(e, lane));
    }
  };
  struct Convergence {
    Mesh mesh;
    EdgeIn<T> flux;
    CellOut<T> rate;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        sum += mesh.normal_sign(i, k) * mesh.l(e) * flux(e, lane);
      }
      rate(i, lane) = -mesh.inv_area_cell(i) * sum;
    }
  };

  static void forward(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellOut<T> rate,
                      EdgeOut<T> mass_flux) {
    auto scratch = c.template scratch<Place::edge>(u.lanes);
    const EdgeOut<T> flux = mass_flux.exists() ? mass_flux : scratch.out();
    c.for_edges(u.lanes, FluxAtEdges{c.mesh, h, u, flux});
    c.for_cells(u.lanes, Convergence{c.mesh, flux, rate});
  }
  static void tangent(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> dh, EdgeIn<T> du,
                      CellOut<T> d_rate, EdgeOut<T> d_mass_flux) {
    auto scratch = c.template scratch<Place::edge>(u.lanes);
    const EdgeOut<T> d_flux = d_mass_flux.exists() ? d_mass_flux : scratch.out();
    c.for_edges(u.lanes, TangentFluxAtEdges{c.mesh, h, dh, u, du, d_flux});
    c.for_cells(u.lanes, Convergence{c.mesh, d_flux, d_rate});
  }

  /// F* and u*.
  struct AdjointAtEdges {
    Mesh mesh;
    CellIn<T> h, y;
    EdgeIn<T> y_flux;
    EdgeOut<T> flux, velocity;

    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      T sum =
          mesh.l(e) * (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
      if (y_flux.exists()) sum += y_flux(e, lane);
      flux(e, lane) = sum;
      velocity(e, lane) = R(0.5) * (h(i0, lane) + h(i1, lane)) * sum;
    }
  };
  struct AdjointAtCells {
    Mesh mesh;
    EdgeIn<T> u, flux;
    CellOut<T> thickness;

    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        sum += u(e, lane) * flux(e, lane);
      }
      thickness(i, lane) = R(0.5) * sum;
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> h, EdgeIn<T> u, CellIn<T> y, EdgeIn<T> y_flux,
                      CellOut<T> thickness, EdgeOut<T> velocity) {
    auto flux = c.template scratch<Place::edge>(u.lanes);
    c.for_edges(u.lanes, AdjointAtEdges{c.mesh, h, y, y_flux, flux, velocity});
    c.for_cells(u.lanes, AdjointAtCells{c.mesh, u, flux, thickness});
  }
};

}  // namespace hexad
