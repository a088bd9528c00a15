#pragma once

#include "hexad/model/mean_flux.hpp"
#include "hexad/model/operators/tendency.hpp"

namespace hexad {

/// One step of the strong-stability-preserving Runge-Kutta scheme of third order (Shu and Osher
/// 1988, eq. 2.18) for dx/dt = T(x), x = (h, u), step dt (s):
///   k1 = T(x);   x1 = x + dt k1
///   k2 = T(x1);  x2 = 3/4 x + 1/4 x1 + dt/4 k2
///   k3 = T(x2);  x+ = x + dt/6 (k1 + k2 + 4 k3)
/// which is 1/3 x + 2/3 (x2 + dt k3). The mass flux (m2/s) has the weights of the last line.
/// Tangent: each stage with its tangent. Adjoint of y, with xj* = T'(xj) k(j+1)*:
///   k3* = 2 dt/3 y,  k2* = dt/6 y + dt/4 x2*,  k1* = dt/6 y + dt/4 x2* + dt x1*
///   x*  = y + x2* + x1* + T'(x) k1*
/// The stages are recomputed in the adjoint.
template <class T>
struct Ssprk3Step {
  using R = real_of<T>;

  static OperatorInfo info() {
    return {.name = "ssprk3_step",
            .formula = "x+ = x + dt/6 (k1 + k2 + 4 k3)",
            .inputs = flow_blocks(),
            .outputs = {{"thickness"}, {"normal_velocity"}, {"mass_flux"}},
            .depth = 3 * Tendency<T>::info().depth,
            .variants = flow_variants()};
  }

  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    const R dt = c.time_step(), sixth = dt / R(6);
    StateScratch<T> k(c, x.lanes()), next(c, x.lanes());
    MeanFlux<T> flux(c, result.mass_flux);
    const StateOut<T> sum = result.state;

    Tendency<T>::forward(c, x, flux.with(k));
    flux.add(R(1) / R(6));
    stage_update(c, x.state, x.state, k, dt, sixth, next, sum);
    Tendency<T>::forward(c, x.with(next), flux.with(k));
    flux.add(R(1) / R(6));
    accumulate(c, sixth, k, sum);
    combine3(c, {R(0.75), x.state}, {R(0.25), next}, {R(0.25) * dt, k}, next);
    Tendency<T>::forward(c, x.with(next), flux.with(k));
    flux.add(R(2) / R(3));
    accumulate(c, R(4) * sixth, k, sum);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step(), sixth = dt / R(6);
    StateScratch<T> k(c, x.lanes()), stage(c, x.lanes()), d_stage(c, x.lanes());
    MeanFlux<T> flux(c, result.mass_flux);
    const StateOut<T> sum = result.state;
    const auto rates = [&] { return RatesOut<T>{k.out().thickness, k.out().velocity, {}}; };

    Tendency<T>::tangent(c, x, dx, flux.with(k));
    flux.add(R(1) / R(6));
    stage_update(c, dx.state, dx.state, k, dt, sixth, d_stage, sum);
    Tendency<T>::forward(c, x, rates());
    combine(c, R(1), x.state, dt, k, stage);

    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), flux.with(k));
    flux.add(R(1) / R(6));
    accumulate(c, sixth, k, sum);
    combine3(c, {R(0.75), dx.state}, {R(0.25), d_stage}, {R(0.25) * dt, k}, d_stage);
    Tendency<T>::forward(c, x.with(stage), rates());
    combine3(c, {R(0.75), x.state}, {R(0.25), stage}, {R(0.25) * dt, k}, stage);

    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), flux.with(k));
    flux.add(R(2) / R(3));
    accumulate(c, R(4) * sixth, k, sum);
  }

  static void adjoint(const Context<T>& c, FlowIn<T> x, StepIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `around`, as a reverse sweep wants it.
  static void reverse(const Context<T>& c, FlowIn<T> x, StepIn<T> y, StateOut<T> result,
                      EnvironmentOut<T> around) {
    const R dt = c.time_step(), sixth = dt / R(6);
    const int lanes = x.lanes();
    StateScratch<T> k(c, lanes), x1(c, lanes), x2(c, lanes), x1_adjoint(c, lanes);
    const auto rates = [&] { return RatesOut<T>{k.out().thickness, k.out().velocity, {}}; };
    Tendency<T>::forward(c, x, rates());
    combine(c, R(1), x.state, dt, k, x1);
    Tendency<T>::forward(c, x.with(x1), rates());
    combine3(c, {R(0.75), x.state}, {R(0.25), x1}, {R(0.25) * dt, k}, x2);

    StageFlux<T> flux(c, y.mass_flux);
    const StateOut<T> x2_adjoint = result;
    scale(c, R(4) * sixth, y.state, k);
    Tendency<T>::reverse(c, x.with(x2), flux.with(k, R(2) / R(3)), x2_adjoint, around);
    combine(c, sixth, y.state, R(0.25) * dt, x2_adjoint, k);
    Tendency<T>::reverse(c, x.with(x1), flux.with(k, R(1) / R(6)), x1_adjoint, around);
    combine3(c, {sixth, y.state}, {R(0.25) * dt, x2_adjoint}, {dt, x1_adjoint}, k);
    // y + x2* + x1* first, since the last stage may then overwrite x1*.
    combine3(c, {R(1), y.state}, {R(1), x2_adjoint}, {R(1), x1_adjoint}, result);
    Tendency<T>::reverse(c, x, flux.with(k, R(1) / R(6)), x1_adjoint, around);
    accumulate(c, R(1), x1_adjoint, result);
  }
};

}  // namespace hexad
