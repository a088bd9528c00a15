#pragma once

#include <optional>

#include "hexad/model/combine.hpp"

namespace hexad {

/// The states of a step's stages after the first, which is the state before the step: what its
/// adjoint is linearised about. A scheme fills `count` of them.
template <class T>
struct Stages {
  static constexpr int most = 3;
  StateOut<T> states[most] = {};

  [[nodiscard]] bool exist() const { return states[0].velocity.exists(); }
};

/// Stages for which nobody provides room: temporary ones, of which `distinct` are alive at a time.
template <class T>
class StagesOrScratch {
 public:
  StagesOrScratch(const Context<T>& c, int lanes, const Stages<T>& stages, int count, int distinct)
      : stages_(stages) {
    if (stages.exist()) return;
    for (int n = 0; n < distinct; ++n) scratch_[n].emplace(c, lanes);
    for (int n = 0; n < count; ++n) stages_.states[n] = scratch_[n % distinct]->out();
  }
  [[nodiscard]] StateOut<T> operator[](int n) const { return stages_.states[n]; }

 private:
  Stages<T> stages_;
  std::optional<StateScratch<T>> scratch_[Stages<T>::most];
};

/// The mass flux of a whole step, sum_s w_s F_s over the stages of a scheme: what becomes of the
/// flux of the first stage, and of another; nothing where it is not wanted.
template <class T>
[[nodiscard]] Updates<Place::edge, T> start_mean(EdgeOut<T> mean, real_of<T> weight) {
  if (!mean.exists()) return {};
  return Update<Place::edge, T>{mean, {}, weight};
}
template <class T>
[[nodiscard]] Updates<Place::edge, T> add_to_mean(EdgeOut<T> mean, real_of<T> weight) {
  if (!mean.exists()) return {};
  return Update<Place::edge, T>{mean, mean, weight};
}
/// The adjoint: what the flux of a stage owes to that of the step.
template <class T>
[[nodiscard]] Sum<Place::edge, T> of_mean(EdgeIn<T> y, real_of<T> weight) {
  if (!y.exists()) return {};
  return Term<EdgeIn<T>, real_of<T>>{weight, y};
}

/// a x + b y + c z of states.
template <class T>
[[nodiscard]] StateSum<T> state_sum(real_of<T> a, StateIn<T> x) {
  using Cells = Term<CellIn<T>, real_of<T>>;
  using Edges = Term<EdgeIn<T>, real_of<T>>;
  return StateSum<T>(Sum<Place::cell, T>(Cells{a, x.thickness}),
                     Sum<Place::edge, T>(Edges{a, x.velocity}));
}
template <class T>
[[nodiscard]] StateSum<T> state_sum(real_of<T> a, StateIn<T> x, real_of<T> b, StateIn<T> y) {
  using Cells = Term<CellIn<T>, real_of<T>>;
  using Edges = Term<EdgeIn<T>, real_of<T>>;
  return StateSum<T>(Sum<Place::cell, T>(Cells{a, x.thickness}, Cells{b, y.thickness}),
                     Sum<Place::edge, T>(Edges{a, x.velocity}, Edges{b, y.velocity}));
}
template <class T>
[[nodiscard]] StateSum<T> state_sum(real_of<T> a, StateIn<T> x, real_of<T> b, StateIn<T> y,
                                    real_of<T> c, StateIn<T> z) {
  using Cells = Term<CellIn<T>, real_of<T>>;
  using Edges = Term<EdgeIn<T>, real_of<T>>;
  return StateSum<T>(
      Sum<Place::cell, T>(Cells{a, x.thickness}, Cells{b, y.thickness}, Cells{c, z.thickness}),
      Sum<Place::edge, T>(Edges{a, x.velocity}, Edges{b, y.velocity}, Edges{c, z.velocity}));
}
/// result = others + a k, of states.
template <class T>
[[nodiscard]] StateUpdates<T> becomes(StateOut<T> result, const StateSum<T>& others,
                                      real_of<T> a = 1) {
  return {Update<Place::cell, T>{result.thickness, others.thickness, a},
          Update<Place::edge, T>{result.velocity, others.velocity, a}};
}
/// Both.
template <class T>
[[nodiscard]] StateUpdates<T> both(const StateUpdates<T>& first, const StateUpdates<T>& second) {
  return {{first.thickness.items[0], second.thickness.items[0]},
          {first.velocity.items[0], second.velocity.items[0]}};
}
/// Of a Runge-Kutta stage with rate k: next = x + a k and sum = before + b k.
template <class T>
[[nodiscard]] StateUpdates<T> advance(StateOut<T> next, StateIn<T> x, real_of<T> a, StateOut<T> sum,
                                      StateIn<T> before, real_of<T> b) {
  return both<T>(becomes<T>(next, x, a), becomes<T>(sum, before, b));
}
/// Rates with the mass flux.
template <class T>
[[nodiscard]] RatesUpdates<T> with_flux(const StateUpdates<T>& state,
                                        const Updates<Place::edge, T>& flux) {
  return {state.thickness, state.velocity, flux};
}
template <class T>
[[nodiscard]] RatesSum<T> with_flux(const StateSum<T>& state, const Sum<Place::edge, T>& flux) {
  return {state.thickness, state.velocity, flux};
}

}  // namespace hexad
