#pragma once

#include <string>

#include "hexad/experiments/forecast/output.hpp"
#include "hexad/experiments/forecast/restarts.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/summary.hpp"

namespace hexad {

/// What came of a forecast.
struct ForecastOutcome {
  RunNotes notes;
  Report end;
  long steps = 0;          ///< Since the start of the run, earlier jobs included.
  double stepping_s = 0;   ///< Wall-clock time spent in steps of this job.
  std::string stopped_by;  ///< What ended it before its time: a signal, the wall-clock limit.
  [[nodiscard]] Drift drift() const { return drift_since(notes.start.members, end.members); }
};

/// What a forecast works with.
struct ForecastParts {
  const Case& run;
  Setup& setup;
  Output& output;
  Restarts& restarts;
  const Console& console;
  Timers& timers;
};

/// Steps the state of a setup to the end of the case, or from a restart, whose state it holds then:
/// each stream of the output is written when it is due, one line of diagnostics with it, and
/// restarts. A signal that was noted (Interruption) or the wall-clock limit ends it with a restart.
/// RunError when the run leaves the ground (see Watch) or a file cannot be written; files are then
/// closed with what was written so far, and the last good restart stays.
ForecastOutcome run_forecast(const ForecastParts& parts, const Restart* from = nullptr);

}  // namespace hexad
