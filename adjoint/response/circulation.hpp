#pragma once

#include "hexad/adjoint/response/of_vorticity.hpp"
#include "hexad/adjoint/response/region.hpp"

namespace hexad {

/// Circulation round a region (m2/s), by Stokes the integral of the vorticity over its cells, with
/// the part w_v of each dual triangle that lies in it (place_weights):
///   J = sum_v w_v A_v zeta_v
/// It is zero to round-off for the whole sphere.
class CirculationResponse : public OfVorticity {
 public:
  CirculationResponse(const Device& device, const Mesh& mesh, const PlaceWeights& weights)
      : OfVorticity(device, with_areas(mesh, weights.vertices)) {}
  static const char* units() { return "m2 s-1"; }

 private:
  static std::vector<double> with_areas(const Mesh& mesh, std::vector<double> weights) {
    for (std::size_t v = 0; v < weights.size(); ++v) weights[v] *= mesh.area_triangle[v];
    return weights;
  }
};

}  // namespace hexad
