#include "hexad/adjoint/sweep.hpp"

#include <utility>

namespace hexad {
namespace {

/// J of the states of a trajectory; `options.on_state` is told of each.
std::vector<double> response_of(Model<double>& model, const Trajectory& trajectory,
                                Objective& objective, const SweepOptions& options) {
  std::vector<double> response(static_cast<std::size_t>(trajectory.last().members()), 0.0);
  for (int n = 0; n <= trajectory.steps(); ++n) {
    const State<double>& x = n == trajectory.steps() ? trajectory.last() : trajectory.before(n);
    if (options.on_state) options.on_state(n, x);
    if (!objective.acts_at(n)) continue;
    const auto value = objective.value(model.domain(), model.environment(), x, n);
    for (std::size_t m = 0; m < response.size(); ++m) response[m] += value[m];
  }
  return response;
}

}  // namespace

SweepResult sweep(Model<double>& model, const State<double>& initial, int steps,
                  Objective& objective, const SweepOptions& options) {
  const auto report = [&](int done, bool backwards) {
    if (options.progress) options.progress(done, backwards);
  };
  const Trajectory trajectory(
      model, copy_of(initial), steps, [&](int done) { report(done, false); }, options.plan.keep);
  SweepResult result{response_of(model, trajectory, objective, options), {}};

  auto& [y, sum] = result.gradient;
  Domain& domain = model.domain();
  y = State<double>(initial.device(), domain.mesh(), initial.members(), initial.tracers.size());
  sum = Environment<double>(initial.device(), domain.mesh(), initial.members());
  set_zero(y);
  set_zero(sum);
  for (int n = steps; n >= 0; --n) {
    if (n < steps) {
      model.step_adjoint(trajectory.before(n), y, sum, trajectory.record(n), &trajectory.after(n));
      report(steps - n, true);
    }
    if (objective.acts_at(n))
      objective.add_derivative(domain, model.environment(),
                               n == steps ? trajectory.last() : trajectory.before(n), n, y, sum);
    if (options.on_gradient && options.wants_gradient && options.wants_gradient(n))
      options.on_gradient(n, result.gradient);
  }
  return result;
}

}  // namespace hexad
