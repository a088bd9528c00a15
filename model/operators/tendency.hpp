#pragma once

#include "hexad/model/combine.hpp"
#include "hexad/model/flow_info.hpp"
#include "hexad/model/operators/anticipated_vorticity.hpp"
#include "hexad/model/operators/diffusion.hpp"
#include "hexad/model/operators/potential_vorticity.hpp"
#include "hexad/model/operators/thickness_tendency.hpp"

namespace hexad {

/// Shallow-water tendency in vector-invariant form (Ringler et al. 2010):
///   q = (f + C u) / (I h),  F_e = mean(h)_e u_e,  q_e = mean(q)_e,  B_i = g (h + b)_i + K_i
///   dh_i/dt = - (D F)_i
///   du_e/dt = Q_e - (B_i1 - B_i0) / d_e + diffusion,   Q = alpha q W F + beta W (q F)
/// with alpha = beta = 1/2 (energy: sum_e l_e d_e F_e Q_e = 0), alpha = 1, beta = 0 (enstrophy:
/// potential enstrophy is conserved in continuous time), or as energy with the anticipated q_e
/// (apvm). h (m), u (m/s); rates in m/s and m/s2, F in m2/s. Diffusion: operators/diffusion.hpp. W
/// is the tangential operator of `TangentialVelocity`, by running sums round each cell: nothing but
/// F and q at edges is read. Where the wind is prescribed, du/dt = 0.
///
/// Adjoint of rates y_h, y_u, y_F (gathers; W' is W with l and 1/d exchanged and the sign turned):
///   B*_i  = sum_{e on i} n_ei y_u,e / d_e
///   F*_e  = [ alpha W'(q y_u) + beta q W' y_u ]_e + l_e (y_h,i1 / A_i1 - y_h,i0 / A_i0) + y_F,e
///   q*_e  = [ alpha y_u (W F) + beta F (W' y_u) ]_e
///   z_v   = q*_v / (A_v h_v),  q*_v = 1/2 sum_{e on v} q*_e   (apvm: AnticipatedVorticity's)
///   u*_e  = mean(h)_e F*_e + (l_e d_e / 2) u_e (B*_i0/A_i0 + B*_i1/A_i1) + d_e (z_v1 - z_v0)
///   h*_i  = g B*_i + 1/2 sum_{e on i} u_e F*_e - sum_{v on i} K_iv q_v z_v
///   b*_i  = g B*_i,   g*_i = (h + b)_i B*_i,   f*_v = A_v z_v
template <class T>
struct Tendency {
  using R = real_of<T>;
  using Mesh = MeshView<R>;

  static OperatorInfo info() {
    return {.name = "tendency",
            .formula = "dh/dt = -D F, du/dt = alpha q W F + beta W q F - G (g (h + b) + K)",
            .inputs = flow_blocks(),
            .outputs = {{"thickness_tendency"}, {"velocity_tendency"}, {"mass_flux"}},
            .depth = 4,
            .variants = flow_variants()};
  }

  /// Values per slot of a cell and lane: what a cell gives to each of its edges.
  struct Slots {
    T* data;
    int lanes;
    HEXAD_FN T& operator()(Index slot, int lane) const {
      return data[static_cast<std::ptrdiff_t>(slot) * lanes + lane];
    }
    /// What edge e gets from its two cells.
    HEXAD_FN T sum(const Mesh& mesh, Index e, int lane) const {
      return (*this)(mesh.slot_on_edge(e, 0), lane) + (*this)(mesh.slot_on_edge(e, 1), lane);
    }
  };

  /// Running sums of one quantity G round a cell: first `gather` over all slots, then `at(g)` slot
  /// by slot, which is sum_{e'} (1/2 - S(e,e')) G_e' (see TangentialVelocity).
  struct RunningSums {
    T total = T(0), weighted = T(0), before = T(0);
    HEXAD_FN void gather(const T& g, R p) {
      total += g;
      weighted += p * g;
    }
    HEXAD_FN T at(const T& g, R p) {
      const T c = p * total - weighted + R(0.5) * (total - g) - before;
      before += g;
      return c;
    }
  };

  /// alpha and beta of Q.
  struct Weights {
    R plain, with_q;
  };
  static Weights weights(const Context<T>& c) {
    return c.parameters.vorticity == VorticityForm::enstrophy ? Weights{R(1), R(0)}
                                                              : Weights{R(0.5), R(0.5)};
  }
  static bool anticipates(const Context<T>& c) {
    return c.parameters.vorticity == VorticityForm::apvm;
  }

