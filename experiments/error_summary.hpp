#pragma once

#include "hexad/experiments/console.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/summary.hpp"

namespace hexad {

/// `error` of summary.json, of the first member, where the solution is known (setup.exact): for
/// `thickness` and `wind` the norms l1, l2, linf of Williamson et al. (1992); of a state of rest,
/// whose wind has no norm to divide by, `max`: the largest normal velocity (m/s). Those of each
/// tracer's phi, by name, stand in `tracers`.
Json error_summary(const Case& run, const Setup& setup);

/// The same as lines.
void print_errors(const Json& error, const Console& console);

}  // namespace hexad
