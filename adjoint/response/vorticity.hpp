#pragma once

#include "hexad/adjoint/response/of_vorticity.hpp"
#include "hexad/adjoint/response/region.hpp"

namespace hexad {

/// Relative vorticity at a point or its mean over a region (1/s). With weights w_i of cells that
/// add up to 1, and the vorticity of a cell the mean over its kites, the weight of a vertex is
/// w_v = sum_i w_i K_iv / A_i (point_weights and mean_weights of region.hpp):
///   J = sum_v w_v zeta_v
class VorticityResponse : public OfVorticity {
 public:
  VorticityResponse(const Device& device, const PlaceWeights& weights)
      : OfVorticity(device, weights.vertices) {}
  static const char* units() { return "s-1"; }
};

}  // namespace hexad
