#include "hexad/io/case/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "hexad/io/case/nearest.hpp"

namespace hexad {
namespace {

struct Unit {
  const char* name;
  Dimension dimension;
  double factor;
};

constexpr double degree = std::numbers::pi / 180;
constexpr double kibi = 1024;
constexpr std::array units{
    Unit{"s", Dimension::time, 1},
    Unit{"min", Dimension::time, 60},
    Unit{"h", Dimension::time, 3600},
    Unit{"d", Dimension::time, 86400},
    Unit{"m", Dimension::length, 1},
    Unit{"km", Dimension::length, 1000},
    Unit{"m/s", Dimension::speed, 1},
    Unit{"km/h", Dimension::speed, 1 / 3.6},
    Unit{"m/s2", Dimension::acceleration, 1},
    Unit{"m/s^2", Dimension::acceleration, 1},
    Unit{"1/s", Dimension::rate, 1},
    Unit{"rad/s", Dimension::rate, 1},
    Unit{"1/d", Dimension::rate, 1 / 86400.0},
    Unit{"rad", Dimension::angle, 1},
    Unit{"deg", Dimension::angle, degree},
    Unit{"m2/s", Dimension::viscosity, 1},
    Unit{"m^2/s", Dimension::viscosity, 1},
    Unit{"m4/s", Dimension::hyperviscosity, 1},
    Unit{"m^4/s", Dimension::hyperviscosity, 1},
    Unit{"B", Dimension::memory, 1},
    Unit{"kB", Dimension::memory, 1e3},
    Unit{"MB", Dimension::memory, 1e6},
    Unit{"GB", Dimension::memory, 1e9},
    Unit{"TB", Dimension::memory, 1e12},
    Unit{"KiB", Dimension::memory, kibi},
    Unit{"MiB", Dimension::memory, kibi* kibi},
    Unit{"GiB", Dimension::memory, kibi* kibi* kibi},
    Unit{"TiB", Dimension::memory, kibi* kibi* kibi* kibi},
};

struct Words {
  Dimension dimension;
  const char *name, *unit, *example;
};
constexpr std::array dimensions{
    Words{Dimension::none, "pure number", "", "1.5"},
    Words{Dimension::time, "time", "s", "6 h"},
    Words{Dimension::length, "length", "m", "500 km"},
    Words{Dimension::speed, "speed", "m/s", "20 m/s"},
    Words{Dimension::acceleration, "acceleration", "m/s2", "9.80616 m/s2"},
    Words{Dimension::rate, "rate", "1/s", "7.292e-5 1/s"},
    Words{Dimension::angle, "angle", "rad", "45 deg"},
    Words{Dimension::memory, "memory size", "B", "2 GiB"},
    Words{Dimension::viscosity, "viscosity", "m2/s", "1e5 m2/s"},
    Words{Dimension::hyperviscosity, "hyperviscosity", "m4/s", "1e14 m4/s"},
};

const Words& words(Dimension dimension) {
  return *std::find_if(dimensions.begin(), dimensions.end(),
                       [dimension](const Words& row) { return row.dimension == dimension; });
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string write_it_as(Dimension dimension) {
  if (dimension == Dimension::none) return "give a number without a unit";
  return fmt::format("write it as in '{}' (units: {}; a bare number is in {})", example(dimension),
                     known_units(dimension), si_unit(dimension));
}

}  // namespace

const char* to_string(Dimension dimension) { return words(dimension).name; }
const char* si_unit(Dimension dimension) { return words(dimension).unit; }
const char* example(Dimension dimension) { return words(dimension).example; }

std::string known_units(Dimension dimension) {
  std::string list;
  for (const auto& unit : units)
    if (unit.dimension == dimension) list += (list.empty() ? "" : ", ") + std::string(unit.name);
  return list;
}

Quantity parse_quantity(const std::string& text, Dimension dimension) {
  const std::string whole = trimmed(text);
  const char* begin = whole.data() + (whole.starts_with('+') ? 1 : 0);
  const char* end = whole.data() + whole.size();
  double number = 0;
  const auto [rest, status] = std::from_chars(begin, end, number);
  if (status != std::errc() || !std::isfinite(number))
    return {0, fmt::format("'{}' is not a {}", text, to_string(dimension)), write_it_as(dimension)};
  const std::string name = trimmed(std::string(rest, end));
  if (name.empty()) return {number, {}, {}};

  const Unit* other = nullptr;
  for (const auto& unit : units) {
    if (unit.name != name) continue;
    if (unit.dimension == dimension) return {number * unit.factor, {}, {}};
    other = &unit;
  }
  const std::string problem = other != nullptr
                                  ? fmt::format("'{}' is a unit of {}, not of {}", name,
                                                to_string(other->dimension), to_string(dimension))
                                  : fmt::format("'{}' is not a unit", name);
  return {0, problem, write_it_as(dimension)};
}

std::string to_text(double value) { return fmt::format("{}", value); }

std::string describe_time(double seconds) {
  if (seconds < 60 || seconds != std::floor(seconds)) return fmt::format("{:.4g} s", seconds);
  std::string text;
  auto left = static_cast<long long>(seconds);
  const auto append = [&](long long size, const char* unit) {
    if (left >= size) text += fmt::format("{}{} {}", text.empty() ? "" : " ", left / size, unit);
    left %= size;
  };
  append(86400, "d");
  append(3600, "h");
  append(60, "min");
  append(1, "s");
  return text;
}

std::string describe_bytes(double bytes) {
  const std::array names{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t n = 0;
  for (; bytes >= kibi && n + 1 < names.size(); ++n) bytes /= kibi;
  return fmt::format("{:.{}f} {}", bytes, n == 0 ? 0 : 1, names[n]);
}

}  // namespace hexad
