#pragma once

#include <functional>
#include <vector>

#include "hexad/adjoint/energy_norm.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// The states of a run, all in memory: what the reverse sweep is linearised about.
class Trajectory {
 public:
  /// Steps the model from x, `steps` times, and keeps the state before each step. `progress` is
  /// called after each step with its number.
  Trajectory(Model<double>& model, State<double> x, int steps,
             const std::function<void(int)>& progress = {});

  [[nodiscard]] int steps() const { return static_cast<int>(before_.size()); }
  /// The state before step n (0-based), and after the last.
  [[nodiscard]] const State<double>& before(int n) const {
    return before_[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] const State<double>& last() const { return last_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<State<double>> before_;
  State<double> last_;
};

/// Derivative of a function of the forecast with respect to all that went in.
struct ForecastGradient {
  State<double> state;              ///< with respect to initial thickness and velocity
  Environment<double> environment;  ///< with respect to topography and Coriolis parameter
};

/// Carries `y`, the derivative of some J with respect to the last state, back to the first.
ForecastGradient reverse(Model<double>& model, const Trajectory& trajectory, State<double> y,
                         const std::function<void(int)>& progress = {});

/// J of the last state, and its gradient, for each member.
struct GradientResult {
  std::vector<double> response;
  ForecastGradient gradient;
};
GradientResult gradient(Model<double>& model, const State<double>& initial,
                        const EnergyNorm& response, int steps,
                        const std::function<void(int, bool)>& progress = {});

}  // namespace hexad
