#pragma once

#include <functional>
#include <vector>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/objective.hpp"

namespace hexad {

/// How the states that a reverse sweep needs are kept.
struct CheckpointPlan {
  Keep keep = Keep::states;  ///< Of each step that memory holds.
};

/// What a sweep is asked for beside the gradient at the start. Functions may be empty.
struct SweepOptions {
  CheckpointPlan plan{};
  /// After each step: how many of the window's steps this pass has behind it. Steps that are
  /// computed anew are not told.
  std::function<void(int done, bool backwards)> progress{};
  /// In the first pass, each state: after 0, 1, ... steps.
  std::function<void(int step, const State<double>&)> on_state{};
  /// Whether the derivative with respect to the state after `step` steps is wanted.
  std::function<bool(int step)> wants_gradient{};
  /// Gets it, in descending order of steps: dJ/dx_step with all that J sums of the states from
  /// there on, and dJ/de through those states and the steps after that one.
  std::function<void(int step, const ForecastGradient&)> on_gradient{};
};

struct SweepResult {
  std::vector<double> response;  ///< J of each member.
  ForecastGradient gradient;     ///< With respect to the initial state and the environment.
};

/// Runs a forecast and back: J, and its derivative with respect to all that goes in. The
/// contributions of the states are added in the order of their steps, so that the bits do not
/// depend on how states are kept.
SweepResult sweep(Model<double>& model, const State<double>& initial, int steps,
                  Objective& objective, const SweepOptions& options = {});

}  // namespace hexad
