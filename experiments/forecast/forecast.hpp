#pragma once

#include "hexad/experiments/forecast/output.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/summary.hpp"

namespace hexad {

/// What came of a forecast.
struct ForecastOutcome {
  std::vector<Diagnostics> start, end;  ///< One per member.
  double largest_wind = 0;              ///< Of all output times (m s-1).
  double largest_courant = 0;           ///< Of all steps.
  double stepping_s = 0;                ///< Wall-clock time spent in steps.
  [[nodiscard]] Drift drift() const { return drift_since(start, end); }
};

/// Steps the state of a setup to the end of the case, writing each stream of `output` when it is
/// due and one line of diagnostics with it. RunError when the run leaves the ground (see Watch), a
/// file cannot be written or a signal comes; files are then closed with what was written so far.
ForecastOutcome run_forecast(const Case& run, Setup& setup, Output& output, const Console& console,
                             Timers& timers);

}  // namespace hexad
