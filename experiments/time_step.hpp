#pragma once

#include "hexad/io/case/case.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// The largest Courant number c dt / d of gravity waves that a scheme bears on a mesh of regular
/// hexagons of spacing d: the largest eigenvalue of -D G there is 6 / d^2, so omega dt <= s gives
/// s / sqrt(6), with s = 2 sqrt(2) for rk4, sqrt(3) for ssprk3 and 3.862 for fbrk32 (where the
/// largest eigenvalue of its amplification matrix for h' = -omega u, u' = omega h passes 1).
double courant_bound(Scheme scheme);

/// The step of a case whose step is automatic (s): the longest that keeps the Courant number of
/// gravity wave and wind at the start to what the case asks for, and goes a whole number of times
/// into every interval of the case. `spacing_ratio` scales it from the mesh of the state to
/// another.
double automatic_step(const Case& run, Domain& domain, const Environment<double>& environment,
                      const State<double>& state, double spacing_ratio = 1);

/// InputError where diffusion is unstable with the step of the domain: dt (nu lambda + kappa
/// lambda^2) must stay below 2.5, the bound of three-stage schemes on the negative axis, with
/// lambda
/// <= 2 max(max_i sum_e l_e/d_e / A_i, max_v sum_e d_e/l_e / A_v) (Gershgorin).
void require_stable_diffusion(const Case& run, Domain& domain,
                              const Environment<double>& environment);

}  // namespace hexad
