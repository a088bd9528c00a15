#pragma once

#include "hexad/model/mean_flux.hpp"
#include "hexad/model/operators/velocity_tendency.hpp"

namespace hexad {

/// One step of FB-RK(3,2), the forward-backward Runge-Kutta scheme of Lilly et al. (2023),
/// with P = dh/dt and V = du/dt, step dt (s):
///   hA = h + dt/3 P(h, u);    uA = u + dt/3 V(m1, u),   m1 = b1 hA + (1 - b1) h
///   hB = h + dt/2 P(hA, uA);  uB = u + dt/2 V(m2, uA),  m2 = b2 hB + (1 - b2) h
///   h+ = h + dt P(hB, uB);    u+ = u + dt V(m3, uB),    m3 = b3 h+ + (1 - 2 b3) hB + b3 h
/// b1 = b2 = 0.531, b3 = 0.313. Second order in dt, with the largest stable step for its three
/// stages. The mass flux (m2/s) of the step is that of the last P. Tangent: line by line. Adjoint,
/// line by line backwards, with (m*, u*) = V'(m, u) and (h*, u*) = P'(h, u):
///   (m3*, uB*) = V' dt y_u;     h+* = y_h + b3 m3*,  hB* = (1 - 2 b3) m3*,  h* = b3 m3*, u* = y_u
///   (hB*, uB*) += P'(dt h+*);   h* += h+*
///   (m2*, uA*) = V' dt/2 uB*;   u* += uB*,  hB* += b2 m2*,  h* += (1 - b2) m2*
///   (hA*, uA* +) = P'(dt/2 hB*);  h* += hB*
///   (m1*, u* +) = V' dt/3 uA*;  u* += uA*,  hA* += b1 m1*,  h* += (1 - b1) m1*
///   (h* +, u* +) = P'(dt/3 hA*);  h* += hA*
/// Stages A and B are recomputed in the adjoint.
template <class T>
struct Fbrk32Step {
  using R = real_of<T>;
  static constexpr R b1 = R(0.531), b2 = R(0.531), b3 = R(0.313);

  static OperatorInfo info() {
    return {.name = "fbrk32_step",
            .formula = "h+ = h + dt P(hB, uB), u+ = u + dt V(b3 h+ + (1 - 2 b3) hB + b3 h, uB)",
            .inputs = flow_blocks(),
            .outputs = {{"thickness"}, {"normal_velocity"}, {"mass_flux"}},
            .depth = 3 * (1 + Tendency<T>::info().depth),
            .variants = flow_variants()};
  }

  using P = ThicknessTendency<T>;
  using V = VelocityTendency<T>;

  /// Stage A or B: from P at `at`, then V at b h_next + (1 - b) h and the velocity of `at`.
  static void stage(const Context<T>& c, FlowIn<T> x, StateIn<T> at, R step, R b,
                    StateScratch<T>& k, StateOut<T> next) {
    const CellOut<T> rate = k.out().thickness, mean = rate;  // the rate has been used by then
    P::forward(c, at.thickness, at.velocity, rate, {});
    combine(c, R(1), x.thickness(), step, rate, next.thickness);
    combine(c, b, next.thickness, R(1) - b, x.thickness(), mean);
    V::forward(c, x.with({mean, at.velocity}), k.out().velocity);
    combine(c, R(1), x.velocity(), step, k.out().velocity, next.velocity);
  }

  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    const R dt = c.time_step();
    StateScratch<T> k(c, x.lanes()), a(c, x.lanes()), b(c, x.lanes());
    stage(c, x, x.state, dt / R(3), b1, k, a);
    stage(c, x, a, R(0.5) * dt, b2, k, b);

    const CellOut<T> rate = k.out().thickness, mean = rate;
    const StateIn<T> at = b;
    P::forward(c, at.thickness, at.velocity, rate, result.mass_flux);
    const CellOut<T> h = result.state.thickness;
    combine(c, R(1), x.thickness(), dt, rate, h);
    combine3(c, {b3, h}, {R(1) - R(2) * b3, at.thickness}, {b3, x.thickness()}, mean);
    V::forward(c, x.with({mean, at.velocity}), k.out().velocity);
    combine(c, R(1), x.velocity(), dt, k.out().velocity, result.state.velocity);
  }

  /// The tangent of a stage; next, dm: the thickness that V sees and its perturbation.
  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step();
    const int lanes = x.lanes();
    StateScratch<T> k(c, lanes), a(c, lanes), b(c, lanes), da(c, lanes), db(c, lanes);
    auto m_scratch = c.template scratch<Place::cell>(lanes);
    const CellOut<T> m = m_scratch.out(), rate = k.out().thickness, dm = rate;
    const auto d_stage = [&](StateIn<T> at, StateIn<T> d_at, StateIn<T> next, R step, R weight,
                             StateOut<T> d_next) {
      P::tangent(c, at.thickness, at.velocity, d_at.thickness, d_at.velocity, rate, {});
      combine(c, R(1), dx.thickness(), step, rate, d_next.thickness);
      combine(c, weight, next.thickness, R(1) - weight, x.thickness(), m);
      combine(c, weight, d_next.thickness, R(1) - weight, dx.thickness(), dm);
      V::tangent(c, x.with({m, at.velocity}), dx.with({dm, d_at.velocity}), k.out().velocity);
      combine(c, R(1), dx.velocity(), step, k.out().velocity, d_next.velocity);
    };
    stage(c, x, x.state, dt / R(3), b1, k, a);
    stage(c, x, a, R(0.5) * dt, b2, k, b);
    d_stage(x.state, dx.state, a, dt / R(3), b1, da);
    d_stage(a, da, b, R(0.5) * dt, b2, db);

