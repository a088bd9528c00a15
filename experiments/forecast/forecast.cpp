#include "hexad/experiments/forecast/forecast.hpp"

#include <algorithm>
#include <chrono>

#include "hexad/experiments/forecast/deadline.hpp"
#include "hexad/experiments/forecast/interruption.hpp"
#include "hexad/experiments/forecast/progress.hpp"
#include "hexad/experiments/forecast/watch.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Steps between two lines of diagnostics: those of the stream that is due most often.
long diagnostic_steps(const Case& run) {
  long steps = std::max(1L, run.time.steps / 10);
  if (!run.output.streams.empty()) steps = run.time.steps;
  for (const auto& stream : run.output.streams) steps = std::min(steps, stream.steps);
  return steps;
}

class Run : private ForecastParts {
 public:
  explicit Run(const ForecastParts& parts)
      : ForecastParts(parts),
        model_(setup.domain, copy_of(setup.environment), run.time.scheme),
        watch_(run.time.courant_limit, run.model.thin_layer),
        deadline_(run.time.wall_clock_limit),
        every_(diagnostic_steps(run)) {}

  ForecastOutcome operator()(const Restart* from) {
    begin(from);
    Progress progress(console, outcome_.steps, run.time.steps, run.time.step);
    try {
      while (outcome_.steps < run.time.steps && outcome_.stopped_by.empty()) {
        const auto start = Clock::now();
        const long step = ++outcome_.steps;
        advance(step);
        progress.advance(step);
        if (reports_at(step)) progress.clear();
        finish_step(step);
        deadline_.note_step(seconds_since(start));
        stop_if_wanted(step);
      }
    } catch (...) {
      progress.clear();
      throw;
    }
    progress.clear();
    outcome_.notes.largest_courant = watch_.largest();
    return std::move(outcome_);
  }

 private:
  void begin(const Restart* from) {
    if (from == nullptr) {
      look(0);
      finish_step(0);
      return;
    }
    outcome_.notes = notes_of(*from, run);
    outcome_.steps = from->step;
    watch_.resume(outcome_.notes.largest_courant);
    outcome_.end = make_report(setup.domain, setup.environment, setup.state);
    console.line("goes on from step {}: {}", from->step, restarts.newest_file().string());
  }

  void look(long step) {
    const Timers::Scope scope(timers, "watch");
    try {
      watch_.look(setup.domain, setup.environment, setup.state, step, run.time.steps);
    } catch (const RunError& fault) {
      if (restarts.newest_step() < 0) throw;
      throw RunError(
          fault.problem(), fault.where(),
          fault.remedy() + "; the last good restart is " + restarts.newest_file().string());
    }
  }

  void advance(long step) {
    const auto start = Clock::now();
    {
      const Timers::Scope scope(timers, "steps");
      model_.step(setup.state);
      look(step);
    }
    outcome_.stepping_s += seconds_since(start);
  }

  [[nodiscard]] bool reports_at(long step) const {
    return step % every_ == 0 || step == run.time.steps || output.is_due(step);
  }

  /// What is written after a step.
  void finish_step(long step) {
    {
      const Timers::Scope scope(timers, "streams");
      output.take(step, setup);
    }
    if (reports_at(step)) report(step);
    const bool last = step == run.time.steps && run.output.restart.has_value();
    if (step > 0 && (restarts.is_due(step) || last)) write_restart(step);
  }

  void report(long step) {
    const Timers::Scope scope(timers, "diagnostics");
    outcome_.end = make_report(setup.domain, setup.environment, setup.state);
    auto& notes = outcome_.notes;
    if (step == 0) notes.start = outcome_.end;
    for (const auto& member : outcome_.end.members)
      notes.largest_wind = std::max(notes.largest_wind, member.wind.value);
    output.write(step, notes.start, outcome_.end);
    print(step);
    watch_.look_for_thin_layer(setup.mesh, notes.start.members, outcome_.end.members, step,
                               run.time.steps);
  }

  void print(long step) {
    const auto& first = outcome_.end.members.front();
    const Drift drift = outcome_.drift();
    if (!std::exchange(has_head_, true))
      console.line("{:>12} {:>8}  {:>9}  {:>9}  {:>9}  {:>10}  {:>7}", "time", "step", "mass",
                   "energy", "enstrophy", "wind (m/s)", "Courant");
    console.line("{:>12} {:>8}  {:>+9.1e}  {:>+9.1e}  {:>+9.1e}  {:>10.2f}  {:>7.3f}",
                 describe_time(static_cast<double>(step) * run.time.step), step, drift.mass,
                 drift.energy, drift.potential_enstrophy, first.wind.value,
                 std::max(watch_.largest(), first.courant.value));
  }

  void write_restart(long step) {
    const Timers::Scope scope(timers, "restart");
    outcome_.notes.largest_courant = watch_.largest();
    restarts.write(step, setup, output, outcome_.notes);
  }

  void stop_if_wanted(long step) {
    const char* signal = Interruption::name();
    const double writing = restarts.expected_seconds(setup);
    if (signal == nullptr && !deadline_.is_near(timers.elapsed(), writing)) return;
    if (step == run.time.steps) return;  // it is over anyway
    outcome_.stopped_by = signal != nullptr ? signal : "the wall-clock limit";
    if (restarts.newest_step() != step) write_restart(step);
    outcome_.end = make_report(setup.domain, setup.environment, setup.state);
  }

  Model<double> model_;
  Watch watch_;
  Deadline deadline_;
  long every_;
  bool has_head_ = false;
  ForecastOutcome outcome_;
};

}  // namespace

ForecastOutcome run_forecast(const ForecastParts& parts, const Restart* from) {
  return Run(parts)(from);
}

}  // namespace hexad
