#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/initial_choice.hpp"

namespace hexad {

/// Distance along the surface (m).
double surface_distance(const Mesh& mesh, Vec3 a, Vec3 b);

/// The shape of a tracer at a place, background + amplitude s, with r the distance from its centre
/// along the surface and R its radius:
///   cosine_bell        s = (1 + cos(pi r / R)) / 2 for r < R (Williamson et al. 1992, eq. 79)
///   gaussian           s = exp(-(r / R)^2)
///   slotted_cylinder   s = 1 for r <= R but for a slot R / 3 wide that reaches from the south to
///                      5 R / 12 north of the centre (Nair and Lauritzen 2010, eq. 12)
///   constant           amplitude everywhere
/// The centre is at choice.longitude, latitude of a sphere, at choice.x, y or the middle of a
/// plane.
double tracer_value(const Mesh& mesh, const TracerChoice& choice, Vec3 position);

}  // namespace hexad
