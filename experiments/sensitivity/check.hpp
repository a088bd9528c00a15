#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hexad/adjoint/check.hpp"
#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/response/response_sum.hpp"

namespace hexad {

/// At one distance a: (J(x + a p) - J(x - a p)) / (2 a), and of |J(x + a p) - J(x) - a <g, p>| and
/// the same for -a the root mean square, in which second and third order cannot cancel.
struct CheckRow {
  double a, central_difference, remainder;
};

/// A gradient g of J held against the forecast itself along a direction p, at a = 1, 1/10, 1/100
/// and up to two decades more where the third order is still larger than the second there: the best
/// of the central differences against <g, p>, relative difference <= 1e-6; and of the slopes of the
/// remainder between neighbouring distances the one that is nearest to 2, within 0.05: above it the
/// third order may show, below it round-off. Where even the remainder at a = 1
/// is lost in round-off, J is linear along p: then that remainder <= 1e-9 |<g, p>|. A gradient that
/// is zero everywhere names no direction: along a slope over the whole mesh J then may not change
/// by more than round-off, 1e-13 |J|, or must change as a^2, within the same bound.
struct SensitivityCheck {
  double along_gradient = 0;  ///< <g, p>
  std::vector<CheckRow> rows;
  std::vector<Check> checks;
};

/// What is differentiated: J of forecasts of `steps` steps in a domain.
struct CheckedForecast {
  Domain& domain;
  const Environment<double>& environment;
  const State<double>& initial;
  Scheme scheme;
  ResponseSum& objective;
  double response;  ///< J(x)
  const ForecastGradient& gradient;
  double gravity, mean_depth;  ///< Of the energy norm.
  std::function<void(const std::string&)> progress;
};

/// Along the gradient with respect to initial thickness and wind in the energy norm about rest,
///   p = s (dJ/dh_i / (A_i g), dJ/du_e / (l_e d_e H)),
/// s such that it changes no thickness by more than a thousandth of the mean depth H and no wind by
/// more than 0.1 m/s. Six forecasts or more.
SensitivityCheck check_state_gradient(const CheckedForecast& forecast);

/// Along the gradient with respect to topography and Coriolis parameter per area, each part scaled
/// to a thousandth at most, of H and of the largest Coriolis parameter. Six forecasts or more.
SensitivityCheck check_environment_gradient(const CheckedForecast& forecast);

}  // namespace hexad
