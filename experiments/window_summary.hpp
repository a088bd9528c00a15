#pragma once

#include <string>

#include "hexad/core/timers.hpp"
#include "hexad/experiments/console.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/summary.hpp"

namespace hexad {

/// What summary.json begins with where a command runs the window of a case: head, `mesh`, `run`.
/// `wall_s` is the time of the steps alone.
Json window_summary(const std::string& command, const Case& run, const Setup& setup,
                    const Timers& timers, double wall_s);

/// The end of a command: adds `timers` and writes summary.json, says where the time went and where
/// all lies, and prints the summary where JSON is wanted.
void finish(Json summary, const Case& run, const Timers& timers, const Console& console);

/// The end of a dry run.
void finish_dry_run(const std::string& command, const RunPlan& plan, const Console& console);

}  // namespace hexad
