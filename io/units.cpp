#include "hexad/io/units.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <sstream>
#include <vector>

namespace hexad {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

std::string canonical_units(const std::string& units) {
  std::string text = replaced(replaced(units, "**", ""), "^", "");
  text = replaced(replaced(replaced(text, "/", " / "), "*", " "), ".", " ");
  std::istringstream stream(text);
  std::map<std::string, int> exponents;
  std::string factor;
  bool below = false;
  while (stream >> factor) {
    if (factor == "/") {
      below = true;
      continue;
    }
    const auto digits = std::find_if(factor.begin(), factor.end(), [](unsigned char c) {
      return std::isdigit(c) != 0 || c == '-' || c == '+';
    });
    const std::string name(factor.begin(), digits), exponent(digits, factor.end());
    if (name.empty()) continue;  // a plain 1
    int power = 1;
    if (!exponent.empty() && std::sscanf(exponent.c_str(), "%d", &power) != 1) return units;
    exponents[name] += below ? -power : power;
    below = false;
  }
  std::string result;
  for (const auto& [name, power] : exponents) {
    if (power == 0) continue;
    if (!result.empty()) result += ' ';
    result += name;
    if (power != 1) result += std::to_string(power);
  }
  return result;
}

double pressure_in_pascals(const std::string& units) {
  static const std::map<std::string, double> known{
      {"Pa", 1},      {"pascal", 1}, {"pascals", 1},    {"hPa", 100},       {"hectopascal", 100},
      {"mb", 100},    {"mbar", 100}, {"millibar", 100}, {"millibars", 100}, {"kPa", 1000},
      {"bar", 100000}};
  const auto found = known.find(units);
  return found == known.end() ? 0.0 : found->second;
}

std::optional<TimeUnits> time_units(const std::string& units) {
  static const std::map<std::string, double> known{
      {"s", 1},        {"sec", 1},      {"second", 1},  {"seconds", 1}, {"min", 60},
      {"minute", 60},  {"minutes", 60}, {"h", 3600},    {"hr", 3600},   {"hour", 3600},
      {"hours", 3600}, {"d", 86400},    {"day", 86400}, {"days", 86400}};
  std::istringstream stream(units);
  std::string unit, since, rest;
  stream >> unit >> since;
  std::getline(stream, rest);
  const auto found = known.find(unit);
  if (found == known.end() || since != "since") return std::nullopt;
  // Files write dates loosely: 1900-1-1 00:00:0.0 is met in the wild.
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  double second = 0;
  const int read = std::sscanf(rest.c_str(), "%d-%d-%d%*[T ]%d:%d:%lf", &year, &month, &day, &hour,
                               &minute, &second);
  if (read < 3) return std::nullopt;
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, hour, minute,
                static_cast<int>(second));
  const auto start = parse_date(text);
  if (!start) return std::nullopt;
  return TimeUnits{found->second, *start};
}

}  // namespace hexad
