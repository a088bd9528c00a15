#pragma once

#include <optional>

#include "hexad/model/combine.hpp"

namespace hexad {

/// The mass flux of a whole step, sum_s w_s F_s over the stages of a scheme, where it is wanted.
template <class T>
class MeanFlux {
 public:
  /// `mean` receives it, or does not exist.
  MeanFlux(const Context<T>& c, EdgeOut<T> mean) : c_(c), mean_(mean) {
    if (mean.exists()) stage_.emplace(c.workspace, c.mesh.edges, mean.lanes);
  }
  /// Where a stage puts its flux; absent where it is not wanted.
  [[nodiscard]] EdgeOut<T> stage() { return stage_ ? stage_->out() : EdgeOut<T>(); }
  /// Takes the flux of a stage with its weight.
  void add(real_of<T> weight) {
    if (!stage_) return;
    if (empty_)
      scale(c_, weight, stage_->out(), mean_);
    else
      accumulate(c_, weight, stage_->out(), mean_);
    empty_ = false;
  }
  /// The rates of a stage with its flux.
  [[nodiscard]] RatesOut<T> with(StateOut<T> k) { return {k.thickness, k.velocity, stage()}; }

 private:
  const Context<T>& c_;
  EdgeOut<T> mean_;
  std::optional<Scratch<Place::edge, T>> stage_;
  bool empty_ = true;
};

/// The adjoint of MeanFlux: what the flux of each stage owes to that of the step, w_s y.
template <class T>
class StageFlux {
 public:
  StageFlux(const Context<T>& c, EdgeIn<T> y) : c_(c), y_(y) {
    if (y.exists()) scaled_.emplace(c.workspace, c.mesh.edges, y.lanes);
  }
  /// The adjoint of a stage's rates, with that of its flux.
  [[nodiscard]] RatesIn<T> with(StateIn<T> k, real_of<T> weight) {
    if (!scaled_) return {k.thickness, k.velocity, {}};
    scale(c_, weight, y_, scaled_->out());
    return {k.thickness, k.velocity, scaled_->out()};
  }

 private:
  const Context<T>& c_;
  EdgeIn<T> y_;
  std::optional<Scratch<Place::edge, T>> scaled_;
};

}  // namespace hexad