  HEXAD_FN static T mean_at_edge(const Mesh& mesh, CellIn<T> h, Index e, int lane) {
    return R(0.5) * (h(mesh.cell_on_edge(e, 0), lane) + h(mesh.cell_on_edge(e, 1), lane));
  }
  HEXAD_FN static T mean_at_edge(const Mesh& mesh, VertexIn<T> q, Index e, int lane) {
    return R(0.5) * (q(mesh.vertex_on_edge(e, 0), lane) + q(mesh.vertex_on_edge(e, 1), lane));
  }

  // ------------------------------------------------------------------------------- forward
  /// F_e and q_e.
  struct FluxAtEdges {
    Mesh mesh;
    CellIn<T> h;
    EdgeIn<T> u;
    VertexIn<T> q;
    EdgeOut<T> flux, q_edge;

    HEXAD_FN void operator()(Index e, int lane) const {
      flux(e, lane) = mean_at_edge(mesh, h, e, lane) * u(e, lane);
      q_edge(e, lane) = mean_at_edge(mesh, q, e, lane);
    }
  };
  /// dh/dt, B and the contributions to d_e Q_e of the cell's edges.
  struct ForwardAtCells {
    Mesh mesh;
    FlowIn<T> x;
    Weights weight;
    EdgeIn<T> flux, q_edge;
    CellOut<T> rate, bernoulli;
    Slots slots;

    HEXAD_FN void operator()(Index i, int lane) const {
      const int n = mesh.edge_count(i);
      RunningSums plain, with_q;
      T energy(0);
      R p(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const T g = mesh.normal_sign(i, k) * mesh.l(e) * flux(e, lane);
        plain.gather(g, p);
        with_q.gather(q_edge(e, lane) * g, p);
        const T u = x.state.velocity(e, lane);
        energy += mesh.l(e) * mesh.d(e) * (u * u);
        p += mesh.kite_fraction(i, k);
      }
      if (rate.exists()) rate(i, lane) = -mesh.inv_area_cell(i) * plain.total;
      bernoulli(i, lane) = x.environment.gravity(i, lane) *
                               (x.state.thickness(i, lane) + x.environment.topography(i, lane)) +
                           R(0.25) * mesh.inv_area_cell(i) * energy;
      p = R(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const R sign = mesh.normal_sign(i, k);
        const T g = sign * mesh.l(e) * flux(e, lane);
        const T q = q_edge(e, lane);
        slots(mesh.slot(i, k), lane) =
            sign * (weight.plain * (q * plain.at(g, p)) + weight.with_q * with_q.at(q * g, p));
        p += mesh.kite_fraction(i, k);
      }
    }
  };
  struct ForwardAtEdges {
    Mesh mesh;
    CellIn<T> bernoulli;
    Slots slots;
    EdgeOut<T> rate;

