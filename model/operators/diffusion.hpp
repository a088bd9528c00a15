#pragma once

#include "hexad/model/combine.hpp"
#include "hexad/model/operators/vector_laplacian.hpp"

namespace hexad {

/// Diffusion of the wind with coefficients that vary in space, nu (m2/s) and kappa (m4/s) at cells:
///   du_e/dt = [ L_nu u - L ( kappa L u ) ]_e
///   L_nu u  = G (nu D u) - dt(nu C u),   nu_v = (I nu)_v at vertices
///   L u     = G D u - dt(C u),           kappa_e = mean(kappa)_e at edges
/// with dt(z)_e = (z_v1 - z_v0) / l_e. Each term only where the model's parameters ask for it. Both
/// are self-adjoint and dissipative under M = diag(l_e d_e) for every nu, kappa >= 0:
///   <u, L_nu u>_M = - sum_i A_i nu_i (D u)_i^2 - sum_v A_v nu_v (C u)_v^2
///   <u, - L (kappa L u)>_M = - sum_e l_e d_e kappa_e (L u)_e^2
/// Filters of noise, not consistent Laplacians (see VectorLaplacian). Tangent: the operator on du,
/// plus the operator with dnu, dkappa on u. Adjoint of y, with z = M^-1 y:
///   u*       = M ( L_nu z - L (kappa L z) )
///   nu*_i    = - A_i (D z)_i (D u)_i - sum_{v on i} K_iv (C z)_v (C u)_v
///   kappa*_i = - 1/2 sum_{e on i} l_e d_e (L z)_e (L u)_e
template <class T>
struct Diffusion {
  using R = real_of<T>;
  using Mesh = MeshView<R>;

  static OperatorInfo info() {
    return {.name = "diffusion",
            .formula = "L_nu u - L (kappa L u)",
            .inputs = {{"normal_velocity", 0, 20},
                       {"viscosity", 1e5, 5e4},
                       {"hyperviscosity", 1e15, 5e14}},
            .outputs = {{"velocity_tendency"}},
            .depth = 4,
            .variants = {{"Laplacian", {.viscous = true}},
                         {"biharmonic", {.hyperviscous = true}},
                         {"both", {.viscous = true, .hyperviscous = true}}}};
  }

  /// (L u)_e from D u and C u.
  template <class M, class E>
  HEXAD_FN static auto laplacian(const M& mesh, CellIn<T> divergence, VertexIn<T> vorticity, E e,
                                 int lane) {
    return mesh.inv_d(e) * (divergence(mesh.cell_on_edge(e, 1), lane) -
                            divergence(mesh.cell_on_edge(e, 0), lane)) -
           mesh.inv_l(e) * (vorticity(mesh.vertex_on_edge(e, 1), lane) -
                            vorticity(mesh.vertex_on_edge(e, 0), lane));
  }

  struct TimesKappa {
    CellIn<T> divergence;
    VertexIn<T> vorticity;
    CellIn<T> kappa;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto sum = kappa(mesh.cell_on_edge(e, 0), lane) + kappa(mesh.cell_on_edge(e, 1), lane);
      result(e, lane) = R(0.5) * sum * laplacian(mesh, divergence, vorticity, e, lane);
    }
  };
  /// nu D u - D (kappa L u), either part where it exists.
  struct AtCells {
    CellIn<T> nu, of_kappa;
    CellOut<T> divergence;

