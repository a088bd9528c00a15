#pragma once

#include <algorithm>
#include <limits>
#include <optional>

namespace hexad {

/// When a run has to stop so that it has ended before a limit of wall-clock time.
class Deadline {
 public:
  /// `limit` in seconds since the program began; without it the deadline is never near.
  explicit Deadline(std::optional<double> limit)
      : limit_(limit.value_or(std::numeric_limits<double>::infinity())) {}

  /// A step, with what was done after it, took so long (s).
  void note_step(double seconds) { longest_step_ = std::max(longest_step_, seconds); }

  /// Whether there is no time for another step and the writing that ends a run, which takes about
  /// `writing` s: twice of each, a hundredth of the limit and half a second are kept free.
  [[nodiscard]] bool is_near(double elapsed, double writing) const {
    return elapsed + 2 * (longest_step_ + writing) + 0.01 * limit_ + 0.5 > limit_;
  }

 private:
  double limit_, longest_step_ = 0;
};

}  // namespace hexad
