#pragma once

#include "hexad/experiments/initial/initial.hpp"
#include "hexad/io/state_file.hpp"

namespace hexad {

/// From a state of another run, on any mesh of the same kind. Of a history the file says all; a
/// restart (io/restart.hpp) has no mesh in it, which is made again as its case says.
/// - On the very mesh of the file (its file_id) every value is taken as it is.
/// - Thickness, topography and the amounts of tracers (h phi): by `remap`: conservative, cell
///   averages over overlaps, which keeps their integrals to round-off (overlap_map); barycentric,
///   interpolated linearly on dual triangles, which is smoother and of second order.
/// - Wind: the vectors at the file's cells (VelocityReconstruction, where the file has normal
///   velocities) are interpolated barycentrically to the new edges as Cartesian vectors, and
///   projected on their normals.
/// Where the case has a ground of its own the file must say what its ground is. InputError.
InitialFlow from_state(const Mesh& mesh, const Case& run, const StateChoice& choice,
                       const std::vector<double>& ground);

}  // namespace hexad
