#include "hexad/adjoint/gradient.hpp"

#include <utility>

#include "hexad/adjoint/dual_fields.hpp"

namespace hexad {

template <class S>
BasicTrajectory<S>::BasicTrajectory(Model<S>& model, State<S> x, int steps,
                                    const std::function<void(int)>& progress, Keep keep)
    : last_(std::move(x)) {
  before_.reserve(static_cast<std::size_t>(steps));
  if (keep == Keep::stages) records_.reserve(static_cast<std::size_t>(steps));
  for (int n = 0; n < steps; ++n) {
    State<S> next(last_.device(), model.domain().mesh(), last_.members(), last_.tracers.size());
    StepRecord<S>* record = nullptr;
    if (keep == Keep::stages) record = &records_.emplace_back(model.make_record(last_));
    model.step(last_, next, record);
    before_.push_back(std::exchange(last_, std::move(next)));
    if (progress) progress(n + 1);
  }
}

template <class S>
std::size_t BasicTrajectory<S>::bytes() const {
  std::size_t total = last_.bytes();
  for (const auto& state : before_) total += state.bytes();
  for (const auto& record : records_) total += record.bytes();
  return total;
}

template class BasicTrajectory<double>;
template class BasicTrajectory<Dual<double>>;

template <class S>
BasicForecastGradient<S> reverse(Model<S>& model, const BasicTrajectory<S>& trajectory, State<S> y,
                                 const std::function<void(int)>& progress) {
  BasicForecastGradient<S> result{
      std::move(y),
      Environment<S>(model.domain().device(), model.domain().mesh(), trajectory.last().members())};
  set_zero(result.environment);
  for (int n = trajectory.steps() - 1; n >= 0; --n) {
    model.step_adjoint(trajectory.before(n), result.state, result.environment, trajectory.record(n),
                       &trajectory.after(n));
    if (progress) progress(trajectory.steps() - n);
  }
  return result;
}
template BasicForecastGradient<double> reverse(Model<double>&, const BasicTrajectory<double>&,
                                               State<double>, const std::function<void(int)>&);
template BasicForecastGradient<Dual<double>> reverse(Model<Dual<double>>&,
                                                     const BasicTrajectory<Dual<double>>&,
                                                     State<Dual<double>>,
                                                     const std::function<void(int)>&);

GradientResult gradient(Model<double>& model, const State<double>& initial,
                        const EnergyNorm& response, int steps,
                        const std::function<void(int, bool)>& progress, Keep keep) {
  const auto report = [&](bool backwards) {
    return [&progress, backwards](int step) {
      if (progress) progress(step, backwards);
    };
  };
  const Trajectory trajectory(model, copy_of(initial), steps, report(false), keep);
  State<double> y(initial.device(), model.domain().mesh(), initial.members(),
                  initial.tracers.size());
  response.derivative(model.domain(), trajectory.last(), y);
  return {response.value(model.domain(), trajectory.last()),
          reverse(model, trajectory, std::move(y), report(true))};
}

ForecastGradient hessian_times(Domain& domain, const Environment<double>& environment,
                               Scheme scheme, const State<double>& initial,
                               const ForecastGradient& p, const EnergyNorm& response, int steps) {
  using S = Dual<double>;
  Model<S> model(domain, dual_of(environment, p.environment), scheme);
  const BasicTrajectory<S> trajectory(model, dual_of(initial, p.state), steps);
  State<S> y(initial.device(), domain.mesh(), 1, initial.tracers.size());
  response.derivative(domain, trajectory.last(), y);
  const auto result = reverse(model, trajectory, std::move(y));
  return {tangent_of(result.state), tangent_of(result.environment)};
}

}  // namespace hexad
