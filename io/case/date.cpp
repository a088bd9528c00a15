#include "hexad/io/case/date.hpp"

#include <fmt/format.h>

#include <chrono>
#include <regex>

namespace hexad {
namespace chrono = std::chrono;

std::optional<Date> parse_date(const std::string& text) {
  static const std::regex pattern(
      R"((\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?Z?)");
  std::smatch part;
  if (!std::regex_match(text, part, pattern)) return std::nullopt;
  const auto number = [&part](std::size_t n) {
    return part[n].matched ? std::stoi(part[n].str()) : 0;
  };
  const chrono::year_month_day day{chrono::year(number(1)),
                                   chrono::month(static_cast<unsigned>(number(2))),
                                   chrono::day(static_cast<unsigned>(number(3)))};
  if (!day.ok() || number(4) > 23 || number(5) > 59 || number(6) > 59) return std::nullopt;
  const std::int64_t days = chrono::sys_days(day).time_since_epoch().count();
  return Date{((days * 24 + number(4)) * 60 + number(5)) * 60 + number(6)};
}

std::string to_string(Date date, char separator) {
  const chrono::sys_seconds moment{chrono::seconds(date.seconds)};
  const auto midnight = chrono::floor<chrono::days>(moment);
  const chrono::year_month_day day{midnight};
  const chrono::hh_mm_ss time{moment - midnight};
  return fmt::format("{:04}-{:02}-{:02}{}{:02}:{:02}:{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                     separator, time.hours().count(), time.minutes().count(),
                     time.seconds().count());
}

}  // namespace hexad
