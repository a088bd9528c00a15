#pragma once

#include <optional>

#include "hexad/core/timers.hpp"
#include "hexad/experiments/console.hpp"
#include "hexad/experiments/initial/initial.hpp"
#include "hexad/io/case/case.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// What a command needs to run a case: its mesh on the device, its state at the start.
struct Setup {
  /// Makes or reads the mesh and the initial state, and settles the step where it is automatic.
  Setup(Case& run, const Device& device, const Console& console, Timers& timers);
  /// Of a mesh that is there already; the step stays as it is.
  Setup(const Case& run, const Device& device, Mesh ready);
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  Mesh mesh;
  Domain domain;
  std::vector<std::string> notes;      ///< On the initial state.
  std::optional<ExactSolution> exact;  ///< At the end of the run.
  Environment<double> environment;
  State<double> state;

 private:
  void fill(const Case& run);
  void settle_time_step(Case& run);
};

}  // namespace hexad
