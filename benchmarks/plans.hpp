#pragma once

#include "hexad/benchmarks/measure.hpp"

namespace hexad::bench {

struct PlanOptions {
  int threads = 0;                  ///< 0: all that OpenMP takes.
  int members = 16;                 ///< Of the group `members`.
  int window = 20;                  ///< Steps of the group `window`.
  std::vector<std::string> groups;  ///< Which; empty for all.
};

/// The names of the groups, in the order in which they are run.
[[nodiscard]] std::vector<std::string> group_names();

/// All groups on one mesh:
///   tendency  joint and split tendencies with tangents and adjoints; the baseline; one thread
///   step      steps of all schemes, the joint tendency beside them; one thread
///   members   many members, and one
///   variant   apvm, diffusion, a tracer
///   window    a forward run and its gradient
/// Ratios are taken within a group.
void run_plans(Measurements& measurements, const Mesh& mesh, const PlanOptions& options);

/// Cost as the mesh grows: joint tendency and its adjoint on one mesh, with one thread and with
/// all, and what the process holds in memory for it. The mesh is made here, so that its memory is
/// counted.
void run_level(Measurements& measurements, int level, int threads);

/// The mesh of benchmarks: icosahedral, not relaxed.
[[nodiscard]] Mesh unrelaxed(int level, int threads);

}  // namespace hexad::bench
