#pragma once

#include "hexad/model/operators/tendency.hpp"
#include "hexad/model/stages.hpp"

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

  /// Where the stages exist, they take x1, x2.
  static void forward_keeping(const Context<T>& c, FlowIn<T> x, const Stages<T>& kept,
                              StepOut<T> result) {
    const R dt = c.time_step(), sixth = dt / R(6);
    const StagesOrScratch<T> stage(c, x.lanes(), kept, 2, 2);
    const StateOut<T> x1 = stage[0], x2 = stage[1], sum = result.state;
    const EdgeOut<T> flux = result.mass_flux;
    const auto tendency = [&](StateIn<T> at, const StateUpdates<T>& to,
                              const Updates<Place::edge, T>& of_flux) {
      Tendency<T>::update(c, {at, x.environment}, with_flux(to, of_flux));
    };
    tendency(x.state, advance<T>(x1, x.state, dt, sum, x.state, sixth),
             start_mean<T>(flux, R(1) / R(6)));
    tendency(x1,
             both<T>(becomes<T>(x2, state_sum<T>(R(0.75), x.state, R(0.25), x1), R(0.25) * dt),
                     becomes<T>(sum, StateIn<T>(sum), sixth)),
             add_to_mean<T>(flux, R(1) / R(6)));
    tendency(x2, becomes<T>(sum, StateIn<T>(sum), R(4) * sixth), add_to_mean<T>(flux, R(2) / R(3)));
  }
  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    forward_keeping(c, x, {}, result);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step(), sixth = dt / R(6);
    const int lanes = x.lanes();
    StateScratch<T> first(c, lanes), second(c, lanes), d_first(c, lanes), d_second(c, lanes);
    const StateOut<T> x1 = first.out(), x2 = second.out(), dx1 = d_first.out(),
                      dx2 = d_second.out(), sum = result.state;
    const EdgeOut<T> flux = result.mass_flux;
    const auto tendency = [&](StateIn<T> at, StateIn<T> d_at, const StateUpdates<T>& d_to,
                              const Updates<Place::edge, T>& of_flux, const StateUpdates<T>& to) {
      Tendency<T>::update_tangent(c, {at, x.environment}, {d_at, dx.environment},
                                  with_flux(d_to, of_flux), to);
    };
    const auto second_stage = [&](StateOut<T> to, StateIn<T> from, StateIn<T> before) {
      return becomes<T>(to, state_sum<T>(R(0.75), before, R(0.25), from), R(0.25) * dt);
    };
    tendency(x.state, dx.state, advance<T>(dx1, dx.state, dt, sum, dx.state, sixth),
             start_mean<T>(flux, R(1) / R(6)), becomes<T>(x1, x.state, dt));
    tendency(x1, dx1,
             both<T>(second_stage(dx2, dx1, dx.state), becomes<T>(sum, StateIn<T>(sum), sixth)),
             add_to_mean<T>(flux, R(1) / R(6)), second_stage(x2, x1, x.state));
    tendency(x2, dx2, becomes<T>(sum, StateIn<T>(sum), R(4) * sixth),
             add_to_mean<T>(flux, R(2) / R(3)), {});
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
    const R dt = c.time_step(), sixth = dt / R(6);
    const int lanes = x.lanes();
    const StagesOrScratch<T> stage(c, lanes, kept, 2, 2);
    const StateOut<T> x1 = stage[0], x2 = stage[1];
    if (!kept.exist()) {
      Tendency<T>::update(c, {x.state, x.environment}, with_flux(becomes<T>(x1, x.state, dt), {}));
      Tendency<T>::update(
          c, {StateIn<T>(x1), x.environment},
          with_flux(becomes<T>(x2, state_sum<T>(R(0.75), x.state, R(0.25), x1), R(0.25) * dt), {}));
    }
    StateScratch<T> first(c, lanes), second(c, lanes);
    const StateOut<T> x1_star = first.out(), x2_star = second.out();
    const auto backwards = [&](StateIn<T> at, const StateSum<T>& of, R weight,
                               const StateUpdates<T>& to) {
      Tendency<T>::update_reverse(c, {at, x.environment},
                                  with_flux(of, of_mean<T>(y.mass_flux, weight)), to, around);
    };
    backwards(x2, state_sum<T>(R(4) * sixth, y.state), R(2) / R(3), becomes<T>(x2_star, {}));
    backwards(x1, state_sum<T>(sixth, y.state, R(0.25) * dt, x2_star), R(1) / R(6),
              both<T>(becomes<T>(x1_star, {}),
                      becomes<T>(result, state_sum<T>(R(1), y.state, R(1), x2_star))));
    backwards(x.state, state_sum<T>(sixth, y.state, R(0.25) * dt, x2_star, dt, x1_star),
              R(1) / R(6), becomes<T>(result, StateIn<T>(result)));
  }
};

}  // namespace hexad
