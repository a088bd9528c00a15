#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"

namespace hexad {

/// Thickness at a point or its mean over a region (m), of weights w that add up to 1:
///   J = sum_i w_i h_i,   dJ/dh_i = w_i
class ThicknessResponse {
 public:
  ThicknessResponse(const Device& device, const PlaceWeights& weights)
      : w_(field_of<Place::cell>(device, weights.cells)) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain&, const Environment<S>&,
                                            const State<S>& x) const {
    return weighted_sum(w_, x.thickness);
  }
  void add_derivative(Domain&, const Environment<double>&, const State<double>&, double a,
                      State<double>& y, Environment<double>&) const {
    add_weights(a, w_, y.thickness);
  }
  static const char* units() { return "m"; }

 private:
  CellField<double> w_;
};

}  // namespace hexad