    const StateIn<T> at = b, d_at = db;
    const CellOut<T> h = a.out().thickness, dh = result.state.thickness;  // a is done with
    P::forward(c, at.thickness, at.velocity, rate, {});
    combine(c, R(1), x.thickness(), dt, rate, h);
    P::tangent(c, at.thickness, at.velocity, d_at.thickness, d_at.velocity, rate, result.mass_flux);
    combine(c, R(1), dx.thickness(), dt, rate, dh);
    combine3(c, {b3, h}, {R(1) - R(2) * b3, at.thickness}, {b3, x.thickness()}, m);
    combine3(c, {b3, dh}, {R(1) - R(2) * b3, d_at.thickness}, {b3, dx.thickness()}, dm);
    V::tangent(c, x.with({m, at.velocity}), dx.with({dm, d_at.velocity}), k.out().velocity);
    combine(c, R(1), dx.velocity(), dt, k.out().velocity, result.state.velocity);
  }

  static void adjoint(const Context<T>& c, FlowIn<T> x, StepIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `around`, as a reverse sweep wants it.
  static void reverse(const Context<T>& c, FlowIn<T> x, StepIn<T> y, StateOut<T> result,
                      EnvironmentOut<T> around) {
    const R dt = c.time_step();
    const int lanes = x.lanes();
    StateScratch<T> k(c, lanes), a(c, lanes), b(c, lanes), a_adjoint(c, lanes), b_adjoint(c, lanes),
        part(c, lanes);
    auto m_scratch = c.template scratch<Place::cell>(lanes);
    auto h_scratch = c.template scratch<Place::cell>(lanes);
    auto y_scratch = c.template scratch<Place::edge>(lanes);
    const CellOut<T> m = m_scratch.out(), h = h_scratch.out();  // m, and h+ then h+*
    const EdgeOut<T> scaled = y_scratch.out();
    const CellOut<T> rate = k.out().thickness;
    stage(c, x, x.state, dt / R(3), b1, k, a);
    stage(c, x, a, R(0.5) * dt, b2, k, b);
    const StateIn<T> at_a = a, at_b = b;
    P::forward(c, at_b.thickness, at_b.velocity, rate, {});
    combine(c, R(1), x.thickness(), dt, rate, h);

    const StateOut<T> a_star = a_adjoint.out(), b_star = b_adjoint.out(), sum = result;
    const StateOut<T> of_part = part.out();

    // u+ = u + dt V(m3, uB)
    combine3(c, {b3, h}, {R(1) - R(2) * b3, at_b.thickness}, {b3, x.thickness()}, m);
    scale(c, dt, y.state.velocity, scaled);
    V::reverse(c, x.with({m, at_b.velocity}), scaled, b_star, around);
    combine(c, R(1), y.state.thickness, b3, b_star.thickness, h);
    combine(c, R(1), h, b3, b_star.thickness, sum.thickness);
    scale(c, R(1), y.state.velocity, sum.velocity);
    scale(c, R(1) - R(2) * b3, b_star.thickness, b_star.thickness);
    // h+ = h + dt P(hB, uB)
    scale(c, dt, h, rate);
    P::adjoint(c, at_b.thickness, at_b.velocity, rate, y.mass_flux, of_part.thickness,
               of_part.velocity);
    accumulate(c, R(1), of_part, b_star);
    // Stages B and A.
    reverse_stage(c, x, at_a, at_b, R(0.5) * dt, b2, b_star, a_star, {sum, around}, k, m);
    reverse_stage(c, x, x.state, at_a, dt / R(3), b1, a_star, of_part, {sum, around}, k, m);
    accumulate(c, R(1), of_part, sum);
  }

  /// Backwards through `stage`: from the adjoint of `next` to that of `at`, which is overwritten,
  /// and to that of x, which is added to `result`.
  static void reverse_stage(const Context<T>& c, FlowIn<T> x, StateIn<T> at, StateIn<T> next,
                            R step, R weight, StateOut<T> next_star, StateOut<T> at_star,
                            FlowOut<T> result, StateScratch<T>& k, CellOut<T> m) {
    StateScratch<T> part(c, x.lanes());
    const StateOut<T> of_part = part.out(), scaled = k.out(), sum = result.state;
    combine(c, weight, next.thickness, R(1) - weight, x.thickness(), m);
    scale(c, step, next_star.velocity, scaled.velocity);
    V::reverse(c, x.with({m, at.velocity}), scaled.velocity, of_part, result.environment);
    accumulate(c, weight, of_part.thickness, next_star.thickness);
    accumulate(c, R(1) - weight, of_part.thickness, sum.thickness);
    accumulate(c, R(1), next_star, sum);
    scale(c, step, next_star.thickness, scaled.thickness);
    P::adjoint(c, at.thickness, at.velocity, scaled.thickness, {}, at_star.thickness,
               at_star.velocity);
    accumulate(c, R(1), of_part.velocity, at_star.velocity);
  }
};

}  // namespace hexad
