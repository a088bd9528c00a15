#pragma once

#include "hexad/model/operators/divergence.hpp"
#include "hexad/model/operators/gradient.hpp"

namespace hexad {

/// Laplacian of a scalar at cells: D G p (X/m2 from X). Self-adjoint and negative under the cell
/// areas: sum_i A_i p_i (D G p)_i = - sum_e l_e d_e (G p)_e^2. Adjoint: G' D'.
template <class T>
struct ScalarLaplacian {
  static OperatorInfo info() {
    return {.name = "scalar_laplacian",
            .formula = "D G p",
            .inputs = {{"potential"}},
            .outputs = {{"laplacian"}}};
  }
  static void forward(const Context<T>& c, CellIn<T> p, CellOut<T> laplacian) {
    auto gradient = c.template scratch<Place::edge>(p.lanes);
    Gradient<T>::forward(c, p, gradient);
    Divergence<T>::forward(c, gradient, laplacian);
  }
  static void adjoint(const Context<T>& c, CellIn<T> y, CellOut<T> p) {
    auto gradient = c.template scratch<Place::edge>(y.lanes);
    Divergence<T>::adjoint(c, y, gradient);
    Gradient<T>::adjoint(c, gradient, p);
  }
};

}  // namespace hexad
