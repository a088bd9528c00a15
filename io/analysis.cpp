#include "hexad/io/analysis.hpp"

#include <algorithm>

#include "hexad/core/error.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/lat_lon_read.hpp"
#include "hexad/io/units.hpp"

namespace hexad {
namespace {

using Names = std::vector<std::string>;

std::string require_variable(const nc::File& file, const Names& standard_names,
                             const Names& names) {
  if (auto found = find_variable(file, standard_names, names)) return *found;
  throw InputError("the analysis has no variable of standard name " + standard_names.front(),
                   file.path(), "it has " + enumerate(file.variables()));
}

LatLonField read_wind(const nc::File& file, const Names& standard_names, const Names& names,
                      const AnalysisRequest& request) {
  const auto variable = require_variable(file, standard_names, names);
  const auto units = file.text(variable, "units").value_or("");
  const Names known{"m s-1", "metres s-1", "meters s-1"};
  if (std::count(known.begin(), known.end(), canonical_units(units)) == 0)
    throw InputError("the units '" + units + "' are not those of a wind",
                     file.path() + ", variable '" + variable + "'", "give m s-1");
  return read_lat_lon(file, variable, request);
}

Analysis read_on_io_thread(const AnalysisRequest& request) {
  const auto file = nc::File::open(request.path);
  Analysis analysis;
  const auto height = require_variable(file, {"geopotential_height", "geopotential"},
                                       {"z", "gh", "zg", "hgt", "geopotential"});
  const double factor = to_metres(file, height);
  analysis.height = read_lat_lon(file, height, request);
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
