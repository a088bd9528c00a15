#include "hexad/experiments/trace_plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

double machine_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

TracePlan plan_trace(const Case& run, Index cells, bool with_tracers) {
  const double tracers = with_tracers ? static_cast<double>(run.tracers.size()) : 0;
  const double steps = static_cast<double>(run.window_steps);
  const double states = (4 + tracers) * sizeof(double) * cells * steps;
  const double stages = run.time.scheme == Scheme::rk4 ? 3 : 2;
  const double of_stages = (4 * stages + (tracers > 0 ? 3 : 0)) * sizeof(double) * cells * steps;
  const double there = machine_memory();
  if (states > 0.9 * there)
    throw InputError(fmt::format("the {} states of the window need {}, and this machine has {}",
                                 run.window_steps, describe_bytes(states), describe_bytes(there)),
                     "time.window", "take a shorter window, a longer step or a coarser mesh");
  if (states + of_stages > 0.5 * there) return {Keep::states, states};
  return {Keep::stages, states + of_stages};
}

const char* describe(Keep keep) {
  return keep == Keep::stages ? "all states and stages" : "all states";
}

}  // namespace hexad
