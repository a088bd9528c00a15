#pragma once

#include <chrono>
#include <string>

#include "hexad/experiments/console.hpp"

namespace hexad {

/// How a run gets on: a bar with simulated time, speed and time left on a terminal, redrawn a few
/// times a second; elsewhere a plain line now and then.
class Progress {
 public:
  /// Of a run that begins after step `first`.
  Progress(const Console& console, long first, long steps, double step_s);

  /// After each step.
  void advance(long step);
  /// Takes the bar away, for lines to be printed or at the end.
  void clear() const { console_.progress(""); }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string text(long step, double seconds) const;

  const Console& console_;
  long first_, steps_;
  double step_s_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
};

/// "37 s", "4:05 min", "2:10 h".
std::string clock_time(double seconds);

}  // namespace hexad
