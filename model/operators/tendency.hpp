#pragma once

#include "hexad/model/blocked.hpp"
#include "hexad/model/flow_info.hpp"
#include "hexad/model/operators/anticipated_vorticity.hpp"
#include "hexad/model/operators/diffusion.hpp"
#include "hexad/model/operators/potential_vorticity.hpp"
#include "hexad/model/operators/tendency_kernels.hpp"
#include "hexad/model/operators/thickness_tendency.hpp"
#include "hexad/model/pending.hpp"

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
///
/// `..._on` are the passes themselves (tendency_kernels.hpp) over the whole mesh or a block of it;
/// the others run block by block where the context has blocks (blocked.hpp), with the same bits.
template <class T>
struct Tendency {
  using R = real_of<T>;
  using Kernels = TendencyKernels<T>;

  static OperatorInfo info() {
    return {.name = "tendency",
            .formula = "dh/dt = -D F, du/dt = alpha q W F + beta W q F - G (g (h + b) + K)",
            .inputs = flow_blocks(),
            .outputs = {{"thickness_tendency"}, {"velocity_tendency"}, {"mass_flux"}},
            .depth = 4,
            .variants = flow_variants()};
  }

  static typename Kernels::Weights weights(const Parameters& parameters) {
    if (parameters.vorticity == VorticityForm::enstrophy) return {R(1), R(0)};
    return {R(0.5), R(0.5)};
  }

