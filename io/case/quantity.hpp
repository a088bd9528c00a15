#pragma once

#include <string>

namespace hexad {

/// What a number of the case file measures. A bare number is in the SI unit of its dimension.
enum class Dimension {
  none,
  time,
  length,
  speed,
  acceleration,
  rate,
  angle,
  memory,
  viscosity,
  hyperviscosity
};

/// "time", "length", ...
const char* to_string(Dimension dimension);
/// The SI unit in which the number is kept: "s", "m", ...; empty for a pure number.
const char* si_unit(Dimension dimension);
/// An example for messages and help: "6 h", "500 km", ...
const char* example(Dimension dimension);
/// The units known for a dimension: "s, min, h, d".
std::string known_units(Dimension dimension);

/// A quantity in SI units, or what is wrong with it and what to do.
struct Quantity {
  double value = 0;
  std::string problem, remedy;
};

/// Reads "6 h", "500km", "1.5e3" as a quantity of the given dimension.
Quantity parse_quantity(const std::string& text, Dimension dimension);

/// The shortest text from which the same number is read again.
std::string to_text(double value);

/// A span of time as a person says it: "5 d", "1 d 6 h", "450 s".
std::string describe_time(double seconds);
/// "512 B", "1.3 GiB".
std::string describe_bytes(double bytes);

}  // namespace hexad
