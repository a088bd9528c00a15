#include "hexad/io/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hexad/core/error.hpp"
#include "hexad/io/analysis_axes.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"
#include "hexad/io/units.hpp"

namespace hexad {
namespace {

using Names = std::vector<std::string>;

bool is_one_of(const std::string& word, const Names& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The variable of one of these standard names, else of one of these names.
std::string find_variable(const nc::File& file, const Names& standard_names, const Names& names) {
  const auto all = file.variables();
  for (const auto& wanted : standard_names)
    for (const auto& variable : all)
      if (file.text(variable, "standard_name").value_or("") == wanted) return variable;
  for (const auto& name : names)
    if (file.has_variable(name)) return name;
  throw InputError("the analysis has no variable of standard name " + standard_names.front(),
                   file.path(), "it has " + enumerate(all));
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
                     "give an analysis on a latitude-longitude grid");
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
        "the analysis does not cover the globe: " +
            (gap > 1.5 * step ? "latitudes end " + number_text(gap) + " degrees off a pole"
                              : "longitudes leave a gap of " + number_text(widest) + " degrees"),
        where, "give a global analysis");
  for (const std::size_t j : rows)
    for (const std::size_t i : columns) {
      const double value = raw.values[j * raw.longitude.size() + i];
      if (!std::isfinite(value))
        throw InputError("a value is missing at latitude " + number_text(raw.latitude[j]) +
                             ", longitude " + number_text(raw.longitude[i]),
                         where, "fill the analysis first");
      field.values.push_back(value);
    }
  return field;
}

LatLonField read_field(const nc::File& file, const std::string& variable,
                       const AnalysisRequest& request) {
  return sorted(read_raw(file, variable, request), file.path() + ", variable '" + variable + "'");
}

/// Factor from the units of a height variable to metres of geopotential height.
double to_height(const nc::File& file, const std::string& variable) {
  const auto units = file.text(variable, "units").value_or("");
  const auto canonical = canonical_units(units);
  if (canonical == "m2 s-2") return 1.0 / standard_gravity;
  if (is_one_of(canonical, {"m", "gpm", "metre", "metres", "meter", "meters"})) return 1.0;
  if (is_one_of(canonical, {"dam", "gpdm"})) return 10.0;
  throw InputError("the units '" + units + "' are neither those of a geopotential nor of a height",
                   file.path() + ", variable '" + variable + "'", "give m2 s-2 or m");
}

LatLonField read_wind(const nc::File& file, const Names& standard_names, const Names& names,
                      const AnalysisRequest& request) {
  const auto variable = find_variable(file, standard_names, names);
  const auto units = file.text(variable, "units").value_or("");
  if (!is_one_of(canonical_units(units), {"m s-1", "metres s-1", "meters s-1"}))
    throw InputError("the units '" + units + "' are not those of a wind",
                     file.path() + ", variable '" + variable + "'", "give m s-1");
  return read_field(file, variable, request);
}

Analysis read_on_io_thread(const AnalysisRequest& request) {
  const auto file = nc::File::open(request.path);
  Analysis analysis;
  const auto height = find_variable(file, {"geopotential_height", "geopotential"},
                                    {"z", "gh", "zg", "hgt", "geopotential"});
  const double factor = to_height(file, height);
  analysis.height = read_field(file, height, request);
  for (double& value : analysis.height.values) value *= factor;
  analysis.eastward = read_wind(file, {"eastward_wind"}, {"u", "ua", "uwnd"}, request);
  analysis.northward = read_wind(file, {"northward_wind"}, {"v", "va", "vwnd"}, request);
  if (analysis.eastward.latitude != analysis.northward.latitude ||
      analysis.eastward.longitude != analysis.northward.longitude)
    throw InputError("the two components of the wind lie on different grids", request.path,
                     "give them on one grid");
  complete_poles(analysis.height);
  complete_poles(analysis.eastward, analysis.northward);
  return analysis;
}

}  // namespace

Analysis read_analysis(const AnalysisRequest& request) {
  return io_thread().run([&] { return read_on_io_thread(request); });
}

}  // namespace hexad