  // ------------------------------------------------------------------------------- forward
  template <class C>
  static void forward_on(const C& c, FlowIn<T> x, RatesOut<T> rates) {
    const StateIn<T> s = x.state;
    const EnvironmentIn<T>& around = x.environment;
    const int lanes = x.lanes();
    const bool anticipates = c.parameters.anticipates();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto anticipated = c.template optional_scratch<Place::edge>(lanes, anticipates);
    auto buffer = c.template scratch<Place::edge>(4 * lanes);
    auto slot_buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Quads<T> quads{buffer.out().data, lanes};
    const Slots<T> slots{slot_buffer.out().data, lanes};

    const auto wide = c.wider();
    PotentialVorticity<T>::forward_on(anticipates ? wide.wider() : wide, s.thickness, s.velocity,
                                      around.coriolis, q, {});
    if (anticipates) AnticipatedVorticity<T>::forward_on(wide, q, s.velocity, anticipated);
    wide.for_edges(lanes, typename Kernels::FluxAtEdges{s.thickness, s.velocity, q, anticipated,
                                                        quads, rates.mass_flux});
    wide.for_cells(lanes, typename Kernels::ForwardAtCells{s.thickness, around.topography,
                                                           around.gravity, weights(c.parameters),
                                                           quads, rates.thickness, slots});
    c.for_edges(lanes, typename Kernels::ForwardAtEdges{slots, rates.velocity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_forward(c, s.velocity, around.viscosity, around.hyperviscosity,
                                rates.velocity);
  }
  static void forward(const Context<T>& c, FlowIn<T> x, RatesOut<T> rates) {
    update(c, {x.state, x.environment}, {rates.thickness, rates.velocity, rates.mass_flux});
  }

  /// The rates at a state that is yet to be summed, and what becomes of them.
  static void update(const Context<T>& c, FlowSum<T> x, RatesUpdates<T> to);

  // ------------------------------------------------------------------------------- tangent
  /// Perturbations of the rates, and the rates themselves where they exist.
  template <class C>
  static void tangent_on(const C& c, FlowIn<T> x, FlowIn<T> dx, RatesOut<T> d_rates,
                         StateOut<T> rates) {
    const StateIn<T> s = x.state, ds = dx.state;
    const EnvironmentIn<T>&around = x.environment, &d_around = dx.environment;
    const int lanes = x.lanes();
    const bool anticipates = c.parameters.anticipates(), with_rates = rates.velocity.exists();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto dq = c.template scratch<Place::vertex>(lanes);
    auto anticipated = c.template optional_scratch<Place::edge>(lanes, anticipates);
    auto d_anticipated = c.template optional_scratch<Place::edge>(lanes, anticipates);
    auto d_energy = c.template scratch<Place::edge>(lanes);
    auto energy = c.template optional_scratch<Place::edge>(lanes, with_rates);
    auto buffer = c.template scratch<Place::edge>(4 * lanes);
    auto slot_buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Quads<T> quads{buffer.out().data, lanes};
    const Slots<T> slots{slot_buffer.out().data, lanes};

    const auto wide = c.wider();
    const auto widest = anticipates ? wide.wider() : wide;
    PotentialVorticity<T>::forward_on(widest, s.thickness, s.velocity, around.coriolis, q, {});
    PotentialVorticity<T>::tangent_on(widest, s.thickness, s.velocity, around.coriolis,
                                      ds.thickness, ds.velocity, d_around.coriolis, dq);
    if (anticipates) {
      AnticipatedVorticity<T>::forward_on(wide, q, s.velocity, anticipated);
      AnticipatedVorticity<T>::tangent_on(wide, q, s.velocity, dq, ds.velocity, d_anticipated);
    }
    wide.for_edges(
        lanes, typename Kernels::TangentFluxAtEdges{s, ds, q, dq, anticipated, d_anticipated, quads,
                                                    d_energy, energy, d_rates.mass_flux});
    wide.for_cells(lanes, typename Kernels::TangentAtCells{
                              s.thickness, around.topography, around.gravity, ds.thickness,
                              d_around.topography, d_around.gravity, weights(c.parameters), quads,
                              d_energy, d_rates.thickness, slots});
    c.for_edges(lanes, typename Kernels::ForwardAtEdges{slots, d_rates.velocity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_tangent(c, s.velocity, around.viscosity, around.hyperviscosity, ds.velocity,
                                d_around.viscosity, d_around.hyperviscosity, d_rates.velocity);
    if (!with_rates) return;
    wide.for_edges(lanes, typename Kernels::WithEnergy{energy, quads});
    wide.for_cells(lanes, typename Kernels::ForwardAtCells{s.thickness, around.topography,
                                                           around.gravity, weights(c.parameters),
                                                           quads, rates.thickness, slots});
    c.for_edges(lanes, typename Kernels::ForwardAtEdges{slots, rates.velocity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_forward(c, s.velocity, around.viscosity, around.hyperviscosity,
                                rates.velocity);
  }
  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, RatesOut<T> d_rates) {
    update_tangent(c, {x.state, x.environment}, {dx.state, dx.environment},
                   {d_rates.thickness, d_rates.velocity, d_rates.mass_flux}, {});
  }

  /// As `update`, of the perturbations, and of the rates where anything becomes of them.
  static void update_tangent(const Context<T>& c, FlowSum<T> x, FlowSum<T> dx, RatesUpdates<T> d_to,
                             StateUpdates<T> to);

  // ------------------------------------------------------------------------------- adjoint
  /// The adjoint, with the environment's part added to `sum`.
  template <class C>
  static void reverse_on(const C& c, FlowIn<T> x, RatesIn<T> y, StateOut<T> result,
                         EnvironmentOut<T> sum) {
    const StateIn<T> s = x.state;
    const EnvironmentIn<T>& around = x.environment;
    const int lanes = x.lanes();
    const bool anticipates = c.parameters.anticipates();
    auto q = c.template scratch<Place::vertex>(lanes);
    auto volume = c.template scratch<Place::vertex>(lanes);
    auto z = c.template scratch<Place::vertex>(lanes);
    auto qz = c.template scratch<Place::vertex>(lanes);
    auto anticipated = c.template optional_scratch<Place::edge>(lanes, anticipates);
    auto mean_h = c.template scratch<Place::edge>(lanes);
    auto flux_adjoint = c.template scratch<Place::edge>(lanes);
    auto u_flux = c.template scratch<Place::edge>(lanes);
    auto q_adjoint = c.template scratch<Place::edge>(lanes);
    auto b_over_area = c.template scratch<Place::cell>(lanes);
    auto buffer = c.template scratch<Place::edge>(4 * lanes);
    auto flux_buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    auto q_buffer = c.template scratch<Place::cell>(lanes * c.mesh.max_edges);
    const Quads<T> quads{buffer.out().data, lanes};
    const Slots<T> flux_slots{flux_buffer.out().data, lanes}, q_slots{q_buffer.out().data, lanes};

    // The anticipated q wants q* a ring further out.
    const auto near = anticipates ? c.wider() : c.within(c.reach());
    const auto wide = near.wider();
    PotentialVorticity<T>::forward_on(anticipates ? wide.wider() : wide, s.thickness, s.velocity,
                                      around.coriolis, q, volume);
    if (anticipates) AnticipatedVorticity<T>::forward_on(wide, q, s.velocity, anticipated);
    wide.for_edges(lanes, typename Kernels::AdjointFluxAtEdges{
                              s.thickness, s.velocity, q, anticipated, y.velocity, quads, mean_h});
    wide.for_cells(lanes,
                   typename Kernels::AdjointAtCells{weights(c.parameters), quads, y.thickness,
                                                    b_over_area, flux_slots, q_slots});
    near.for_spokes(lanes,
                    typename Kernels::AdjointAtEdges{s.velocity, y.mass_flux, flux_slots, q_slots,
                                                     flux_adjoint, u_flux, q_adjoint});
    VertexIn<T> given;
    EdgeIn<T> by_anticipation;
    if (anticipates) {
      // z and the anticipated q have done their service: they take its adjoints.
      AnticipatedVorticity<T>::adjoint_on(c, q, s.velocity, q_adjoint, z, anticipated);
      given = z;
      by_anticipation = anticipated;
    }
    c.for_vertices(lanes, typename Kernels::AdjointAtVertices{q, volume, q_adjoint, given, z, qz,
                                                              sum.coriolis});
    c.for_edges(lanes,
                typename Kernels::VelocityAdjoint{s.velocity, mean_h, flux_adjoint, by_anticipation,
                                                  b_over_area, z, result.velocity});
    c.for_cells(lanes, typename Kernels::ThicknessAdjoint{
                           s.thickness, around.topography, around.gravity, u_flux, b_over_area, qz,
                           result.thickness, sum.topography, sum.gravity});
    if (c.parameters.diffuses())
      Diffusion<T>::add_adjoint(c, s.velocity, around.viscosity, around.hyperviscosity, y.velocity,
                                result.velocity, sum.viscosity, sum.hyperviscosity);
  }
  static void adjoint(const Context<T>& c, FlowIn<T> x, RatesIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, y, result.state, result.environment);
  }
  static void reverse(const Context<T>& c, FlowIn<T> x, RatesIn<T> y, StateOut<T> result,
                      EnvironmentOut<T> sum) {
    update_reverse(c, {x.state, x.environment}, {y.thickness, y.velocity, y.mass_flux},
                   {result.thickness, result.velocity}, sum);
  }

  /// The adjoint at rates' adjoints that are yet to be summed, and what becomes of the state's.
  static void update_reverse(const Context<T>& c, FlowSum<T> x, RatesSum<T> y, StateUpdates<T> to,
                             EnvironmentOut<T> sum);
};

template <class T>
void Tendency<T>::update(const Context<T>& c, FlowSum<T> x, RatesUpdates<T> to) {
  if (c.parameters.wind == WindChoice::prescribed) {
    if (to.thickness.exists()) ThicknessTendency<T>::update(c, x.state, to.thickness, to.mass_flux);
    return update_with_zero(c, x.lanes(), to.velocity);
  }
  if (Blocked<T>::tendency(c, x, to)) return;
  const Summed<T> at(c, x.state);
  Pending<T> rates(c, x.lanes(), to);
  forward_on(c, {at.state(), x.environment}, rates.out());
  rates.finish();
}

template <class T>
void Tendency<T>::update_tangent(const Context<T>& c, FlowSum<T> x, FlowSum<T> dx,
                                 RatesUpdates<T> d_to, StateUpdates<T> to) {
  if (c.parameters.wind == WindChoice::prescribed) {
    if (d_to.thickness.exists())
      ThicknessTendency<T>::update_tangent(c, x.state, dx.state, d_to.thickness, d_to.mass_flux);
    if (to.thickness.exists()) ThicknessTendency<T>::update(c, x.state, to.thickness, {});
    update_with_zero(c, x.lanes(), d_to.velocity);
    return update_with_zero(c, x.lanes(), to.velocity);
  }
  if (Blocked<T>::tendency_tangent(c, x, dx, d_to, to)) return;
  const Summed<T> at(c, x.state), d_at(c, dx.state);
  Pending<T> d_rates(c, x.lanes(), d_to);
  Pending<T> rates(c, x.lanes(), {to.thickness, to.velocity, {}});
  tangent_on(c, {at.state(), x.environment}, {d_at.state(), dx.environment}, d_rates.out(),
             rates.state());
  d_rates.finish();
  rates.finish();
}

template <class T>
void Tendency<T>::update_reverse(const Context<T>& c, FlowSum<T> x, RatesSum<T> y,
                                 StateUpdates<T> to, EnvironmentOut<T> sum) {
  if (c.parameters.wind == WindChoice::prescribed) {
    if (y.thickness.exists())
      return ThicknessTendency<T>::update_reverse(c, x.state, y.thickness, y.mass_flux, to);
    update_with_zero(c, x.lanes(), to.thickness);
    return update_with_zero(c, x.lanes(), to.velocity);
  }
  if (Blocked<T>::tendency_reverse(c, x, y, to, sum)) return;
  const Summed<T> at(c, x.state);
  const SummedRates<T> of(c, y);
  Pending<T> result(c, x.lanes(), {to.thickness, to.velocity, {}});
  reverse_on(c, {at.state(), x.environment}, of.rates(), result.state(), sum);
  result.finish();
}

// Compiled in units of their own (see hexad_operators), not in everything that steps.
#define HEXAD_ELSEWHERE(T) extern template struct Tendency<T>;
HEXAD_FOR_EACH_PLAIN_TYPE(HEXAD_ELSEWHERE)
#if !defined(__CUDACC__)
HEXAD_FOR_EACH_PACK_TYPE(HEXAD_ELSEWHERE)
#endif
#undef HEXAD_ELSEWHERE

}  // namespace hexad
