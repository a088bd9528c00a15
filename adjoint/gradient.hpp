#pragma once

#include <functional>
#include <vector>

#include "hexad/adjoint/energy_norm.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// What a trajectory keeps of each step.
enum class Keep { states, stages };

/// The states of a run, all in memory: what the reverse sweep is linearised about. S is double, or
/// Dual<double> for derivatives of second order.
template <class S>
class BasicTrajectory {
 public:
  /// Steps the model from x, `steps` times, and keeps the state before each step, and if asked what
  /// the step went through: two to four times the memory, and a reverse sweep that need not run
  /// forward again; the same bits. `progress` is called after each step with its number.
  BasicTrajectory(Model<S>& model, State<S> x, int steps,
                  const std::function<void(int)>& progress = {}, Keep keep = Keep::states);

  [[nodiscard]] int steps() const { return static_cast<int>(before_.size()); }
  /// The state before step n (0-based), and after the last.
  [[nodiscard]] const State<S>& before(int n) const { return before_[static_cast<std::size_t>(n)]; }
  [[nodiscard]] const State<S>& after(int n) const {
    return n + 1 < steps() ? before(n + 1) : last_;
  }
  [[nodiscard]] const State<S>& last() const { return last_; }
  /// What step n went through; null where only states are kept.
  [[nodiscard]] const StepRecord<S>* record(int n) const {
    return records_.empty() ? nullptr : &records_[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<State<S>> before_;
  std::vector<StepRecord<S>> records_;
  State<S> last_;
};
using Trajectory = BasicTrajectory<double>;

/// Derivative of a function of the forecast with respect to all that went in.
template <class S>
struct BasicForecastGradient {
  State<S> state;              ///< With respect to initial thickness, velocity and tracers.
  Environment<S> environment;  ///< With respect to topography, Coriolis parameter, gravity, ...
};
using ForecastGradient = BasicForecastGradient<double>;

/// Carries `y`, the derivative of some J with respect to the last state, back to the first.
template <class S>
BasicForecastGradient<S> reverse(Model<S>& model, const BasicTrajectory<S>& trajectory, State<S> y,
                                 const std::function<void(int)>& progress = {});

/// J of the last state, and its gradient, for each member.
struct GradientResult {
  std::vector<double> response;
  ForecastGradient gradient;
};
GradientResult gradient(Model<double>& model, const State<double>& initial,
                        const EnergyNorm& response, int steps,
                        const std::function<void(int, bool)>& progress = {},
                        Keep keep = Keep::states);

/// The second derivative of J along p, H p with H = d2J/dx2 and x all that goes in: the gradient
/// run in dual numbers (x + eps p), whose part of eps is exact. `p.environment` is the direction in
/// the environment. One member.
ForecastGradient hessian_times(Domain& domain, const Environment<double>& environment,
                               Scheme scheme, const State<double>& initial,
                               const ForecastGradient& p, const EnergyNorm& response, int steps);

extern template class BasicTrajectory<double>;
extern template class BasicTrajectory<Dual<double>>;

}  // namespace hexad
