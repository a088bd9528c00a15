#pragma once

#include "hexad/model/operators/tendency.hpp"
#include "hexad/model/stages.hpp"

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

  /// Where the stages exist, they take x2, x3, x4.
  static void forward_keeping(const Context<T>& c, FlowIn<T> x, const Stages<T>& kept,
                              StepOut<T> result) {
    const R dt = c.time_step(), half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    const StagesOrScratch<T> stage(c, x.lanes(), kept, 3, 2);
    const EdgeOut<T> flux = result.mass_flux;
    const StateOut<T> sum = result.state;
    const auto tendency = [&](StateIn<T> at, const StateUpdates<T>& to,
                              const Updates<Place::edge, T>& of_flux) {
      Tendency<T>::update(c, {at, x.environment}, with_flux(to, of_flux));
    };
    tendency(x.state, advance<T>(stage[0], x.state, half, sum, x.state, sixth),
             start_mean<T>(flux, R(1) / R(6)));
    tendency(stage[0], advance<T>(stage[1], x.state, half, sum, sum, third),
             add_to_mean<T>(flux, R(1) / R(3)));
    tendency(stage[1], advance<T>(stage[2], x.state, dt, sum, sum, third),
             add_to_mean<T>(flux, R(1) / R(3)));
    tendency(stage[2], becomes<T>(sum, StateIn<T>(sum), sixth), add_to_mean<T>(flux, R(1) / R(6)));
  }
  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    forward_keeping(c, x, {}, result);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step(), half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    const int lanes = x.lanes();
    StateScratch<T> even(c, lanes), odd(c, lanes), d_even(c, lanes), d_odd(c, lanes);
    const StateOut<T> a = even.out(), b = odd.out(), da = d_even.out(), db = d_odd.out();
    const EdgeOut<T> flux = result.mass_flux;
    const StateOut<T> sum = result.state;
    const auto tendency = [&](StateIn<T> at, StateIn<T> d_at, const StateUpdates<T>& d_to,
                              const Updates<Place::edge, T>& of_flux, const StateUpdates<T>& to) {
      Tendency<T>::update_tangent(c, {at, x.environment}, {d_at, dx.environment},
                                  with_flux(d_to, of_flux), to);
    };
    tendency(x.state, dx.state, advance<T>(da, dx.state, half, sum, dx.state, sixth),
             start_mean<T>(flux, R(1) / R(6)), becomes<T>(a, x.state, half));
    tendency(a, da, advance<T>(db, dx.state, half, sum, sum, third),
             add_to_mean<T>(flux, R(1) / R(3)), becomes<T>(b, x.state, half));
    tendency(b, db, advance<T>(da, dx.state, dt, sum, sum, third),
             add_to_mean<T>(flux, R(1) / R(3)), becomes<T>(a, x.state, dt));
    tendency(a, da, becomes<T>(sum, StateIn<T>(sum), sixth), add_to_mean<T>(flux, R(1) / R(6)), {});
  }

  static void adjoint(const Context<T>& c, FlowIn<T> x, StepIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, {}, {}, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `around`, as a reverse sweep wants it, about
  /// the stages of `forward_keeping`, which are computed anew where they do not exist. The state
  /// after the step is not needed.
  static void reverse(const Context<T>& c, FlowIn<T> x, const Stages<T>& kept, StateIn<T>,
                      StepIn<T> y, StateOut<T> result, EnvironmentOut<T> around) {
    const R dt = c.time_step(), half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    const int lanes = x.lanes();
    const StagesOrScratch<T> stage(c, lanes, kept, 3, 3);
    if (!kept.exist()) {
      const auto next = [&](StateIn<T> at, R a, StateOut<T> to) {
        Tendency<T>::update(c, {at, x.environment}, with_flux(becomes<T>(to, x.state, a), {}));
      };
      next(x.state, half, stage[0]);
      next(stage[0], half, stage[1]);
      next(stage[1], dt, stage[2]);
    }
    StateScratch<T> even(c, lanes), odd(c, lanes);
    const StateOut<T> a = even.out(), b = odd.out();  // xj*, in turn
    const auto backwards = [&](StateIn<T> at, const StateSum<T>& of, R weight,
                               const StateUpdates<T>& to) {
      Tendency<T>::update_reverse(c, {at, x.environment},
                                  with_flux(of, of_mean<T>(y.mass_flux, weight)), to, around);
    };
    backwards(stage[2], state_sum<T>(sixth, y.state), R(1) / R(6),
              both<T>(becomes<T>(a, {}), becomes<T>(result, y.state)));
    backwards(stage[1], state_sum<T>(third, y.state, dt, a), R(1) / R(3),
              both<T>(becomes<T>(b, {}), becomes<T>(result, StateIn<T>(result))));
    backwards(stage[0], state_sum<T>(third, y.state, half, b), R(1) / R(3),
              both<T>(becomes<T>(a, {}), becomes<T>(result, StateIn<T>(result))));
    backwards(x.state, state_sum<T>(sixth, y.state, half, a), R(1) / R(6),
              becomes<T>(result, StateIn<T>(result)));
  }
};

}  // namespace hexad
