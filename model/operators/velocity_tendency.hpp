#pragma once

#include "hexad/model/operators/tendency.hpp"

namespace hexad {

/// The momentum equation alone, the second half of `Tendency`, for schemes that evaluate it at
/// another thickness than the continuity equation:
///   du_e/dt = Q_e - (B_i1 - B_i0) / d_e + diffusion
/// m/s2. Kernels, tangent and adjoint are those of `Tendency` with y_h = 0, y_F = 0.
template <class T>
struct VelocityTendency {
  static OperatorInfo info() {
    return {.name = "velocity_tendency",
            .formula = "du/dt = alpha q W F + beta W q F - G (g (h + b) + K)",
            .inputs = flow_blocks(),
            .outputs = {{"velocity_tendency"}},
            .depth = Tendency<T>::info().depth,
            .variants = flow_variants()};
  }

  static void forward(const Context<T>& c, FlowIn<T> x, EdgeOut<T> rate) {
    Tendency<T>::forward(c, x, {{}, rate, {}});
  }
  static void update(const Context<T>& c, FlowSum<T> x, Updates<Place::edge, T> rate) {
    Tendency<T>::update(c, x, {{}, rate, {}});
  }
  static void tangent(const Context<T>& c, FlowIn<T> x, FlowIn<T> dx, EdgeOut<T> d_rate) {
    Tendency<T>::tangent(c, x, dx, {{}, d_rate, {}});
  }
  /// As `update`, of the perturbation of the rate, and of the rate where anything becomes of it.
  static void update_tangent(const Context<T>& c, FlowSum<T> x, FlowSum<T> dx,
                             Updates<Place::edge, T> d_rate, Updates<Place::edge, T> rate) {
    Tendency<T>::update_tangent(c, x, dx, {{}, d_rate, {}}, {{}, rate});
  }
  static void adjoint(const Context<T>& c, FlowIn<T> x, EdgeIn<T> y, FlowOut<T> result) {
    Tendency<T>::adjoint(c, x, {{}, y, {}}, result);
  }
  static void update_reverse(const Context<T>& c, FlowSum<T> x, Sum<Place::edge, T> y,
                             StateUpdates<T> to, EnvironmentOut<T> sum) {
    Tendency<T>::update_reverse(c, x, {{}, y, {}}, to, sum);
  }
};

}  // namespace hexad