    template <class M, class E>
    HEXAD_FN void operator()(const M&, E i, int lane) const {
      values_at<T, E> value(0);
      if (nu.exists()) value += nu(i, lane) * divergence(i, lane);
      if (of_kappa.exists()) value -= of_kappa(i, lane);
      divergence(i, lane) = value;
    }
  };
  /// nu C u - C (kappa L u).
  struct AtVertices {
    CellIn<T> nu;
    VertexIn<T> of_kappa;
    VertexOut<T> vorticity;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E v, int lane) const {
      values_at<T, E> value(0);
      if (nu.exists()) {
        values_at<T, E> mean(0);
        for (int j = 0; j < 3; ++j)
          mean += mesh.kite_on_vertex(v, j) * nu(mesh.cell_on_vertex(v, j), lane);
        value += mesh.inv_area_vertex(v) * mean * vorticity(v, lane);
      }
      if (of_kappa.exists()) value -= of_kappa(v, lane);
      vorticity(v, lane) = value;
    }
  };
  /// sum += L, or M L.
  struct AddAtEdges {
    bool times_metric;
    CellIn<T> divergence;
    VertexIn<T> vorticity;
    EdgeOut<T> sum;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto value = laplacian(mesh, divergence, vorticity, e, lane);
      if (times_metric)
        sum(e, lane) += mesh.l(e) * mesh.d(e) * value;
      else
        sum(e, lane) += value;
    }
  };

  /// sum += L_nu u - L (kappa L u), times M if asked.
  template <class C>
  static void add(const C& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeOut<T> sum,
                  bool times_metric = false) {
    auto divergence = c.template scratch<Place::cell>(u.lanes);
    auto vorticity = c.template scratch<Place::vertex>(u.lanes);
    auto divergence2 = c.template scratch<Place::cell>(u.lanes);
    auto vorticity2 = c.template scratch<Place::vertex>(u.lanes);
    auto edge = c.template scratch<Place::edge>(u.lanes);
    // A ring further out than the result, and with the biharmonic one more.
    const auto wide = c.wider();
    const auto widest = c.parameters.hyperviscous ? wide.wider() : wide;
    Divergence<T>::forward_on(widest, u, divergence);
    Curl<T>::forward_on(c.parameters.hyperviscous ? wide : c, u, vorticity);
    CellIn<T> of_kappa;
    VertexIn<T> of_kappa_at_vertices;
    if (c.parameters.hyperviscous) {
      wide.for_edges(u.lanes, TimesKappa{divergence, vorticity, kappa, edge});
      Divergence<T>::forward_on(wide, edge, divergence2);
      Curl<T>::forward_on(c, edge, vorticity2);
      of_kappa = divergence2;
      of_kappa_at_vertices = vorticity2;
    }
    if (!c.parameters.viscous) nu = {};
    wide.for_cells(u.lanes, AtCells{nu, of_kappa, divergence});
    c.for_vertices(u.lanes, AtVertices{nu, of_kappa_at_vertices, vorticity});
    c.for_edges(u.lanes, AddAtEdges{times_metric, divergence, vorticity, sum});
  }

  template <class C>
  static void add_forward(const C& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeOut<T> sum) {
    add(c, u, nu, kappa, sum);
  }
  template <class C>
  static void add_tangent(const C& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeIn<T> du,
                          CellIn<T> d_nu, CellIn<T> d_kappa, EdgeOut<T> sum) {
    add(c, du, nu, kappa, sum);
    add(c, u, d_nu, d_kappa, sum);
  }

  /// nu* and kappa*, from D, C of u and of z.
  struct CoefficientAdjoints {
    CellIn<T> divergence, z_divergence;
    VertexIn<T> vorticity, z_vorticity;
    CellOut<T> nu, kappa;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      values_at<T, E> by_curl(0), by_laplacian(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const auto v = mesh.vertex_on_cell(i, k), e = mesh.edge_on_cell(i, k);
        by_curl += mesh.kite_fraction(i, k) * (z_vorticity(v, lane) * vorticity(v, lane));
        by_laplacian += mesh.in_use(i, k) * mesh.l(e) * mesh.d(e) *
                        (laplacian(mesh, z_divergence, z_vorticity, e, lane) *
                         laplacian(mesh, divergence, vorticity, e, lane));
      }
      if (nu.exists())
        nu(i, lane) -= mesh.area_cell(i) * (z_divergence(i, lane) * divergence(i, lane) + by_curl);
      if (kappa.exists()) kappa(i, lane) -= R(0.5) * by_laplacian;
    }
  };
  template <class C>
  static void add_adjoint(const C& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeIn<T> y,
                          EdgeOut<T> u_sum, CellOut<T> nu_sum, CellOut<T> kappa_sum) {
    auto z = c.template scratch<Place::edge>(u.lanes);
    auto divergence = c.template scratch<Place::cell>(u.lanes);
    auto vorticity = c.template scratch<Place::vertex>(u.lanes);
    auto z_divergence = c.template scratch<Place::cell>(u.lanes);
    auto z_vorticity = c.template scratch<Place::vertex>(u.lanes);
    const auto wide = c.wider();
    const auto widest = c.parameters.hyperviscous ? wide.wider() : wide;
    widest.for_edges(u.lanes, typename VectorLaplacian<T>::DivideByMetric{y, z});
    add(c, z, nu, kappa, u_sum, true);
    if (!c.parameters.viscous) nu_sum = {};
    if (!c.parameters.hyperviscous) kappa_sum = {};
    if (!nu_sum.exists() && !kappa_sum.exists()) return;
    Divergence<T>::forward_on(wide, u, divergence);
    Curl<T>::forward_on(c, u, vorticity);
    Divergence<T>::forward_on(wide, z, z_divergence);
    Curl<T>::forward_on(c, z, z_vorticity);
    c.for_cells(u.lanes, CoefficientAdjoints{divergence, z_divergence, vorticity, z_vorticity,
                                             nu_sum, kappa_sum});
  }

  static void forward(const Context<T>& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa,
                      EdgeOut<T> rate) {
    set_to_zero(c, rate);
    add_forward(c, u, nu, kappa, rate);
  }
  static void tangent(const Context<T>& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeIn<T> du,
                      CellIn<T> d_nu, CellIn<T> d_kappa, EdgeOut<T> d_rate) {
    set_to_zero(c, d_rate);
    add_tangent(c, u, nu, kappa, du, d_nu, d_kappa, d_rate);
  }
  static void adjoint(const Context<T>& c, EdgeIn<T> u, CellIn<T> nu, CellIn<T> kappa, EdgeIn<T> y,
                      EdgeOut<T> u_adjoint, CellOut<T> nu_adjoint, CellOut<T> kappa_adjoint) {
    set_to_zero(c, u_adjoint);
    set_to_zero(c, nu_adjoint);
    set_to_zero(c, kappa_adjoint);
    add_adjoint(c, u, nu, kappa, y, u_adjoint, nu_adjoint, kappa_adjoint);
  }
};

}  // namespace hexad
