#include "hexad/io/analysis_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "hexad/core/error.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/units.hpp"

namespace hexad {
namespace {

using Names = std::vector<std::string>;

bool is_one_of(const std::string& word, const Names& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<double> coordinate(const nc::File& file, const std::string& dimension) {
  if (file.has_variable(dimension)) return file.read_doubles(dimension);
  std::vector<double> numbers(file.length(dimension));
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

std::string listed(const std::vector<double>& values, const std::string& units) {
  Names texts;
  for (const double value : values) texts.push_back(number_text(value));
  return enumerate(texts) + (units.empty() ? "" : " " + units);
}

/// Moments of a CF time coordinate.
std::vector<Date> dates_of(const nc::File& file, const std::string& variable) {
  const auto units = file.text(variable, "units").value_or("");
  const auto calendar = file.text(variable, "calendar").value_or("standard");
  const std::string where = file.path() + ", variable '" + variable + "'";
  if (!is_one_of(calendar, {"standard", "gregorian", "proleptic_gregorian"}))
    throw InputError("dates of the calendar '" + calendar + "' are not understood", where,
                     "give a file with the standard calendar");
  const auto scale = time_units(units);
  if (!scale)
    throw InputError("the units '" + units + "' are not those of a time", where,
                     "give units such as 'hours since 2000-01-01 00:00:00'");
  std::vector<Date> dates;
  for (const double value : file.read_unpacked(variable))
    dates.push_back(
        {scale->start.seconds + static_cast<std::int64_t>(std::llround(value * scale->seconds))});
  return dates;
}

}  // namespace

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

Axis axis_of(const nc::File& file, const std::string& dimension) {
  std::string units, standard_name, axis;
  if (file.has_variable(dimension)) {
    units = file.text(dimension, "units").value_or("");
    standard_name = file.text(dimension, "standard_name").value_or("");
    axis = file.text(dimension, "axis").value_or("");
  }
  if (standard_name == "latitude" || is_one_of(dimension, {"latitude", "lat"}) ||
      is_one_of(units, {"degrees_north", "degree_north", "degrees_N", "degreesN"}))
    return Axis::latitude;
  if (standard_name == "longitude" || is_one_of(dimension, {"longitude", "lon"}) ||
      is_one_of(units, {"degrees_east", "degree_east", "degrees_E", "degreesE"}))
    return Axis::longitude;
  if (standard_name == "air_pressure" || axis == "Z" || pressure_in_pascals(units) > 0 ||
      is_one_of(dimension, {"level", "lev", "plev", "pressure_level", "isobaricInhPa"}))
    return Axis::level;
  if (standard_name == "time" || axis == "T" || units.find(" since ") != std::string::npos ||
      is_one_of(dimension, {"time", "month", "valid_time"}))
    return Axis::time;
  return Axis::other;
}

std::size_t choose_level(const nc::File& file, const std::string& dimension,
                         const AnalysisRequest& request) {
  const auto& wanted = request.level;
  const auto values = coordinate(file, dimension);
  const auto units =
      file.has_variable(dimension) ? file.text(dimension, "units").value_or("") : std::string{};
  const std::string where = file.path() + ", variable '" + dimension + "'";
  if (!wanted) {
    if (values.size() == 1) return 0;
    throw InputError("the file has several levels", where,
                     "choose `level`: " + listed(values, units));
  }
  const double in_hectopascals = pressure_in_pascals(units) / 100.0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const double tolerance = 1e-6 * std::abs(*wanted);
    if (std::abs(values[n] - *wanted) <= tolerance ||
        (in_hectopascals > 0 && std::abs(values[n] * in_hectopascals - *wanted) <= tolerance))
      return n;
  }
  throw InputError("the file has no level " + number_text(*wanted), where,
                   "it has " + listed(values, units));
}

std::size_t choose_time(const nc::File& file, const std::string& dimension,
                        const AnalysisRequest& request) {
  const std::string where = file.path() + ", variable '" + dimension + "'";
  const bool dated =
      file.has_variable(dimension) &&
      file.text(dimension, "units").value_or("").find(" since ") != std::string::npos;
  const auto values = coordinate(file, dimension);
  if (!request.month && !request.time && values.size() == 1) return 0;
  std::vector<std::size_t> found;
  Names available;
  const auto dates = dated ? dates_of(file, dimension) : std::vector<Date>{};
  for (std::size_t n = 0; n < values.size(); ++n) {
    const std::string text = dated ? to_string(dates[n]) : number_text(values[n]);
    available.push_back(text);
    const int month = dated ? std::stoi(text.substr(text.find('-', 1) + 1, 2))
                            : static_cast<int>(std::lround(values[n]));
    const bool by_time = !request.time || (dated && dates[n] == *request.time);
    if (by_time && (!request.month || month == *request.month)) found.push_back(n);
  }
  if (found.size() == 1) return found.front();
  const std::string has = "it has " + enumerate(available);
  if (!request.month && !request.time)
    throw InputError("the file has several times", where, "choose `month` or `time`: " + has);
  const std::string wanted =
      request.time ? to_string(*request.time) : "month " + std::to_string(*request.month);
  throw InputError(
      "the file has " + std::string(found.empty() ? "no " : "several times of ") + wanted, where,
      has);
}

}  // namespace hexad