    HEXAD_FN void operator()(Index e, int lane) const {
      rate(e, lane) =
          mesh.inv_d(e) * (slots.sum(mesh, e, lane) - (bernoulli(mesh.cell_on_edge(e, 1), lane) -
                                                       bernoulli(mesh.cell_on_edge(e, 0), lane)));
    }
  };
  static void forward(const Context<T>& c, FlowIn<T> x, RatesOut<T> rates) {
    const StateIn<T> s = x.state;
    if (c.parameters.wind == WindChoice::prescribed) {
      if (rates.thickness.exists())
        ThicknessTendency<T>::forward(c, s.thickness, s.velocity, rates.thickness, rates.mass_flux);
      return set_to_zero(c, rates.velocity);
    }
    const int lanes = x.lanes();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto flux_scratch = c.template scratch<Place::edge>(lanes);
    auto q_edge = c.template scratch<Place::edge>(lanes);
    auto bernoulli = c.template scratch<Place::cell>(lanes);
    auto buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Slots slots{buffer.out().data, lanes};
    const EdgeOut<T> flux = rates.mass_flux.exists() ? rates.mass_flux : flux_scratch.out();

    PotentialVorticity<T>::forward(c, s.thickness, s.velocity, x.environment.coriolis, q);
    c.for_edges(lanes, FluxAtEdges{c.mesh, s.thickness, s.velocity, q, flux, q_edge});
    if (anticipates(c)) AnticipatedVorticity<T>::forward(c, q, s.velocity, q_edge);
    c.for_cells(lanes, ForwardAtCells{c.mesh, x, weights(c), flux, q_edge, rates.thickness,
                                      bernoulli, slots});
    c.for_edges(lanes, ForwardAtEdges{c.mesh, bernoulli, slots, rates.velocity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_forward(c, s.velocity, x.environment.viscosity,
                                x.environment.hyperviscosity, rates.velocity);
  }

  // ------------------------------------------------------------------------------- tangent
  /// F, q_e and their perturbations.
  struct TangentFluxAtEdges {
    Mesh mesh;
    FlowIn<T> x, dx;
    VertexIn<T> q, dq;
    EdgeOut<T> flux, q_edge, d_flux, dq_edge;

    HEXAD_FN void operator()(Index e, int lane) const {
      const T h = mean_at_edge(mesh, x.state.thickness, e, lane);
      flux(e, lane) = h * x.state.velocity(e, lane);
      d_flux(e, lane) =
          mean_at_edge(mesh, dx.state.thickness, e, lane) * x.state.velocity(e, lane) +
          h * dx.state.velocity(e, lane);
      q_edge(e, lane) = mean_at_edge(mesh, q, e, lane);
      dq_edge(e, lane) = mean_at_edge(mesh, dq, e, lane);
    }
  };
  struct TangentAtCells {
    Mesh mesh;
    FlowIn<T> x, dx;
    Weights weight;
    EdgeIn<T> flux, q_edge, d_flux, dq_edge;
    CellOut<T> d_rate, d_bernoulli;
    Slots slots;

    HEXAD_FN void operator()(Index i, int lane) const {
      const int n = mesh.edge_count(i);
      RunningSums plain, d_plain, d_with_q;  // of G, dG and d(q G)
      T d_energy(0);
      R p(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const R length = mesh.normal_sign(i, k) * mesh.l(e);
        const T g = length * flux(e, lane), dg = length * d_flux(e, lane);
        plain.gather(g, p);
        d_plain.gather(dg, p);
        d_with_q.gather(dq_edge(e, lane) * g + q_edge(e, lane) * dg, p);
        d_energy +=
            mesh.l(e) * mesh.d(e) * (x.state.velocity(e, lane) * dx.state.velocity(e, lane));
        p += mesh.kite_fraction(i, k);
      }
      if (d_rate.exists()) d_rate(i, lane) = -mesh.inv_area_cell(i) * d_plain.total;
      const EnvironmentIn<T>&around = x.environment, &d_around = dx.environment;
      d_bernoulli(i, lane) =
          d_around.gravity(i, lane) * (x.state.thickness(i, lane) + around.topography(i, lane)) +
          around.gravity(i, lane) * (dx.state.thickness(i, lane) + d_around.topography(i, lane)) +
          R(0.5) * mesh.inv_area_cell(i) * d_energy;
      p = R(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const R sign = mesh.normal_sign(i, k), length = sign * mesh.l(e);
        const T g = length * flux(e, lane), dg = length * d_flux(e, lane);
        const T q = q_edge(e, lane), dq = dq_edge(e, lane);
        slots(mesh.slot(i, k), lane) =
            sign * (weight.plain * (dq * plain.at(g, p) + q * d_plain.at(dg, p)) +
                    weight.with_q * d_with_q.at(dq * g + q * dg, p));
        p += mesh.kite_fraction(i, k);
      }
    }
  };
  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, RatesOut<T> d_rates) {
    const StateIn<T> s = x.state, ds = dx.state;
    if (c.parameters.wind == WindChoice::prescribed) {
      if (d_rates.thickness.exists())
        ThicknessTendency<T>::tangent(c, s.thickness, s.velocity, ds.thickness, ds.velocity,
                                      d_rates.thickness, d_rates.mass_flux);
      return set_to_zero(c, d_rates.velocity);
    }
    const int lanes = x.lanes();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto dq = c.template scratch<Place::vertex>(lanes);
    auto flux = c.template scratch<Place::edge>(lanes);
    auto q_edge = c.template scratch<Place::edge>(lanes);
    auto d_flux_scratch = c.template scratch<Place::edge>(lanes);
    auto dq_edge = c.template scratch<Place::edge>(lanes);
    auto d_bernoulli = c.template scratch<Place::cell>(lanes);
    auto buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Slots slots{buffer.out().data, lanes};
    const EdgeOut<T> d_flux = d_rates.mass_flux.exists() ? d_rates.mass_flux : d_flux_scratch.out();

    PotentialVorticity<T>::forward(c, s.thickness, s.velocity, x.environment.coriolis, q);
    PotentialVorticity<T>::tangent(c, s.thickness, s.velocity, x.environment.coriolis, ds.thickness,
                                   ds.velocity, dx.environment.coriolis, dq);
    c.for_edges(lanes, TangentFluxAtEdges{c.mesh, x, dx, q, dq, flux, q_edge, d_flux, dq_edge});
    if (anticipates(c)) {
      AnticipatedVorticity<T>::forward(c, q, s.velocity, q_edge);
      AnticipatedVorticity<T>::tangent(c, q, s.velocity, dq, ds.velocity, dq_edge);
    }
    c.for_cells(lanes, TangentAtCells{c.mesh, x, dx, weights(c), flux, q_edge, d_flux, dq_edge,
                                      d_rates.thickness, d_bernoulli, slots});
    c.for_edges(lanes, ForwardAtEdges{c.mesh, d_bernoulli, slots, d_rates.velocity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_tangent(c, s.velocity, x.environment.viscosity,
                                x.environment.hyperviscosity, ds.velocity, dx.environment.viscosity,
                                dx.environment.hyperviscosity, d_rates.velocity);
  }

  // ------------------------------------------------------------------------------- adjoint
  /// B* / A and the contributions to F* and q* of the cell's edges.
  struct AdjointAtCells {
    Mesh mesh;
    Weights weight;
    EdgeIn<T> flux, q_edge, y;
    CellOut<T> b_over_area;
    Slots flux_slots, q_slots;

    HEXAD_FN void operator()(Index i, int lane) const {
      const int n = mesh.edge_count(i);
      RunningSums of_flux, of_y, of_qy;  // of n l F, n y / d and n q y / d
      R p(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const R sign = mesh.normal_sign(i, k);
        const T yd = sign * mesh.inv_d(e) * y(e, lane);
        of_flux.gather(sign * mesh.l(e) * flux(e, lane), p);
        of_y.gather(yd, p);
        of_qy.gather(q_edge(e, lane) * yd, p);
        p += mesh.kite_fraction(i, k);
      }
      b_over_area(i, lane) = mesh.inv_area_cell(i) * of_y.total;
      p = R(0);
      for (int k = 0; k < n; ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        const R sign = mesh.normal_sign(i, k), l = mesh.l(e), inv_d = mesh.inv_d(e);
        const T yd = sign * inv_d * y(e, lane), q = q_edge(e, lane), f = flux(e, lane);
        const T w_flux = inv_d * of_flux.at(sign * l * f, p);  // W F, this cell's part
        const T w_y = -l * of_y.at(yd, p);                     // W' y
        const T w_qy = -l * of_qy.at(q * yd, p);               // W' (q y)
        flux_slots(mesh.slot(i, k), lane) =
            sign * (weight.plain * w_qy + weight.with_q * (q * w_y));
        q_slots(mesh.slot(i, k), lane) =
            sign * (weight.plain * (y(e, lane) * w_flux) + weight.with_q * (f * w_y));
        p += mesh.kite_fraction(i, k);
      }
    }
  };
  /// F* and q* at edges.
  struct AdjointAtEdges {
    Mesh mesh;
    CellIn<T> y;
    EdgeIn<T> y_flux;
    Slots flux_slots, q_slots;
    EdgeOut<T> flux, q;

    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      T sum = flux_slots.sum(mesh, e, lane);
      if (y.exists())
        sum += mesh.l(e) *
               (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
      if (y_flux.exists()) sum += y_flux(e, lane);
      flux(e, lane) = sum;
      q(e, lane) = q_slots.sum(mesh, e, lane);
    }
  };
  /// z, q z and f* at vertices. q*_v is given, or half the sum of q*_e.
  struct AdjointAtVertices {
    Mesh mesh;
    CellIn<T> h;
    VertexIn<T> q;
    EdgeIn<T> of_edges;
    VertexIn<T> given;
    VertexOut<T> z, qz, coriolis;

    HEXAD_FN void operator()(Index v, int lane) const {
      T sum(0), volume(0);
      for (int j = 0; j < 3; ++j) {
        sum += of_edges(mesh.edge_on_vertex(v, j), lane);
        volume += mesh.kite_on_vertex(v, j) * h(mesh.cell_on_vertex(v, j), lane);
      }
      const T value = (given.exists() ? given(v, lane) : R(0.5) * sum) / volume;
      z(v, lane) = value;
      qz(v, lane) = q(v, lane) * value;
      coriolis(v, lane) += mesh.area_vertex(v) * value;
    }
  };
  struct VelocityAdjoint {
    Mesh mesh;
    StateIn<T> x;
    EdgeIn<T> flux_adjoint, by_anticipation;
    CellIn<T> b_over_area;
    VertexIn<T> z;
    EdgeOut<T> velocity;

    HEXAD_FN void operator()(Index e, int lane) const {
      const T b =
          b_over_area(mesh.cell_on_edge(e, 0), lane) + b_over_area(mesh.cell_on_edge(e, 1), lane);
      T sum = mean_at_edge(mesh, x.thickness, e, lane) * flux_adjoint(e, lane) +
              R(0.5) * mesh.l(e) * mesh.d(e) * (x.velocity(e, lane) * b) +
              mesh.d(e) * (z(mesh.vertex_on_edge(e, 1), lane) - z(mesh.vertex_on_edge(e, 0), lane));
      if (by_anticipation.exists()) sum += by_anticipation(e, lane);
      velocity(e, lane) = sum;
    }
  };
  struct ThicknessAdjoint {
    Mesh mesh;
    FlowIn<T> x;
    EdgeIn<T> flux_adjoint;
    CellIn<T> b_over_area;
    VertexIn<T> qz;
    CellOut<T> thickness, topography, gravity;

    HEXAD_FN void operator()(Index i, int lane) const {
      T by_flux(0), by_q(0);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        by_flux += x.state.velocity(e, lane) * flux_adjoint(e, lane);
        by_q += mesh.kite_on_cell(i, k) * qz(mesh.vertex_on_cell(i, k), lane);
      }
      const T b = mesh.area_cell(i) * b_over_area(i, lane);
      const T gb = x.environment.gravity(i, lane) * b;
      thickness(i, lane) = gb + R(0.5) * by_flux - by_q;
      topography(i, lane) += gb;
      gravity(i, lane) += (x.state.thickness(i, lane) + x.environment.topography(i, lane)) * b;
    }
  };
  static void adjoint(const Context<T>& c, FlowIn<T> x, RatesIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `sum`, as time schemes want it.
  static void reverse(const Context<T>& c, FlowIn<T> x, RatesIn<T> y, StateOut<T> result,
                      EnvironmentOut<T> sum) {
    const StateIn<T> s = x.state;
    if (c.parameters.wind == WindChoice::prescribed) return reverse_thickness(c, s, y, result);
    const int lanes = x.lanes();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto z = c.template scratch<Place::vertex>(lanes);
    auto qz = c.template scratch<Place::vertex>(lanes);
    auto flux = c.template scratch<Place::edge>(lanes);
    auto q_edge = c.template scratch<Place::edge>(lanes);
    auto flux_adjoint = c.template scratch<Place::edge>(lanes);
    auto q_adjoint = c.template scratch<Place::edge>(lanes);
    auto b_over_area = c.template scratch<Place::cell>(lanes);
    auto buffer1 = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    auto buffer2 = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Slots flux_slots{buffer1.out().data, lanes}, q_slots{buffer2.out().data, lanes};

    PotentialVorticity<T>::forward(c, s.thickness, s.velocity, x.environment.coriolis, q);
    c.for_edges(lanes, FluxAtEdges{c.mesh, s.thickness, s.velocity, q, flux, q_edge});
    if (anticipates(c)) AnticipatedVorticity<T>::forward(c, q, s.velocity, q_edge);
    c.for_cells(lanes, AdjointAtCells{c.mesh, weights(c), flux, q_edge, y.velocity, b_over_area,
                                      flux_slots, q_slots});
    c.for_edges(lanes, AdjointAtEdges{c.mesh, y.thickness, y.mass_flux, flux_slots, q_slots,
                                      flux_adjoint, q_adjoint});
    // z and q_edge have done their service in apvm: they take its adjoints.
    VertexIn<T> given;
    EdgeIn<T> by_anticipation;
    if (anticipates(c)) {
      AnticipatedVorticity<T>::adjoint(c, q, s.velocity, q_adjoint, z, q_edge);
      given = z;
      by_anticipation = q_edge;
    }
    c.for_vertices(
        lanes, AdjointAtVertices{c.mesh, s.thickness, q, q_adjoint, given, z, qz, sum.coriolis});
    c.for_edges(lanes, VelocityAdjoint{c.mesh, s, flux_adjoint, by_anticipation, b_over_area, z,
                                       result.velocity});
    c.for_cells(lanes, ThicknessAdjoint{c.mesh, x, flux_adjoint, b_over_area, qz, result.thickness,
                                        sum.topography, sum.gravity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_adjoint(c, s.velocity, x.environment.viscosity,
                                x.environment.hyperviscosity, y.velocity, result.velocity,
                                sum.viscosity, sum.hyperviscosity);
  }

  static void reverse_thickness(const Context<T>& c, StateIn<T> x, RatesIn<T> y,
                                StateOut<T> result) {
    if (y.thickness.exists())
      return ThicknessTendency<T>::adjoint(c, x.thickness, x.velocity, y.thickness, y.mass_flux,
                                           result.thickness, result.velocity);
    set_to_zero(c, result.thickness);
    set_to_zero(c, result.velocity);
  }
};

}  // namespace hexad
