#pragma once

#include "hexad/adjoint/response/difference_energy.hpp"

namespace hexad {

/// Energy of the departure from rest: DifferenceEnergy from a layer of depth H without wind.
class DepartureResponse : public DifferenceEnergy {
 public:
  DepartureResponse(const Device& device, const Mesh& mesh, double gravity, double mean_depth,
                    const PlaceWeights& weights)
      : DifferenceEnergy(mesh, at_rest(device, mesh, mean_depth), gravity, mean_depth, weights) {}

 private:
  static State<double> at_rest(const Device& device, const Mesh& mesh, double depth) {
    return {constant_field(device, mesh, depth), zeros<Place::edge>(device, mesh.edges, 1)};
  }
};

}  // namespace hexad
