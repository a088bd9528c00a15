#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"

namespace hexad {

/// Concentration of a tracer at a point or its mean over a region, of weights w that add up to 1
/// (in the tracer's unit). The state holds q = h phi:
///   J = sum_i w_i q_i / h_i,   dJ/dq_i = w_i / h_i,   dJ/dh_i = - w_i q_i / h_i^2
class TracerResponse {
 public:
  TracerResponse(const Device& device, const PlaceWeights& weights, std::size_t number)
      : w_(field_of<Place::cell>(device, weights.cells)), number_(number) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>& environment,
                                            const State<S>& x) const;
  void add_derivative(Domain& domain, const Environment<double>& environment,
                      const State<double>& x, double a, State<double>& y,
                      Environment<double>& sum) const;
  static const char* units() { return "1"; }

 private:
  CellField<double> w_;
  std::size_t number_;
};

}  // namespace hexad
