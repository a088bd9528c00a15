#pragma once

#include <vector>

#include "hexad/adjoint/norm.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/region_choice.hpp"

namespace hexad {

/// The place of a point. InputError where it is not given for the mesh's kind.
Vec3 position_of(const Mesh& mesh, const PointChoice& point);

/// The cells whose centres lie in a region, ascending. InputError where there are none, where the
/// region does not suit the mesh, or a mask does not fit it.
/// - circle: distance along the great circle (the shortest way on a periodic plane) <= radius.
/// - polygon: by the gnomonic projection about the mean of its corners, which makes straight lines
///   of great circles, and an even-odd count of crossings there: any shape, over poles and date
///   line alike. InputError where a corner lies 90 degrees or more from that mean.
std::vector<Index> cells_in(const Mesh& mesh, const Region& region);

/// 1 for those cells and 0 for the others, the mean of its two cells for an edge, and for a vertex
/// the part of its triangle that lies in them, w_v = sum_i K_iv / A_v.
PlaceWeights place_weights(const Mesh& mesh, const std::vector<Index>& cells);

/// Weights of the area-weighted mean over cells, A_i / sum A, and of that of vorticity at vertices,
/// sum_i K_iv / sum A. Both add up to 1. None for edges.
PlaceWeights mean_weights(const Mesh& mesh, const std::vector<Index>& cells);

/// Barycentric weights of a point in its dual triangle, at cells, and for vorticity at vertices
/// through the means over these cells, w_v = sum_i w_i K_iv / A_i. Both add up to 1. None for
/// edges.
PlaceWeights point_weights(const Mesh& mesh, const PointChoice& point);

}  // namespace hexad
