#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"

namespace hexad {

/// Height of the free surface at a point or its mean over a region (m), of weights w that add up
/// to 1:
///   J = sum_i w_i (h_i + b_i),   dJ/dh_i = dJ/db_i = w_i
class SurfaceHeightResponse {
 public:
  SurfaceHeightResponse(const Device& device, const PlaceWeights& weights)
      : w_(field_of<Place::cell>(device, weights.cells)) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain&, const Environment<S>& environment,
                                            const State<S>& x) const {
    auto sums = weighted_sum(w_, x.thickness);
    const auto ground = weighted_sum(w_, environment.topography);
    for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += ground[m];
    return sums;
  }
  void add_derivative(Domain&, const Environment<double>&, const State<double>&, double a,
                      State<double>& y, Environment<double>& sum) const {
    add_weights(a, w_, y.thickness);
    add_weights(a, w_, sum.topography);
  }
  static const char* units() { return "m"; }

 private:
  CellField<double> w_;
};

}  // namespace hexad
