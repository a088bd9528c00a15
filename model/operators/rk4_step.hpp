#pragma once

#include "hexad/model/combine.hpp"
#include "hexad/model/operators/tendency.hpp"

namespace hexad {

/// One step of the classical Runge-Kutta scheme for dx/dt = T(x), x = (h, u), step dt (s):
///   k1 = T(x1), x1 = x;            k2 = T(x2), x2 = x + dt/2 k1
///   k3 = T(x3), x3 = x + dt/2 k2;  k4 = T(x4), x4 = x + dt k3
///   x+ = x + dt/6 (k1 + 2 k2 + 2 k3 + k4)
/// Fourth order in dt. Topography and Coriolis parameter are constant over the step. Tangent: each
/// stage with its tangent, about the same x1 .. x4. Adjoint of y, with xj* = T'(xj) kj*:
///   k4* = dt/6 y,  k3* = dt/3 y + dt x4*,  k2* = dt/3 y + dt/2 x3*,  k1* = dt/6 y + dt/2 x2*
///   x*  = y + x1* + x2* + x3* + x4*
/// Stages 2 to 4 are recomputed in the adjoint.
template <class T>
struct Rk4Step {
  using R = real_of<T>;

  static OperatorInfo info() {
    return {.name = "rk4_step",
            .formula = "x+ = x + dt/6 (k1 + 2 k2 + 2 k3 + k4)",
            .inputs = Tendency<T>::info().inputs,
            .outputs = {{"thickness"}, {"normal_velocity"}},
            .depth = 4 * Tendency<T>::info().depth};
  }

  /// A temporary state.
  class StateScratch {
   public:
    StateScratch(const Context<T>& c, int lanes)
        : thickness_(c.workspace, c.mesh.cells, lanes),
          velocity_(c.workspace, c.mesh.edges, lanes) {}
    // NOLINTBEGIN(google-explicit-constructor)
    operator StateOut<T>() { return out(); }
    operator StateIn<T>() { return out(); }
    // NOLINTEND(google-explicit-constructor)
    [[nodiscard]] StateOut<T> out() { return {thickness_.out(), velocity_.out()}; }

   private:
    Scratch<Place::cell, T> thickness_;
    Scratch<Place::edge, T> velocity_;
  };

  static void forward(const Context<T>& c, FlowIn<T> x, StateOut<T> result) {
    const R dt = c.time_step();
    StateScratch k(c, x.lanes()), next(c, x.lanes());

    Tendency<T>::forward(c, x, k);
    stage_update(c, x.state(), x.state(), k, R(0.5) * dt, dt / R(6), next, result);
    Tendency<T>::forward(c, x.with(next), k);
    stage_update(c, x.state(), result, k, R(0.5) * dt, dt / R(3), next, result);
    Tendency<T>::forward(c, x.with(next), k);
    stage_update(c, x.state(), result, k, dt, dt / R(3), next, result);
    Tendency<T>::forward(c, x.with(next), k);
    combine(c, R(1), result, dt / R(6), k, result);
  }

  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, StateOut<T> result) {
    const R dt = c.time_step();
    const R half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    StateScratch k(c, x.lanes()), stage(c, x.lanes()), d_stage(c, x.lanes());

    Tendency<T>::tangent(c, x, dx, k);
    stage_update(c, dx.state(), dx.state(), k, half, sixth, d_stage, result);
    Tendency<T>::forward(c, x, k);
    combine(c, R(1), x.state(), half, k, stage);

    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), k);
    stage_update(c, dx.state(), result, k, half, third, d_stage, result);
    Tendency<T>::forward(c, x.with(stage), k);
    combine(c, R(1), x.state(), half, k, stage);

    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), k);
    stage_update(c, dx.state(), result, k, dt, third, d_stage, result);
    Tendency<T>::forward(c, x.with(stage), k);
    combine(c, R(1), x.state(), dt, k, stage);

    Tendency<T>::tangent(c, x.with(stage), dx.with(d_stage), k);
    combine(c, R(1), result, sixth, k, result);
  }

  /// Adjoint fields of one stage, a whole flow.
  class FlowScratch {
   public:
    FlowScratch(const Context<T>& c, int lanes)
        : state_(c, lanes),
          topography_(c.workspace, c.mesh.cells, lanes),
          coriolis_(c.workspace, c.mesh.vertices, lanes) {}
    [[nodiscard]] FlowOut<T> out() {
      const StateOut<T> state = state_.out();
      return {state.thickness, state.velocity, topography_.out(), coriolis_.out()};
    }

   private:
    StateScratch state_;
    Scratch<Place::cell, T> topography_;
    Scratch<Place::vertex, T> coriolis_;
  };

  static void adjoint(const Context<T>& c, FlowIn<T> x, StateIn<T> y, FlowOut<T> result) {
    const R dt = c.time_step();
    const R half = R(0.5) * dt, sixth = dt / R(6), third = dt / R(3);
    const int lanes = x.lanes();
    StateScratch k(c, lanes), x2(c, lanes), x3(c, lanes), x4(c, lanes);
    Tendency<T>::forward(c, x, k);
    combine(c, R(1), x.state(), half, k, x2);
    Tendency<T>::forward(c, x.with(x2), k);
    combine(c, R(1), x.state(), half, k, x3);
    Tendency<T>::forward(c, x.with(x3), k);
    combine(c, R(1), x.state(), dt, k, x4);

    FlowScratch scratch(c, lanes);
    const FlowOut<T> stage = scratch.out();
    scale(c, sixth, y, k);
    Tendency<T>::adjoint(c, x.with(x4), k, result);
    combine(c, third, y, dt, result.state(), k);
    Tendency<T>::adjoint(c, x.with(x3), k, stage);
    accumulate(c, stage, result);
    combine(c, third, y, half, stage.state(), k);
    Tendency<T>::adjoint(c, x.with(x2), k, stage);
    accumulate(c, stage, result);
    combine(c, sixth, y, half, stage.state(), k);
    Tendency<T>::adjoint(c, x, k, stage);
    accumulate(c, stage, result);
    combine(c, R(1), y, R(1), result.state(), result.state());
  }
};

}  // namespace hexad
