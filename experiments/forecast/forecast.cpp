#include "hexad/experiments/forecast/forecast.hpp"

#include <algorithm>
#include <chrono>

#include "hexad/experiments/forecast/interruption.hpp"
#include "hexad/experiments/forecast/progress.hpp"
#include "hexad/experiments/forecast/watch.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

/// Steps between two lines of diagnostics: those of the stream that is due most often.
long diagnostic_steps(const Case& run) {
  long steps = std::max(1L, run.time.steps / 10);
  if (!run.output.streams.empty()) steps = run.time.steps;
  for (const auto& stream : run.output.streams) steps = std::min(steps, stream.steps);
  return steps;
}

class Run {
 public:
  Run(const Case& run, Setup& setup, Output& output, const Console& console, Timers& timers)
      : run_(run),
        setup_(setup),
        output_(output),
        console_(console),
        timers_(timers),
        model_(setup.domain, copy_of(setup.environment), run.time.scheme),
        watch_(run.time.courant_limit),
        every_(diagnostic_steps(run)) {}

  ForecastOutcome operator()() {
    const Interruption interruption;
    watch_.look(setup_.domain, setup_.environment, setup_.state, 0, run_.time.steps);
    report(0);
    Progress progress(console_, run_.time.steps, run_.time.step);
    try {
      for (long step = 1; step <= run_.time.steps; ++step) {
        advance(step);
        progress.advance(step);
        if (step % every_ == 0 || step == run_.time.steps || output_.is_due(step)) {
          progress.clear();
          report(step);
        }
        stop_if_interrupted(step);
      }
    } catch (...) {
      progress.clear();
      throw;
    }
    progress.clear();
    outcome_.largest_courant = watch_.largest();
    return std::move(outcome_);
  }

 private:
  void advance(long step) {
    const auto start = std::chrono::steady_clock::now();
    {
      const Timers::Scope scope(timers_, "steps");
      model_.step(setup_.state);
      const Timers::Scope watching(timers_, "watch");
      watch_.look(setup_.domain, setup_.environment, setup_.state, step, run_.time.steps);
    }
    outcome_.stepping_s +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void report(long step) {
    {
      const Timers::Scope scope(timers_, "diagnostics");
      outcome_.end = diagnose(setup_.domain, setup_.environment, setup_.state);
    }
    if (step == 0) outcome_.start = outcome_.end;
    for (const auto& member : outcome_.end)
      outcome_.largest_wind = std::max(outcome_.largest_wind, member.wind.value);
    print(step);
    const Timers::Scope scope(timers_, "output");
    output_.write(step, setup_);
  }

  void print(long step) const {
    const auto& first = outcome_.end.front();
    const Drift drift = outcome_.drift();
    if (step == 0)
      console_.line("{:>12} {:>8}  {:>9}  {:>9}  {:>9}  {:>10}  {:>7}", "time", "step", "mass",
                    "energy", "enstrophy", "wind (m/s)", "Courant");
    console_.line("{:>12} {:>8}  {:>+9.1e}  {:>+9.1e}  {:>+9.1e}  {:>10.2f}  {:>7.3f}",
                  describe_time(static_cast<double>(step) * run_.time.step), step, drift.mass,
                  drift.energy, drift.potential_enstrophy, first.wind.value,
                  std::max(watch_.largest(), first.courant.value));
  }

  void stop_if_interrupted(long step) const {
    const char* signal = Interruption::name();
    if (signal == nullptr) return;
    throw RunError(fmt::format("stopped by {}", signal),
                   fmt::format("step {} of {}", step, run_.time.steps),
                   "what was written so far is complete");
  }

  const Case& run_;
  Setup& setup_;
  Output& output_;
  const Console& console_;
  Timers& timers_;
  Model<double> model_;
  Watch watch_;
  long every_;
  ForecastOutcome outcome_;
};

}  // namespace

ForecastOutcome run_forecast(const Case& run, Setup& setup, Output& output, const Console& console,
                             Timers& timers) {
  return Run(run, setup, output, console, timers)();
}

}  // namespace hexad
