#pragma once

#include "hexad/model/operators/velocity_tendency.hpp"
#include "hexad/model/stages.hpp"

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
  using Cells = Sum<Place::cell, T>;
  using Edges = Sum<Place::edge, T>;
  using OfCells = Term<CellIn<T>, R>;
  using OfEdges = Term<EdgeIn<T>, R>;
  using ToCells = Update<Place::cell, T>;
  using ToEdges = Update<Place::edge, T>;

  /// b h_next + (1 - b) h, and the thickness that the last V sees.
  static Cells mean(R b, CellIn<T> next, CellIn<T> h) {
    return Cells(OfCells{b, next}, OfCells{R(1) - b, h});
  }
  static Cells last_mean(CellIn<T> after, CellIn<T> hb, CellIn<T> h) {
    return Cells(OfCells{b3, after}, OfCells{R(1) - R(2) * b3, hb}, OfCells{b3, h});
  }

  /// Stage A or B: from P at `at`, then V at b h_next + (1 - b) h and the velocity of `at`.
  static void stage(const Context<T>& c, FlowIn<T> x, StateIn<T> at, R step, R b,
                    StateOut<T> next) {
    P::update(c, at, ToCells{next.thickness, x.thickness(), step}, {});
    V::update(c, {{mean(b, next.thickness, x.thickness()), at.velocity}, x.environment},
              ToEdges{next.velocity, x.velocity(), step});
  }

  /// Where the stages exist, they take A, B.
  static void forward_keeping(const Context<T>& c, FlowIn<T> x, const Stages<T>& kept,
                              StepOut<T> result) {
    const R dt = c.time_step();
    const StagesOrScratch<T> stages(c, x.lanes(), kept, 2, 2);
    const StateOut<T> a = stages[0], b = stages[1];
    stage(c, x, x.state, dt / R(3), b1, a);
    stage(c, x, a, R(0.5) * dt, b2, b);
    const StateOut<T> after = result.state;
    P::update(c, StateIn<T>(b), ToCells{after.thickness, x.thickness(), dt}, result.mass_flux);
    V::update(c,
              {{last_mean(after.thickness, b.thickness, x.thickness()), b.velocity}, x.environment},
              ToEdges{after.velocity, x.velocity(), dt});
  }
  static void forward(const Context<T>& c, FlowIn<T> x, StepOut<T> result) {
    forward_keeping(c, x, {}, result);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) {
    const R dt = c.time_step();
    const int lanes = x.lanes();
    StateScratch<T> of_a(c, lanes), of_b(c, lanes), of_da(c, lanes), of_db(c, lanes);
    const StateOut<T> a = of_a.out(), b = of_b.out(), da = of_da.out(), db = of_db.out();
    const auto both_of_stage = [&](StateIn<T> at, StateIn<T> d_at, R step, R weight,
                                   StateOut<T> next, StateOut<T> d_next) {
      P::update(c, at, ToCells{next.thickness, x.thickness(), step}, {});
      P::update_tangent(c, at, d_at, ToCells{d_next.thickness, dx.thickness(), step}, {});
      V::update_tangent(
          c, {{mean(weight, next.thickness, x.thickness()), at.velocity}, x.environment},
          {{mean(weight, d_next.thickness, dx.thickness()), d_at.velocity}, dx.environment},
          ToEdges{d_next.velocity, dx.velocity(), step},
          ToEdges{next.velocity, x.velocity(), step});
    };
    both_of_stage(x.state, dx.state, dt / R(3), b1, a, da);
    both_of_stage(a, da, R(0.5) * dt, b2, b, db);

    const CellOut<T> h = a.thickness, dh = result.state.thickness;  // A is done with
    P::update(c, StateIn<T>(b), ToCells{h, x.thickness(), dt}, {});
    P::update_tangent(c, StateIn<T>(b), StateIn<T>(db), ToCells{dh, dx.thickness(), dt},
                      result.mass_flux);
    V::update_tangent(c, {{last_mean(h, b.thickness, x.thickness()), b.velocity}, x.environment},
                      {{last_mean(dh, db.thickness, dx.thickness()), db.velocity}, dx.environment},
                      ToEdges{result.state.velocity, dx.velocity(), dt}, {});
  }

  static void adjoint(const Context<T>& c, FlowIn<T> x, StepIn<T> y, FlowOut<T> result) {
    set_to_zero(c, result.environment);
    reverse(c, x, {}, {}, y, result.state, result.environment);
  }

  /// The adjoint with the environment's part added to `around`, as a reverse sweep wants it, about
  /// the stages of `forward_keeping` and the state after the step, which are computed anew where
  /// they do not exist.
  static void reverse(const Context<T>& c, FlowIn<T> x, const Stages<T>& kept, StateIn<T> after,
                      StepIn<T> y, StateOut<T> result, EnvironmentOut<T> around) {
    const R dt = c.time_step();
    const int lanes = x.lanes();
    const StagesOrScratch<T> stages(c, lanes, kept, 2, 2);
    const StateIn<T> a = stages[0], b = stages[1];
    StateScratch<T> scratch_a(c, lanes), scratch_b(c, lanes);
    auto scratch_m = c.template scratch<Place::cell>(lanes);
    const StateOut<T> a_star = scratch_a.out(), b_star = scratch_b.out();
    const CellOut<T> m3_star = scratch_m.out();
    if (!kept.exist()) {
      stage(c, x, x.state, dt / R(3), b1, stages[0]);
      stage(c, x, a, R(0.5) * dt, b2, stages[1]);
    }
    CellIn<T> h = after.thickness;
    if (!h.exists()) {
      h = a_star.thickness;  // until stage B
      P::update(c, b, ToCells{a_star.thickness, x.thickness(), dt}, {});
    }

    const StateOut<T> sum = result;
    // u+ = u + dt V(m3, uB). With h+* = y_h + b3 m3*, what h* has so far is h+* + b3 m3*.
    V::update_reverse(
        c, {{last_mean(h, b.thickness, x.thickness()), b.velocity}, x.environment},
        OfEdges{dt, y.state.velocity},
        {Updates<Place::cell, T>(ToCells{m3_star, {}, R(1)},
                                 ToCells{sum.thickness, y.state.thickness, R(2) * b3}),
         b_star.velocity},
        around);
    // h+ = h + dt P(hB, uB)
    P::update_reverse(c, b, Cells(OfCells{dt, y.state.thickness}, OfCells{dt * b3, m3_star}),
                      y.mass_flux,
                      {ToCells{b_star.thickness, OfCells{R(1) - R(2) * b3, m3_star}, R(1)},
                       ToEdges{b_star.velocity, b_star.velocity, R(1)}});
    // Stage B; of u*, what comes by uB and uA is now known but for the first V.
    reverse_velocity(c, x, a, b.thickness, R(0.5) * dt, b2, b_star, sum.thickness, a_star.velocity,
                     around);
    const Edges by_stages(OfEdges{R(1), b_star.velocity}, OfEdges{R(1), a_star.velocity});
    P::update_reverse(c, a, OfCells{R(0.5) * dt, b_star.thickness}, {},
                      {a_star.thickness,
                       Updates<Place::edge, T>(ToEdges{sum.velocity, by_stages, R(1)},
                                               ToEdges{a_star.velocity, a_star.velocity, R(1)})});
    // Stage A, at x itself.
    const Edges so_far(OfEdges{R(1), sum.velocity}, OfEdges{R(1), y.state.velocity});
    const ToEdges last{sum.velocity, so_far, R(1)};
    reverse_velocity(c, x, x.state, a.thickness, dt / R(3), b1, a_star, sum.thickness, last,
                     around);
    P::update_reverse(c, x.state, OfCells{dt / R(3), a_star.thickness}, {},
                      becomes<T>(result, StateIn<T>(result)));
  }

  /// Backwards through the V of a stage at `at` that led to `next` by `step`, with m* = V' of
  /// step u*_next: h*_next += weight m*, and `h_sum` += h*_next + (1 - weight) m*.
  static void reverse_velocity(const Context<T>& c, FlowIn<T> x, StateIn<T> at, CellIn<T> next,
                               R step, R weight, StateOut<T> next_star, CellOut<T> h_sum,
                               Updates<Place::edge, T> velocity, EnvironmentOut<T> around) {
    const Cells so_far(OfCells{R(1), h_sum}, OfCells{R(1), next_star.thickness});
    V::update_reverse(
        c, {{mean(weight, next, x.thickness()), at.velocity}, x.environment},
        OfEdges{step, next_star.velocity},
        {Updates<Place::cell, T>(ToCells{h_sum, so_far, R(1)},
                                 ToCells{next_star.thickness, next_star.thickness, weight}),
         velocity},
        around);
  }
};

}  // namespace hexad
