#pragma once

#include <optional>
#include <string>

#include "hexad/io/lat_lon_field.hpp"

namespace hexad {

/// Reads heights of the ground (m) from a global latitude-longitude file; below sea level they are
/// negative. Without `variable` it is the one of standard name surface_altitude (or of a name that
/// such files use), else the only one that lies on latitudes and longitudes.
/// InputError: no such variable, units of no height (km are taken), a missing value.
LatLonField read_topography(const std::string& path, const std::optional<std::string>& variable);

}  // namespace hexad
