#pragma once

#include <functional>
#include <vector>

#include "hexad/adjoint/check.hpp"
#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/verify_window.hpp"

namespace hexad {

/// Holds a gradient g of J against the forecast itself, along p = s r, where r is the Riesz
/// representer of g (initial thickness and wind) and s makes <g, p> one per cent of J: the central
/// difference (J(x + a p) - J(x - a p)) / (2 a) at a = 1/100 against <g, p>, relative difference
/// <= 1e-6; and the slope of the Taylor remainder over a = 1, 1/10, 1/100, within 0.05 of 2.
/// Steps the model four times through the window. Of one member.
struct GradientCheck {
  double central_difference = 0, along_gradient = 0;
  TaylorTest taylor;
  std::vector<Check> checks;
};
GradientCheck check_gradient(Model<double>& model, const State<double>& initial,
                             const EnergyNorm& response, int steps, const GradientResult& result,
                             const std::function<void(const std::string&)>& progress);

}  // namespace hexad
