#pragma once

#include "hexad/core/device.hpp"
#include "hexad/experiments/console.hpp"
#include "hexad/experiments/summary.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// What a run will need.
struct RunPlan {
  Index cells = 0;
  long steps = 0;
  std::size_t memory_bytes = 0;   ///< Mesh, state and temporary fields, on the host or the device.
  std::size_t disk_bytes = 0;     ///< All histories, uncompressed.
  std::size_t restart_bytes = 0;  ///< The restarts that are kept, and one more while it is written.
  double seconds = 0;             ///< Of stepping, at the speed of a short rehearsal.
};

/// Checks what can only be checked by doing it, then says what the run will need. The initial state
/// is made and a few steps are run on a small mesh of the same kind (on the mesh itself where it is
/// a file), which gives time and memory per cell on this machine, and the step where it is
/// automatic. Writes nothing. InputErrors as
/// the run itself would throw.
RunPlan plan_run(Case& run, const Device& device);

void print_plan(const RunPlan& plan, const Case& run, const Device& device, const Console& console);
Json plan_summary(const RunPlan& plan);

}  // namespace hexad
