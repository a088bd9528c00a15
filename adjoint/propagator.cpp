#include "hexad/adjoint/propagator.hpp"

namespace hexad {
namespace {

State<double> without_tracers(const State<double>& x) {
  return {copy_of(x.thickness), copy_of(x.velocity)};
}

/// A record of a step, for many members.
StepRecord<double> repeat(const StepRecord<double>& record, int members) {
  StepRecord<double> result;
  for (const auto& stage : record.stages) result.stages.push_back(hexad::repeat(stage, members));
  return result;
}

}  // namespace

Propagator::Propagator(Domain& domain, const Environment<double>& environment, Scheme scheme,
                       const State<double>& initial, int steps, Keep keep,
                       const std::function<void(int)>& progress)
    : domain_(domain),
      scheme_(scheme),
      model_(domain, copy_of(environment), scheme),
      trajectory_(model_, without_tracers(initial), steps, progress, keep) {}

Model<double>& Propagator::model_for(int members) {
  if (members == 1) return model_;
  if (!of_members_ || of_members_->environment().members() != members)
    of_members_.emplace(domain_, repeat(model_.environment(), members), scheme_);
  return *of_members_;
}

void Propagator::tangent(State<double>& dx, const std::function<void(int)>& progress) {
  const int members = dx.members();
  auto& model = model_for(members);
  for (int n = 0; n < steps(); ++n) {
    if (members == 1)
      model.step_tangent(trajectory_.before(n), dx);
    else
      model.step_tangent(repeat(trajectory_.before(n), members), dx);
    if (progress) progress(n + 1);
  }
}

void Propagator::adjoint(State<double>& y, const std::function<void(int)>& progress) {
  const int members = y.members();
  auto& model = model_for(members);
  Environment<double> unused(domain_.device(), domain_.mesh(), members);
  set_zero(unused);
  State<double> after;
  if (members > 1 && steps() > 0) after = repeat(trajectory_.last(), members);
  for (int n = steps() - 1; n >= 0; --n) {
    const auto* record = trajectory_.record(n);
    if (members == 1) {
      model.step_adjoint(trajectory_.before(n), y, unused, record, &trajectory_.after(n));
    } else {
      State<double> before = repeat(trajectory_.before(n), members);
      StepRecord<double> stages;
      if (record != nullptr) stages = repeat(*record, members);
      model.step_adjoint(before, y, unused, record == nullptr ? nullptr : &stages, &after);
      after = std::move(before);
    }
    if (progress) progress(steps() - n);
  }
}

}  // namespace hexad
