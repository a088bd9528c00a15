#include "hexad/io/lat_lon_read.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hexad/core/error.hpp"
#include "hexad/io/analysis_axes.hpp"
#include "hexad/io/units.hpp"

namespace hexad {
namespace {

using Names = std::vector<std::string>;

bool is_one_of(const std::string& word, const Names& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Raw {
  std::vector<double> latitude, longitude, values;  // as in the file, latitude outermost
};

Raw read_raw(const nc::File& file, const std::string& variable, const AnalysisRequest& request) {
  nc::Slab slab;
  Raw raw;
  bool longitude_first = false;
  for (const auto& dimension : file.dimensions(variable)) {
    std::size_t start = 0, count = 1;
    switch (axis_of(file, dimension.name)) {
      case Axis::latitude:
        raw.latitude = file.read_doubles(dimension.name);
        count = dimension.length;
        break;
      case Axis::longitude:
        longitude_first = raw.latitude.empty();
        raw.longitude = file.read_doubles(dimension.name);
        count = dimension.length;
        break;
      case Axis::level:
        start = choose_level(file, dimension.name, request);
        break;
      case Axis::time:
        start = choose_time(file, dimension.name, request);
        break;
      case Axis::other:
        if (dimension.length != 1)
          throw InputError("the variable has a dimension '" + dimension.name +
                               "' that is neither latitude, longitude, level nor time",
                           file.path() + ", variable '" + variable + "'", "select one of it first");
    }
    slab.start.push_back(start);
    slab.count.push_back(count);
  }
  if (raw.latitude.size() < 2 || raw.longitude.size() < 2)
    throw InputError("the variable has no latitude and longitude",
                     file.path() + ", variable '" + variable + "'",
                     "give one on a latitude-longitude grid");
  raw.values = file.read_unpacked(variable, slab);
  if (longitude_first) {
    const auto turned = raw.values;
    const std::size_t rows = raw.latitude.size(), columns = raw.longitude.size();
    for (std::size_t j = 0; j < rows; ++j)
      for (std::size_t i = 0; i < columns; ++i) raw.values[j * columns + i] = turned[i * rows + j];
  }
  return raw;
}

/// The order that sorts values.
std::vector<std::size_t> ascending(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

constexpr double rounding = 1e-4;  // of coordinates in single precision (degrees)

/// Sorted from south to north and from 0 to 360 degrees; InputError when the globe is not covered.
LatLonField sorted(const Raw& raw, const std::string& where) {
  LatLonField field;
  const auto rows = ascending(raw.latitude);
  for (const std::size_t j : rows) {
    const double y = raw.latitude[j];
    if (!(std::abs(y) <= 90.0 + rounding))
      throw InputError("a latitude is " + number_text(y), where, "give degrees from -90 to 90");
    field.latitude.push_back(std::abs(std::abs(y) - 90.0) < rounding ? std::copysign(90.0, y) : y);
  }
  std::vector<double> turned;
  for (const double x : raw.longitude) {
    double longitude = x - 360.0 * std::floor(x / 360.0);
    if (longitude > 360.0 - rounding) longitude = 0;
    turned.push_back(longitude);
  }
  auto columns = ascending(turned);
  columns.erase(
      std::unique(columns.begin(), columns.end(),
                  [&](std::size_t a, std::size_t b) { return turned[b] - turned[a] < rounding; }),
      columns.end());
  for (const std::size_t i : columns) field.longitude.push_back(turned[i]);

  double widest = field.longitude.front() + 360.0 - field.longitude.back();
  const double even = 360.0 / static_cast<double>(columns.size());
  for (std::size_t i = 1; i < columns.size(); ++i)
    widest = std::max(widest, field.longitude[i] - field.longitude[i - 1]);
  const double step =
      (field.latitude.back() - field.latitude.front()) / static_cast<double>(rows.size() - 1);
  const double gap = std::max(field.latitude.front() + 90.0, 90.0 - field.latitude.back());
  if (widest > 1.5 * even || gap > 1.5 * step)
    throw InputError(
        "the file does not cover the globe: " +
            (gap > 1.5 * step ? "latitudes end " + number_text(gap) + " degrees off a pole"
                              : "longitudes leave a gap of " + number_text(widest) + " degrees"),
        where, "give a global one");
  for (const std::size_t j : rows)
    for (const std::size_t i : columns) {
      const double value = raw.values[j * raw.longitude.size() + i];
      if (!std::isfinite(value))
        throw InputError("a value is missing at latitude " + number_text(raw.latitude[j]) +
                             ", longitude " + number_text(raw.longitude[i]),
                         where, "fill the file first");
      field.values.push_back(value);
    }
  return field;
}

}  // namespace

std::optional<std::string> find_variable(const nc::File& file, const Names& standard_names,
                                         const Names& names) {
  const auto all = file.variables();
  for (const auto& wanted : standard_names)
    for (const auto& variable : all)
      if (file.text(variable, "standard_name").value_or("") == wanted) return variable;
  for (const auto& name : names)
    if (file.has_variable(name)) return name;
  return std::nullopt;
}

LatLonField read_lat_lon(const nc::File& file, const std::string& variable,
                         const AnalysisRequest& request) {
  return sorted(read_raw(file, variable, request), file.path() + ", variable '" + variable + "'");
}

double to_metres(const nc::File& file, const std::string& variable) {
  const auto units = file.text(variable, "units").value_or("");
  const auto canonical = canonical_units(units);
  if (canonical == "m2 s-2") return 1.0 / standard_gravity;
  if (is_one_of(canonical, {"m", "gpm", "metre", "metres", "meter", "meters"})) return 1.0;
  if (is_one_of(canonical, {"dam", "gpdm"})) return 10.0;
  if (canonical == "km") return 1000.0;
  throw InputError("the units '" + units + "' are neither those of a geopotential nor of a height",
                   file.path() + ", variable '" + variable + "'", "give m2 s-2 or m");
}

}  // namespace hexad
