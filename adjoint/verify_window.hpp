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
  Scheme scheme = Scheme::rk4;
};

struct WindowOptions {
  std::uint64_t seed = 1;
  double thickness_scale = 10;  ///< Of perturbations (m).
  double velocity_scale = 1;    ///< m/s
  double largest = 1;           ///< First and largest a of a Taylor test.
  std::function<void(const std::string&)> progress = {};
};

/// Verifies the linear models of a whole window. For each pair of an input (initial thickness,
/// velocity and tracers, topography, Coriolis parameter, gravity, the coefficients of diffusion
/// where there is any) and an output block on its own: the dot product with y = A x and with random
/// y, and the tangent against the forecast by dual numbers, each <= 1e-12. A window of no steps is
/// the identity.
std::vector<Check> verify_window(const Window& window, const WindowOptions& options);

/// One row of a Taylor test along p: |J(x + a p) - J(x) - a <g, p>|, and the same less
/// a^2/2 <p, H p>.
struct TaylorRow {
  double a, remainder, second_remainder = 0;
};
struct TaylorTest {
  std::vector<TaylorRow> rows;
  /// Slope of log remainder over log a between neighbouring rows that is farthest from 2.
  [[nodiscard]] double worst_slope() const;
  /// Slope of the second remainder between those neighbouring rows where it is nearest to 3: of
  /// a few decades one shows it, above it the fourth order, below it the round-off of the states.
  /// A wrong second derivative has slope 2 wherever it matters.
  [[nodiscard]] double second_slope() const;
};

/// Taylor test of the gradient of `response` after the window with respect to everything that goes
/// in, along a random p with the scales of the options, for a = largest 10^-n, n <= decades. With
/// `second`, the Hessian's term as well.
TaylorTest taylor_test(const Window& window, const EnergyNorm& response,
                       const WindowOptions& options, int decades, bool second = false);

/// |<H p, r> - <p, H r>| / (|H p| |r|) of the second derivatives of `response` after the window,
/// for random p and r in everything that goes in, each block scaled by its size.
Check verify_symmetry(const Window& window, const EnergyNorm& response,
                      const WindowOptions& options);

/// The built-in quadratic response: energy of the difference from a layer at rest with the initial
/// state's mean thickness; gravity is the mean of the environment's.
EnergyNorm energy_about_rest(Domain& domain, const Environment<double>& environment,
                             const State<double>& initial);

}  // namespace hexad
