#pragma once

#include "hexad/model/context.hpp"
#include "hexad/model/state.hpp"

namespace hexad {

/// Time schemes of the model, each an operator of its own: rk4_step.hpp, ssprk3_step.hpp,
/// fbrk32_step.hpp.
enum class Scheme { rk4, ssprk3, fbrk32 };
const char* to_string(Scheme scheme);

/// What a step went through, kept for its adjoint, which would otherwise compute it anew: the
/// states of the scheme's stages, and the mass flux where there are tracers.
template <class S>
struct StepRecord {
  std::vector<State<S>> stages;
  EdgeField<S> mass_flux;

  [[nodiscard]] std::size_t bytes() const {
    std::size_t total = mass_flux.bytes();
    for (const auto& stage : stages) total += stage.bytes();
    return total;
  }
};

/// The shallow-water model on one domain: steps states of scalar S (double, or Dual<double> for an
/// exact tangent beside the value, also of the adjoint: second derivatives) forward, tangent and
/// adjoint, with the step size and parameters of the domain. Tracers follow with the mass flux of
/// the step (tracer_step.hpp). One member or many: as packs of 4 where their number allows.
template <class S>
class Model {
 public:
  /// The environment must have as many members as the states (see `repeat`).
  Model(Domain& domain, Environment<S> environment, Scheme scheme = Scheme::rk4)
      : domain_(domain), environment_(std::move(environment)), scheme_(scheme) {}

  [[nodiscard]] Domain& domain() { return domain_; }
  [[nodiscard]] const Environment<S>& environment() const { return environment_; }

  /// One step, in place.
  void step(State<S>& x);
  /// One step from x to `next`, another state of the same size; what it went through goes into a
  /// record, where there is one.
  void step(const State<S>& x, State<S>& next, StepRecord<S>* record = nullptr);

  /// Room for what a step of x goes through.
  [[nodiscard]] StepRecord<S> make_record(const State<S>& x) const;

  /// dx, a perturbation of the state x before the step, becomes the one after it; x stays. The
  /// environment is perturbed by d_environment, or not at all.
  void step_tangent(const State<S>& x, State<S>& dx, const Environment<S>* d_environment = nullptr);

  /// y, the derivative of some J with respect to the state after the step, becomes the one with
  /// respect to the state x before it; what J owes to the environment through this step is added to
  /// `sum`, unless that is an environment without fields. The record of the step and the state
  /// after it save their computation; the bits are the same.
  void step_adjoint(const State<S>& x, State<S>& y, Environment<S>& sum,
                    const StepRecord<S>* record = nullptr, const State<S>* after_step = nullptr);

 private:
  void require_environment(const State<S>& x) const;
  void prepare(const State<S>& x);

  Domain& domain_;
  Environment<S> environment_;
  Scheme scheme_;
  State<S> next_;        // kept between steps
  Environment<S> zero_;  // perturbation of the environment
};

extern template class Model<double>;
extern template class Model<Dual<double>>;

/// Sets every value of a field to zero.
template <Place P, class S>
void set_zero(Field<P, S>& field);
template <class S>
void set_zero(State<S>& state) {
  for_each_field([](auto& field) { set_zero(field); }, state);
}
template <class S>
void set_zero(Environment<S>& environment) {
  for_each_field([](auto& field) { set_zero(field); }, environment);
}

/// A field of one member, repeated for many.
template <Place P, class S>
[[nodiscard]] Field<P, S> repeat(const Field<P, S>& field, int members);
template <class S>
[[nodiscard]] State<S> repeat(const State<S>& state, int members) {
  State<S> result{repeat(state.thickness, members), repeat(state.velocity, members)};
  for (const auto& tracer : state.tracers) result.tracers.push_back(repeat(tracer, members));
  return result;
}
template <class S>
[[nodiscard]] Environment<S> repeat(const Environment<S>& environment, int members) {
  Environment<S> result;
  for_each_field([members](auto& to, const auto& from) { to = repeat(from, members); }, result,
                 environment);
  return result;
}

/// The same value everywhere, one member.
[[nodiscard]] inline CellField<double> constant_field(const Device& device, const Mesh& mesh,
                                                      double value) {
  return {device, std::vector<double>(static_cast<std::size_t>(mesh.cells), value)};
}

}  // namespace hexad
