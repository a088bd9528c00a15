#pragma once

#include <optional>
#include <string>

#include "hexad/io/case/date.hpp"

namespace hexad {

/// Units of a file as sorted factors with exponents: "m**2 s**-2", "m^2/s^2" and "s-2 m2" all
/// become "m2 s-2".
std::string canonical_units(const std::string& units);

/// Pascals in one unit of pressure; 0 when it is none. `millibars` and the like occur.
double pressure_in_pascals(const std::string& units);

/// "hours since 2000-01-01 00:00:00": seconds in the unit, and its start.
struct TimeUnits {
  double seconds;
  Date start;
};
std::optional<TimeUnits> time_units(const std::string& units);

}  // namespace hexad
