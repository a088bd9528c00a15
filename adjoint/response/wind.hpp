#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"
#include "hexad/model/operators/velocity_reconstruction.hpp"

namespace hexad {

/// A component of the wind, eastward or northward (x or y on a plane), at a point or its mean over
/// a region (m/s), of weights w that add up to 1 and the reconstruction at cells R:
///   J = sum_i w_i (R u)_i,   dJ/du = R' w
class WindResponse {
 public:
  WindResponse(const Device& device, const PlaceWeights& weights, bool northward)
      : w_(field_of<Place::cell>(device, weights.cells)), northward_(northward) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>&,
                                            const State<S>& x) const {
    CellField<S> east(x.device(), domain.mesh().cells, x.members());
    CellField<S> north(x.device(), domain.mesh().cells, x.members());
    VelocityReconstruction<S>::forward(domain.context<S>(), x.velocity.in(), east.out(),
                                       north.out());
    return weighted_sum(w_, northward_ ? north : east);
  }
  void add_derivative(Domain& domain, const Environment<double>&, const State<double>& x, double a,
                      State<double>& y, Environment<double>&) const {
    const auto& mesh = domain.mesh();
    auto east = zeros<Place::cell>(x.device(), mesh.cells, x.members());
    auto north = zeros<Place::cell>(x.device(), mesh.cells, x.members());
    add_weights(a, w_, northward_ ? north : east);
    EdgeField<double> part(x.device(), mesh.edges, x.members());
    VelocityReconstruction<double>::adjoint(domain.context<double>(), east.in(), north.in(),
                                            part.out());
    add(part, y.velocity);
  }
  static const char* units() { return "m s-1"; }

 private:
  CellField<double> w_;
  bool northward_;
};

}  // namespace hexad
