#pragma once

#include <vector>

#include "hexad/model/model.hpp"

namespace hexad {

/// Quadratic response: the total energy of the difference from a given state, linearised about a
/// layer of depth H at rest,
///   J(x) = 1/2 sum_i A_i g (h_i - h_i^0)^2 + 1/2 sum_e l_e d_e H (u_e - u_e^0)^2      (m5 s-2)
/// which is the integral of g h'^2 / 2 + H |V'|^2 / 2 over the sphere, since l_e d_e / 2 is the
/// area that an edge stands for and u_e one of the two components there.
class EnergyNorm {
 public:
  /// `target` is the state (h^0, u^0), with as many members as the states that will be measured;
  /// gravity g (m s-2) and mean depth H (m) weigh its parts.
  EnergyNorm(State<double> target, double gravity, double mean_depth)
      : target_(std::move(target)), gravity_(gravity), mean_depth_(mean_depth) {}

  /// J of each member, by exact sums.
  [[nodiscard]] std::vector<double> value(Domain& domain, const State<double>& x) const;

  /// dJ/dx: A_i g (h_i - h_i^0) at cells and l_e d_e H (u_e - u_e^0) at edges.
  /// Nothing with respect to tracers. For dual numbers, the second derivative beside it.
  template <class S>
  void derivative(Domain& domain, const State<S>& x, State<S>& result) const;

  [[nodiscard]] double gravity() const { return gravity_; }
  [[nodiscard]] double mean_depth() const { return mean_depth_; }

 private:
  State<double> target_;
  double gravity_, mean_depth_;
};

/// The Riesz representer of a derivative in the area-weighted inner product, which is what one
/// draws on a map: dJ/dx_i / A_i at cells, dJ/dx_e / (l_e d_e) at edges, dJ/dx_v / A_v at vertices.
[[nodiscard]] State<double> representer(Domain& domain, const State<double>& derivative);
[[nodiscard]] Environment<double> representer(Domain& domain,
                                              const Environment<double>& derivative);

}  // namespace hexad
