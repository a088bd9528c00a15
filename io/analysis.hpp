#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hexad/io/case/date.hpp"
#include "hexad/io/lat_lon_field.hpp"

namespace hexad {

/// Standard gravity (m s-2), by which geopotential height is defined.
inline constexpr double standard_gravity = 9.80665;

/// What to take from an analysis. What is not given must be the only one in the file.
struct AnalysisRequest {
  std::string path;
  std::optional<double> level;  ///< In hPa, or in the unit of the file's own coordinate.
  std::optional<int> month;     ///< Value of a coordinate `month`, or month of a CF time.
  std::optional<Date> time;     ///< A CF time.
};

/// One moment and level of a latitude-longitude analysis.
struct Analysis {
  LatLonField height;               ///< Geopotential height (m).
  LatLonField eastward, northward;  ///< Wind (m s-1).
};

/// Reads an analysis: CF NetCDF, packed or not, either order of latitude, any range of longitude,
/// dimensions in any order. Variables are found by standard_name, else by their usual names; the
/// height by units: a geopotential (m2 s-2) is divided by standard gravity.
/// InputError: what is missing or in other units, and what the file has.
Analysis read_analysis(const AnalysisRequest& request);

}  // namespace hexad
