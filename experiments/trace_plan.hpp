#pragma once

#include "hexad/adjoint/gradient.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// What a trajectory in memory keeps of each step of a window, and the memory that takes (bytes).
struct TracePlan {
  Keep keep = Keep::states;
  double bytes = 0;
};

/// The stages of steps too where all takes no more than half of the machine's memory: the sweep
/// back then does not run forward again. InputError where not even the states fit. With `tracers`
/// their part is counted.
TracePlan plan_trace(const Case& run, Index cells, bool tracers);

/// "all states and stages" or "all states".
const char* describe(Keep keep);

}  // namespace hexad
