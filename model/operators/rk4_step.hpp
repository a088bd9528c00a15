#pragma once

#include "hexad/model/mean_flux.hpp"
#include "hexad/model/operators/tendency.hpp"

namespace hexad {

/// One step of the classical Runge-Kutta scheme for dx/dt = T(x), x = (h, u), step dt (s):
///   k1 = T(x1), x1 = x;            k2 = T(x2), x2 = x + dt/2 k1
///   k3 = T(x3), x3 = x + dt/2 k2;  k4 = T(x4), x4 = x + dt k3
///   x+ = x + dt/6 (k1 + 2 k2 + 2 k3 + k4)
/// Fourth order in dt; the mass flux (m2/s) has the same weights. The environment is constant over
/// the step. Tangent: each stage with its tangent, about the same x1 .. x4. Adjoint of y, with
/// xj* = T'(xj) kj*:
///   k4* = dt/6 y,  k3* = dt/3 y + dt x4*,  k2* = dt/3 y + dt/2 x3*,  k1* = dt/6 y + dt/2 x2*
///   x*  = y + x1* + x2* + x3* + x4*
/// Stages 2 to 4 are recomputed in the adjoint.
template <class T>
struct Rk4Step {
  using R = real_of<T>;

  static OperatorInfo info() {
    return {.name = "rk4_step",
            .formula = "x+ = x + dt/6 (k1 + 2 k2 + 2 k3 + k4)",
            .inputs = flow_blocks(),
            .outputs = {{"thickness"}, {"normal_velocity"}, {"mass_flux"}},
            .depth = 4 * Tendency<T>::info().depth,
            .variants = flow_variants()};
  }

  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    const R dt = c.time_step();
    StateScratch<T> k(c, x.lanes()), next(c, x.lanes());
    MeanFlux<T> flux(c, result.mass_flux);
    const StateOut<T> sum = result.state;

    Tendency<T>::forward(c, x, flux.with(k));
    flux.add(R(1) / R(6));
    stage_update(c, x.state, x.state, k, R(0.5) * dt, dt / R(6), next, sum);
    Tendency<T>::forward(c, x.with(next), flux.with(k));
    flux.add(R(1) / R(3));
    stage_update(c, x.state, sum, k, R(0.5) * dt, dt / R(3), next, sum);
    Tendency<T>::forward(c, x.with(next), flux.with(k));
    flux.add(R(1) / R(3));
    stage_update(c, x.state, sum, k, dt, dt / R(3), next, sum);
    Tendency<T>::forward(c, x.with(next), flux.with(k));
    flux.add(R(1) / R(6));
    accumulate(c, dt / R(6), k, sum);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step();
    const R half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    StateScratch<T> k(c, x.lanes()), stage(c, x.lanes()), d_stage(c, x.lanes());
    MeanFlux<T> flux(c, result.mass_flux);
    const StateOut<T> sum = result.state;
    const auto next_stage = [&](StateIn<T> at, R a) {
      Tendency<T>::forward(c, x.with(at), {k.out().thickness, k.out().velocity, {}});
      combine(c, R(1), x.state, a, k, stage);
    };

    Tendency<T>::tangent(c, x, dx, flux.with(k));
    flux.add(R(1) / R(6));
    stage_update(c, dx.state, dx.state, k, half, sixth, d_stage, sum);
    next_stage(x.state, half);
    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), flux.with(k));
    flux.add(R(1) / R(3));
    stage_update(c, dx.state, sum, k, half, third, d_stage, sum);
    next_stage(stage, half);
    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), flux.with(k));
    flux.add(R(1) / R(3));
    stage_update(c, dx.state, sum, k, dt, third, d_stage, sum);
    next_stage(stage, dt);
    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), flux.with(k));
    flux.add(R(1) / R(6));
    accumulate(c, sixth, k, sum);
  }

  static void adjoint(const Context<T>& c, FlowIn<T> x, StepIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `around`, as a reverse sweep wants it.
  static void reverse(const Context<T>& c, FlowIn<T> x, StepIn<T> y, StateOut<T> result,
                      EnvironmentOut<T> around) {
    const R dt = c.time_step();
    const R half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    const int lanes = x.lanes();
    StateScratch<T> k(c, lanes), x2(c, lanes), x3(c, lanes), x4(c, lanes), stage(c, lanes);
    const auto evaluate = [&](StateIn<T> at, R a, StateOut<T> next) {
      Tendency<T>::forward(c, x.with(at), {k.out().thickness, k.out().velocity, {}});
      combine(c, R(1), x.state, a, k, next);
    };
    evaluate(x.state, half, x2);
    evaluate(x2, half, x3);
    evaluate(x3, dt, x4);

    StageFlux<T> flux(c, y.mass_flux);
    scale(c, sixth, y.state, k);
    Tendency<T>::reverse(c, x.with(x4), flux.with(k, R(1) / R(6)), result, around);
    combine(c, third, y.state, dt, result, k);
    Tendency<T>::reverse(c, x.with(x3), flux.with(k, R(1) / R(3)), stage, around);
    accumulate(c, R(1), stage, result);
    combine(c, third, y.state, half, stage, k);
    Tendency<T>::reverse(c, x.with(x2), flux.with(k, R(1) / R(3)), stage, around);
    accumulate(c, R(1), stage, result);
    combine(c, sixth, y.state, half, stage, k);
    Tendency<T>::reverse(c, x, flux.with(k, R(1) / R(6)), stage, around);
    combine3(c, {R(1), y.state}, {R(1), stage}, {R(1), result}, result);
  }
};

}  // namespace hexad
