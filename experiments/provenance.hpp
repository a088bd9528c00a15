#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hexad/core/device.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// Where a file comes from, as global attributes of every NetCDF file written: version and commit,
/// build type, compiler, device, command line, case as run, mesh, seeds.
std::vector<std::pair<std::string, std::string>> provenance(const Case& run, const Mesh& mesh,
                                                            const Device& device,
                                                            const std::string& command_line);

}  // namespace hexad
