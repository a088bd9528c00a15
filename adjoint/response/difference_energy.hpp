#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"

namespace hexad {

/// Total energy of the difference from a state (h^0, u^0), linearised about a layer of depth H at
/// rest, in a region of weights w (m5 s-2):
///   J = 1/2 sum_i w_i A_i g (h_i - h_i^0)^2 + 1/2 sum_e w_e l_e d_e H (u_e - u_e^0)^2
/// It is EnergyNorm (energy_norm.hpp) for the whole mesh. Derivative:
///   dJ/dh_i = w_i A_i g (h_i - h_i^0),   dJ/du_e = w_e l_e d_e H (u_e - u_e^0)
class DifferenceEnergy {
 public:
  /// `target` has one member, which all members are measured from.
  DifferenceEnergy(const Mesh& mesh, State<double> target, double gravity, double mean_depth,
                   const PlaceWeights& weights);

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>& environment,
                                            const State<S>& x) const;
  void add_derivative(Domain& domain, const Environment<double>& environment,
                      const State<double>& x, double a, State<double>& y,
                      Environment<double>& sum) const;
  static const char* units() { return "m5 s-2"; }

 private:
  State<double> target_;
  CellField<double> at_cells_;  // w A g
  EdgeField<double> at_edges_;  // w l d H
};

}  // namespace hexad
