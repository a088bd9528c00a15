#pragma once

#include "hexad/io/mesh_file.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// Compares the metrics of a mesh file with those rebuilt from its cells, a part of each variable
/// at a time, and remarks on variables that are missing or unusual.
void compare_metrics(const nc::File& file, const Mesh& mesh, ReadReport& report);

}  // namespace hexad
