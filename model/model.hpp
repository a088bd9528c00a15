#pragma once

#include "hexad/model/context.hpp"
#include "hexad/model/state.hpp"

namespace hexad {

/// The shallow-water model on one domain: steps states of scalar S (double, or Dual<double> for an
/// exact tangent beside the value) forward, tangent and adjoint, with the step size and parameters
/// of the domain. One member or many: as packs of 8 or 4 where their number allows.
template <class S>
class Model {
 public:
  /// The environment must have as many members as the states (see `repeat`).
  Model(Domain& domain, Environment<S> environment)
      : domain_(domain), environment_(std::move(environment)) {}

  [[nodiscard]] Domain& domain() { return domain_; }
  [[nodiscard]] const Environment<S>& environment() const { return environment_; }

  /// One step of the classical Runge-Kutta scheme (operators/rk4_step.hpp), in place.
  void step(State<S>& x);

  /// dx, a perturbation of the state x before the step, becomes the one after it; x stays. The
  /// environment is perturbed by d_environment, or not at all.
  void step_tangent(const State<S>& x, State<S>& dx, const Environment<S>* d_environment = nullptr);

  /// y, the derivative of some J with respect to the state after the step, becomes the one with
  /// respect to the state x before it; what J owes to topography and Coriolis parameter through
  /// this step is added to `sum`.
  void step_adjoint(const State<S>& x, State<S>& y, Environment<S>& sum);

 private:
  void prepare(int members);

  Domain& domain_;
  Environment<S> environment_;
  State<S> next_;           // kept between steps
  Environment<S> scratch_;  // of the adjoint
  Environment<S> zero_;     // perturbation of the environment
};

extern template class Model<double>;
extern template class Model<Dual<double>>;

/// Sets every value of a field to zero.
template <Place P, class S>
void set_zero(Field<P, S>& field);
template <class S>
void set_zero(State<S>& state) {
  set_zero(state.thickness);
  set_zero(state.velocity);
}
template <class S>
void set_zero(Environment<S>& environment) {
  set_zero(environment.topography);
  set_zero(environment.coriolis);
}

/// A field of one member, repeated for many.
template <Place P, class S>
[[nodiscard]] Field<P, S> repeat(const Field<P, S>& field, int members);
template <class S>
[[nodiscard]] State<S> repeat(const State<S>& state, int members) {
  return {repeat(state.thickness, members), repeat(state.velocity, members)};
}
template <class S>
[[nodiscard]] Environment<S> repeat(const Environment<S>& environment, int members) {
  return {repeat(environment.topography, members), repeat(environment.coriolis, members)};
}

}  // namespace hexad
