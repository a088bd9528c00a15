#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hexad {

/// A moment of the proleptic Gregorian calendar, UTC: seconds since 1970-01-01T00:00:00.
struct Date {
  std::int64_t seconds = 0;
  friend constexpr auto operator<=>(const Date&, const Date&) = default;
};

/// ISO 8601: `2000-01-01`, `2000-01-01T06:00`, `2000-01-01T06:00:00`, with or without a final `Z`
/// (a blank may stand for the T). Nothing when it is not a date.
std::optional<Date> parse_date(const std::string& text);

/// `2000-01-01T06:00:00`, or with a blank, as CF has it in units of time.
std::string to_string(Date date, char separator = 'T');

}  // namespace hexad
