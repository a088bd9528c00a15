#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hexad/io/analysis.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// The variable of one of these standard names, else of one of these names. On the I/O thread only,
/// as everything here.
std::optional<std::string> find_variable(const nc::File& file,
                                         const std::vector<std::string>& standard_names,
                                         const std::vector<std::string>& names);

/// One moment and level of a variable, sorted from south to north and from 0 to 360 degrees: packed
/// or not, either order of latitude, any range of longitude, dimensions in any order.
/// InputError: not on a latitude-longitude grid, not global, a value missing, no such level or
/// time.
LatLonField read_lat_lon(const nc::File& file, const std::string& variable,
                         const AnalysisRequest& request);

/// Factor from the units of a variable to metres; a geopotential is divided by standard gravity.
/// InputError: units of neither height nor geopotential.
double to_metres(const nc::File& file, const std::string& variable);

}  // namespace hexad
