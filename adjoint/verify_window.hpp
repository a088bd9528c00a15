#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hexad/adjoint/check.hpp"
#include "hexad/adjoint/energy_norm.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// A forecast window to verify: `steps` steps of the domain's time step from one state.
struct Window {
  Domain& domain;
  const Environment<double>& environment;
  const State<double>& initial;  ///< one member
  int steps;
};

struct WindowOptions {
  std::uint64_t seed = 1;
  double thickness_scale = 10;  ///< Of perturbations (m).
  double velocity_scale = 1;    ///< m/s
  std::function<void(const std::string&)> progress = {};
};

/// Verifies the linear models of a whole window. For each pair of an input (initial thickness and
/// velocity, topography, Coriolis parameter) and an output block on its own: the dot product with
/// y = A x and with random y, and the tangent against the forecast by dual numbers, each <= 1e-12.
/// A window of no steps is the identity.
std::vector<Check> verify_window(const Window& window, const WindowOptions& options);

/// One row of a Taylor test along p: |J(x + a p) - J(x) - a <g, p>|.
struct TaylorRow {
  double a, remainder;
};
struct TaylorTest {
  std::vector<TaylorRow> rows;
  /// Slope of log remainder over log a between neighbouring rows that is farthest from 2.
  [[nodiscard]] double worst_slope() const;
};

/// Taylor test of the gradient of `response` after the window, along a random p with the scales of
/// the options, for a = 1, 10^-1 .. 10^-decades.
TaylorTest taylor_test(const Window& window, const EnergyNorm& response,
                       const WindowOptions& options, int decades);

/// The built-in quadratic response: energy of the difference from a layer at rest with the initial
/// state's mean thickness.
EnergyNorm energy_about_rest(Domain& domain, const State<double>& initial);

}  // namespace hexad
