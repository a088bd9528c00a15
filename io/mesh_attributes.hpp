#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// The global attributes by which the MPAS mesh specification describes a mesh, in every file that
/// carries it. `sphere_radius`: 1, or the radius of the mesh where coordinates are in metres.
nc::Attributes mesh_attributes(const Mesh& mesh, double sphere_radius);

}  // namespace hexad
