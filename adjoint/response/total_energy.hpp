#pragma once

#include "hexad/adjoint/response/kinetic_energy.hpp"

namespace hexad {

/// Total energy in a region, over the density (m5 s-2), w_i 1 in it and 0 elsewhere:
///   J = sum_i w_i A_i h_i (K_i + g_i (h_i / 2 + b_i))
/// The kinetic part is that of KineticEnergyResponse; of the potential part
///   dJ/dh_i = w_i A_i g_i (h_i + b_i),  dJ/db_i = w_i A_i g_i h_i,
///   dJ/dg_i = w_i A_i h_i (h_i / 2 + b_i)
class TotalEnergyResponse {
 public:
  TotalEnergyResponse(const Device& device, const Mesh& mesh, const PlaceWeights& weights)
      : kinetic_(device, mesh, weights), area_(with_areas(device, mesh, weights.cells)) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>& environment,
                                            const State<S>& x) const;
  void add_derivative(Domain& domain, const Environment<double>& environment,
                      const State<double>& x, double a, State<double>& y,
                      Environment<double>& sum) const;
  static const char* units() { return "m5 s-2"; }

 private:
  KineticEnergyResponse kinetic_;
  CellField<double> area_;  // w A
};

}  // namespace hexad
