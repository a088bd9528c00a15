#include "hexad/model/model.hpp"

#include "hexad/model/operators/fbrk32_step.hpp"
#include "hexad/model/operators/rk4_step.hpp"
#include "hexad/model/operators/ssprk3_step.hpp"
#include "hexad/model/operators/tracer_step.hpp"

namespace hexad {
namespace {

/// Calls f.template operator()<T>() with the widest value type that takes `members` at a time.
/// Packs exist on the host only; on a device each member is a thread.
template <class S, class F>
void with_width(const State<S>& x, const F& f) {
  if constexpr (std::is_same_v<S, double>) {
    const bool packs = x.device().backend != Backend::cuda;
    if (packs && x.members() % width_of<Pack4> == 0) return f.template operator()<Pack4>();
  }
  f.template operator()<S>();
}

template <class T>
struct Dynamics {
  const Context<T>& c;
  Scheme scheme;

  void forward(FlowIn<T> x, const Stages<T>& kept, StepOut<T> result) const {
    switch (scheme) {
      case Scheme::rk4:
        return Rk4Step<T>::forward_keeping(c, x, kept, result);
      case Scheme::ssprk3:
        return Ssprk3Step<T>::forward_keeping(c, x, kept, result);
      case Scheme::fbrk32:
        return Fbrk32Step<T>::forward_keeping(c, x, kept, result);
    }
  }
  void tangent(FlowIn<T> x, FlowIn<T> dx, StepOut<T> result) const {
    switch (scheme) {
      case Scheme::rk4:
        return Rk4Step<T>::tangent(c, x, dx, result);
      case Scheme::ssprk3:
        return Ssprk3Step<T>::tangent(c, x, dx, result);
      case Scheme::fbrk32:
        return Fbrk32Step<T>::tangent(c, x, dx, result);
    }
  }
  void reverse(FlowIn<T> x, const Stages<T>& kept, StateIn<T> after, StepIn<T> y,
               StateOut<T> result, EnvironmentOut<T> sum) const {
    switch (scheme) {
      case Scheme::rk4:
        return Rk4Step<T>::reverse(c, x, kept, after, y, result, sum);
      case Scheme::ssprk3:
        return Ssprk3Step<T>::reverse(c, x, kept, after, y, result, sum);
      case Scheme::fbrk32:
        return Fbrk32Step<T>::reverse(c, x, kept, after, y, result, sum);
    }
  }
};

/// The views of recorded stages; those of a record that is only read are not written to.
template <class T>
Stages<T> stages_of(const StepRecord<scalar_of<T>>& record) {
  Stages<T> result;
  for (std::size_t n = 0; n < record.stages.size(); ++n)
    result.states[n] = const_cast<State<scalar_of<T>>&>(record.stages[n]).template out<T>();
  return result;
}

}  // namespace

const char* to_string(Scheme scheme) {
  return scheme == Scheme::rk4 ? "rk4" : scheme == Scheme::ssprk3 ? "ssprk3" : "fbrk32";
}

template <class S>
void Model<S>::require_environment(const State<S>& x) const {
  if (environment_.members() != x.members())
    throw RunError("the environment has another number of members than the state");
}

template <class S>
void Model<S>::prepare(const State<S>& x) {
  require_environment(x);
  if (next_.thickness.entities() == 0 || next_.members() != x.members() ||
      next_.tracers.size() != x.tracers.size())
    next_ = State<S>(domain_.device(), domain_.mesh(), x.members(), x.tracers.size());
}

template <class S>
StepRecord<S> Model<S>::make_record(const State<S>& x) const {
  StepRecord<S> record;
  const int stages = scheme_ == Scheme::rk4 ? 3 : 2;
  for (int n = 0; n < stages; ++n)
    record.stages.emplace_back(domain_.device(), domain_.mesh(), x.members());
  if (!x.tracers.empty())
    record.mass_flux = EdgeField<S>(domain_.device(), domain_.mesh().edges, x.members());
  return record;
}

template <class S>
void Model<S>::step(const State<S>& x, State<S>& next, StepRecord<S>* record) {
  require_environment(x);
  with_width(x, [&]<class T>() {
    const auto c = domain_.context<T>();
    const int lanes = x.members() / width_of<T>;
    const bool tracers = !x.tracers.empty(), recorded = record != nullptr;
    auto scratch = c.template optional_scratch<Place::edge>(lanes, tracers && !recorded);
    const EdgeOut<T> flux =
        tracers && recorded ? record->mass_flux.template out<T>() : scratch.out();
    Dynamics<T>{c, scheme_}.forward(flow<T>(x, environment_),
                                    recorded ? stages_of<T>(*record) : Stages<T>(),
                                    {next.template out<T>(), flux});
    for (std::size_t n = 0; n < x.tracers.size(); ++n)
      TracerStep<T>::forward(c, x.tracers[n].template in<T>(), x.thickness.template in<T>(), flux,
                             next.tracers[n].template out<T>());
  });
}

template <class S>
void Model<S>::step(State<S>& x) {
  prepare(x);
  step(x, next_);
  std::swap(x, next_);
}

template <class S>
void Model<S>::step_tangent(const State<S>& x, State<S>& dx, const Environment<S>* d_environment) {
  prepare(x);
  if (d_environment == nullptr &&
      (zero_.topography.entities() == 0 || zero_.members() != x.members())) {
    zero_ = Environment<S>(domain_.device(), domain_.mesh(), x.members());
    set_zero(zero_);
  }
  with_width(x, [&]<class T>() {
    const auto c = domain_.context<T>();
    const int lanes = x.members() / width_of<T>;
    const bool tracers = !x.tracers.empty();
    const auto& d_before = dx;
    const auto& around = d_environment == nullptr ? zero_ : *d_environment;
    const FlowIn<T> at = flow<T>(x, environment_);
    const Dynamics<T> dynamics{c, scheme_};
    auto flux = c.template optional_scratch<Place::edge>(lanes, tracers);
    auto d_flux = c.template optional_scratch<Place::edge>(lanes, tracers);
    if (tracers) dynamics.forward(at, {}, {next_.template out<T>(), flux.out()});
    dynamics.tangent(at, flow<T>(d_before, around), {next_.template out<T>(), d_flux.out()});
    for (std::size_t n = 0; n < x.tracers.size(); ++n)
      TracerStep<T>::tangent(c, x.tracers[n].template in<T>(), at.thickness(), flux.out(),
                             d_before.tracers[n].template in<T>(),
                             d_before.thickness.template in<T>(), d_flux.out(),
                             next_.tracers[n].template out<T>());
  });
  std::swap(dx, next_);
}

template <class S>
void Model<S>::step_adjoint(const State<S>& x, State<S>& y, Environment<S>& sum,
                            const StepRecord<S>* record, const State<S>* after_step) {
  prepare(x);
  with_width(x, [&]<class T>() {
    using R = real_of<T>;
    const auto c = domain_.context<T>();
    const int lanes = x.members() / width_of<T>;
    const bool tracers = !x.tracers.empty();
    const auto& after = y;
    const FlowIn<T> at = flow<T>(x, environment_);
    const Dynamics<T> dynamics{c, scheme_};
    const bool recorded = record != nullptr;
    auto scratch = c.template optional_scratch<Place::edge>(lanes, tracers && !recorded);
    auto flux_adjoint = c.template optional_scratch<Place::edge>(lanes, tracers);
    auto flux_part = c.template optional_scratch<Place::edge>(lanes, tracers);
    auto h_adjoint = c.template optional_scratch<Place::cell>(lanes, tracers);
    auto h_part = c.template optional_scratch<Place::cell>(lanes, tracers);
    EdgeIn<T> flux = scratch.out();
    if (tracers && recorded)
      flux = record->mass_flux.template in<T>();
    else if (tracers)
      dynamics.forward(at, {}, {next_.template out<T>(), scratch.out()});
    for (std::size_t n = 0; n < x.tracers.size(); ++n) {
      const bool first = n == 0;
      const auto to_h = first ? h_adjoint.out() : h_part.out();
      const auto to_flux = first ? flux_adjoint.out() : flux_part.out();
      TracerStep<T>::adjoint(c, x.tracers[n].template in<T>(), at.thickness(), flux,
                             after.tracers[n].template in<T>(), next_.tracers[n].template out<T>(),
                             to_h, to_flux);
      if (first) continue;
      accumulate(c, R(1), to_h, h_adjoint.out());
      accumulate(c, R(1), to_flux, flux_adjoint.out());
    }
    const StateOut<T> result = next_.template out<T>();
    const bool around_too = sum.topography.entities() > 0;
    dynamics.reverse(at, recorded ? stages_of<T>(*record) : Stages<T>(),
                     after_step == nullptr ? StateIn<T>() : after_step->template in<T>(),
                     {after.template in<T>(), flux_adjoint.out()}, result,
                     around_too ? sum.template out<T>() : EnvironmentOut<T>());
    if (tracers) accumulate(c, R(1), h_adjoint.out(), result.thickness);
  });
  std::swap(y, next_);
}

template class Model<double>;
template class Model<Dual<double>>;

}  // namespace hexad
