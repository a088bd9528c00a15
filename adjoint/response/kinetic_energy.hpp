#pragma once

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/weighted.hpp"
#include "hexad/model/operators/kinetic_energy.hpp"

namespace hexad {

/// Kinetic energy in a region, over the density (m5 s-2), w_i 1 in it and 0 elsewhere:
///   J = sum_i w_i A_i h_i K_i,   dJ/dh_i = w_i A_i K_i,   dJ/dK_i = w_i A_i h_i
/// and from K to u by the adjoint of KineticEnergy.
class KineticEnergyResponse {
 public:
  KineticEnergyResponse(const Device& device, const Mesh& mesh, const PlaceWeights& weights)
      : area_(with_areas(device, mesh, weights.cells)) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>&,
                                            const State<S>& x) const {
    return weighted_sum(area_, x.thickness, kinetic_energy(domain, x));
  }
  void add_derivative(Domain& domain, const Environment<double>&, const State<double>& x, double a,
                      State<double>& y, Environment<double>&) const {
    add_weighted(a, area_, kinetic_energy(domain, x), y.thickness);
    auto of_k = zeros<Place::cell>(x.device(), domain.mesh().cells, x.members());
    add_weighted(a, area_, x.thickness, of_k);
    EdgeField<double> part(x.device(), domain.mesh().edges, x.members());
    KineticEnergy<double>::adjoint(domain.context<double>(), x.velocity.in(), of_k.in(),
                                   part.out());
    add(part, y.velocity);
  }
  static const char* units() { return "m5 s-2"; }

 private:
  template <class S>
  static CellField<S> kinetic_energy(Domain& domain, const State<S>& x) {
    CellField<S> k(x.device(), domain.mesh().cells, x.members());
    KineticEnergy<S>::forward(domain.context<S>(), x.velocity.in(), k.out());
    return k;
  }

  CellField<double> area_;  // w A
};

}  // namespace hexad
