#include "hexad/adjoint/gradient.hpp"

namespace hexad {

Trajectory::Trajectory(Model<double>& model, State<double> x, int steps,
                       const std::function<void(int)>& progress)
    : last_(std::move(x)) {
  before_.reserve(static_cast<std::size_t>(steps));
  for (int n = 0; n < steps; ++n) {
    before_.push_back(copy_of(last_));
    model.step(last_);
    if (progress) progress(n + 1);
  }
}

std::size_t Trajectory::bytes() const {
  std::size_t total = last_.bytes();
  for (const auto& state : before_) total += state.bytes();
  return total;
}

ForecastGradient reverse(Model<double>& model, const Trajectory& trajectory, State<double> y,
                         const std::function<void(int)>& progress) {
  ForecastGradient result{std::move(y),
                          Environment<double>(model.domain().device(), model.domain().mesh(),
                                              trajectory.last().members())};
  set_zero(result.environment);
  for (int n = trajectory.steps() - 1; n >= 0; --n) {
    model.step_adjoint(trajectory.before(n), result.state, result.environment);
    if (progress) progress(trajectory.steps() - n);
  }
  return result;
}

GradientResult gradient(Model<double>& model, const State<double>& initial,
                        const EnergyNorm& response, int steps,
                        const std::function<void(int, bool)>& progress) {
  const auto report = [&](bool backwards) {
    return [&progress, backwards](int step) {
      if (progress) progress(step, backwards);
    };
  };
  const Trajectory trajectory(model, copy_of(initial), steps, report(false));
  State<double> y(initial.device(), model.domain().mesh(), initial.members());
  response.derivative(model.domain(), trajectory.last(), y);
  return {response.value(model.domain(), trajectory.last()),
          reverse(model, trajectory, std::move(y), report(true))};
}

}  // namespace hexad
