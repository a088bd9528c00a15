#pragma once

#include <string>
#include <vector>

#include "hexad/experiments/forecast/report.hpp"
#include "hexad/io/case/case.hpp"
#include "hexad/io/record_file.hpp"
#include "hexad/io/restart.hpp"

namespace hexad {

/// The layout of a file of time series (CF-1.8): each variable is (time), or (time, nMembers).
RecordLayout diagnostics_layout(const Case& run, const FileAttributes& attributes);

/// The values of its record.
std::vector<std::vector<double>> diagnostics_values(const Report& start, const Report& now);

std::vector<std::string> tracer_names(const Case& run);

}  // namespace hexad
