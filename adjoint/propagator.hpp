#pragma once

#include <functional>
#include <optional>

#include "hexad/adjoint/gradient.hpp"

namespace hexad {

/// The tangent-linear propagator M of a window, and its transpose M', about one forecast whose
/// states are all in memory. Takes perturbations (h', u') of any number of members at once; the
/// forecast is one, and each of its states is repeated for them step by step.
///
/// Tracers change neither thickness nor wind, and are left out.
class Propagator {
 public:
  /// Runs the forecast of `steps` steps from the state, one member. `progress` is called after
  /// each step with its number.
  Propagator(Domain& domain, const Environment<double>& environment, Scheme scheme,
             const State<double>& initial, int steps, Keep keep = Keep::states,
             const std::function<void(int)>& progress = {});

  [[nodiscard]] Domain& domain() { return domain_; }
  [[nodiscard]] int steps() const { return trajectory_.steps(); }
  [[nodiscard]] const State<double>& last() const { return trajectory_.last(); }

  /// dx = M dx, from the start of the window to its end.
  void tangent(State<double>& dx, const std::function<void(int)>& progress = {});
  /// y = M' y, from the end to the start.
  void adjoint(State<double>& y, const std::function<void(int)>& progress = {});

 private:
  Model<double>& model_for(int members);

  Domain& domain_;
  Scheme scheme_;
  Model<double> model_;
  BasicTrajectory<double> trajectory_;
  std::optional<Model<double>> of_members_;  // the last number of members above one
};

}  // namespace hexad
