#include "hexad/model/model.hpp"

#include "hexad/model/operators/rk4_step.hpp"

namespace hexad {
namespace {

/// Calls f.template operator()<T>() with the widest value type that takes `members` at a time.
template <class S, class F>
void with_width(int members, const F& f) {
  if constexpr (std::is_same_v<S, double>) {
    if (members % width_of<Pack8> == 0) return f.template operator()<Pack8>();
    if (members % width_of<Pack4> == 0) return f.template operator()<Pack4>();
  }
  f.template operator()<S>();
}

/// Packs exist on the host only; on a device each member is a thread.
int members_for_packs(const Device& device, int members) {
  return device.backend == Backend::cuda ? 1 : members;
}

}  // namespace

template <class S>
void Model<S>::prepare(int members) {
  if (environment_.topography.members() != members)
    throw RunError("the environment has another number of members than the state");
  if (next_.thickness.entities() == 0 || next_.members() != members)
    next_ = State<S>(domain_.device(), domain_.mesh(), members);
}

template <class S>
void Model<S>::step(State<S>& x) {
  prepare(x.members());
  with_width<S>(members_for_packs(x.device(), x.members()), [&]<class T>() {
    Rk4Step<T>::forward(domain_.context<T>(), flow<T>(x, environment_), next_.template out<T>());
  });
  std::swap(x, next_);
}

template <class S>
void Model<S>::step_tangent(const State<S>& x, State<S>& dx, const Environment<S>* d_environment) {
  prepare(x.members());
  if (d_environment == nullptr &&
      (zero_.topography.members() != x.members() || zero_.topography.entities() == 0)) {
    zero_ = Environment<S>(domain_.device(), domain_.mesh(), x.members());
    set_zero(zero_);
  }
  with_width<S>(members_for_packs(x.device(), x.members()), [&]<class T>() {
    const auto& dx_in = dx;
    const auto& around = d_environment == nullptr ? zero_ : *d_environment;
    Rk4Step<T>::tangent(domain_.context<T>(), flow<T>(x, environment_), flow<T>(dx_in, around),
                        next_.template out<T>());
  });
  std::swap(dx, next_);
}

template <class S>
void Model<S>::step_adjoint(const State<S>& x, State<S>& y, Environment<S>& sum) {
  prepare(x.members());
  if (scratch_.topography.members() != x.members() || scratch_.topography.entities() == 0)
    scratch_ = Environment<S>(domain_.device(), domain_.mesh(), x.members());
  with_width<S>(members_for_packs(x.device(), x.members()), [&]<class T>() {
    const auto c = domain_.context<T>();
    const FlowOut<T> result = flow<T>(next_, scratch_);
    Rk4Step<T>::adjoint(c, flow<T>(x, environment_), y.template in<T>(), result);
    const FlowOut<T> total{result.thickness, result.velocity, sum.topography.template out<T>(),
                           sum.coriolis.template out<T>()};
    accumulate_environment(c, result, total);
  });
  std::swap(y, next_);
}

template class Model<double>;
template class Model<Dual<double>>;

}  // namespace hexad
