#pragma once

#include <cstddef>
#include <string>

#include "hexad/io/analysis.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// What a dimension of a variable runs along.
enum class Axis { latitude, longitude, level, time, other };

Axis axis_of(const nc::File& file, const std::string& dimension);

/// Place along a dimension of the level or the time that is asked for; InputError lists what there
/// is when it is not there, or not the only one.
std::size_t choose_level(const nc::File& file, const std::string& dimension,
                         const AnalysisRequest& request);
std::size_t choose_time(const nc::File& file, const std::string& dimension,
                        const AnalysisRequest& request);

/// As a person writes it: "500", "0.25".
std::string number_text(double value);

}  // namespace hexad
