#include "hexad/experiments/forecast/progress.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

constexpr double redraw_s = 0.2;     // on a terminal
constexpr double plain_line_s = 30;  // elsewhere
constexpr int bar_width = 24;

}  // namespace

std::string clock_time(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

Progress::Progress(const Console& console, long first, long steps, double step_s)
    : console_(console), first_(first), steps_(steps), step_s_(step_s) {}

void Progress::advance(long step) {
  if (console_.is_quiet()) return;
  const auto now = Clock::now();
  const bool bar = console_.shows_progress();
  const double since_shown = std::chrono::duration<double>(now - shown_).count();
  if (since_shown < (bar ? redraw_s : plain_line_s)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (!bar) {
    console_.line("{}", text(step, seconds));
    return;
  }
  const auto filled =
      static_cast<std::size_t>(static_cast<double>(bar_width * step) / static_cast<double>(steps_));
  console_.progress(fmt::format("[{}{}] {}", std::string(filled, '#'),
                                std::string(bar_width - filled, '.'), text(step, seconds)));
}

std::string Progress::text(long step, double seconds) const {
  const double done = static_cast<double>(step);
  const double rate = static_cast<double>(step - first_) / seconds;
  const double left = static_cast<double>(steps_ - step) / rate;
  return fmt::format("{} of {}, {:.3g} steps/s, {:.3g} simulated days per day, {} left",
                     describe_time(done * step_s_),
                     describe_time(static_cast<double>(steps_) * step_s_), rate, rate * step_s_,
                     clock_time(left));
}

}  // namespace hexad
