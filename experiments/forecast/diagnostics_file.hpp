#pragma once

#include <vector>

#include "hexad/io/case/case.hpp"
#include "hexad/io/record_file.hpp"
#include "hexad/io/restart.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {

/// The layout of a file of time series (CF-1.8): each variable is (time), or (time, nMembers).
RecordLayout diagnostics_layout(const Case& run, const FileAttributes& attributes);

/// The values of its record.
std::vector<std::vector<double>> diagnostics_values(const std::vector<Diagnostics>& start,
                                                    const std::vector<Diagnostics>& now);

}  // namespace hexad
