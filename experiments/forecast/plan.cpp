#include "hexad/experiments/forecast/plan.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "hexad/experiments/forecast/output.hpp"
#include "hexad/experiments/forecast/progress.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/time_step.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

constexpr int rehearsal_steps = 5;
constexpr double rehearsal_values = 2e5;  // cells times members, about

/// The mesh of the case where it is a file, else a small one of its kind.
Mesh rehearsal_mesh(const Case& run, int threads) {
  const double cells = rehearsal_values / run.members;
  if (auto options = std::get_if<IcosahedralOptions>(&run.mesh)) {
    IcosahedralOptions small = *options;
    small.optimise = false;
    small.root_division = 1;
    small.threads = threads;
    while (small.level > 2 && 10 * (1 << (2 * small.level)) > std::min(cells, 20000.0))
      --small.level;
    return make_icosahedral(small);
  }
  if (auto options = std::get_if<PlanarOptions>(&run.mesh)) {
    PlanarOptions small = *options;
    while (small.nx > 8 && small.nx * small.ny > cells) small.nx /= 2;
    while (small.ny > 8 && small.nx * small.ny > cells) small.ny = small.ny / 4 * 2;
    return make_planar(small);
  }
  return make_mesh(run.mesh, threads, Console(Console::Level::quiet, false));
}

}  // namespace

RunPlan plan_run(Case& run, const Device& device) {
  require_writable(run.output.directory);
  Setup setup(run, device, rehearsal_mesh(run, device.threads));
  const Index cells =
      std::holds_alternative<MeshFromFile>(run.mesh) ? setup.mesh.cells : count_cells(run.mesh);
  if (run.time.automatic) {
    // Spacing goes with the root of the number of cells.
    const double finer = std::sqrt(static_cast<double>(setup.mesh.cells) / cells);
    set_time_step(run, automatic_step(run, setup.domain, setup.environment, setup.state, finer));
  }
  setup.domain.set_time_step(1);  // stable on any mesh; the cost is the same
  Model<double> model(setup.domain, copy_of(setup.environment), run.time.scheme);
  model.step(setup.state);  // allocates
  synchronise(device);
  double step_seconds = std::numeric_limits<double>::infinity();
  for (int n = 0; n < rehearsal_steps; ++n) {
    const auto start = std::chrono::steady_clock::now();
    model.step(setup.state);
    synchronise(device);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    step_seconds = std::min(step_seconds, elapsed.count());  // the least disturbed
  }

  RunPlan plan;
  plan.cells = cells;
  plan.steps = run.time.steps;
  const double larger = static_cast<double>(plan.cells) / setup.mesh.cells;
  const std::size_t bytes = host_bytes(setup.mesh) + setup.domain.bytes() +
                            2 * (setup.state.bytes() + setup.environment.bytes());
  plan.memory_bytes = static_cast<std::size_t>(larger * static_cast<double>(bytes));
  plan.disk_bytes = output_bytes(run, plan.cells);
  plan.restart_bytes = all_restarts_bytes(run, plan.cells);
  plan.seconds = larger * step_seconds * static_cast<double>(plan.steps);
  return plan;
}

void print_plan(const RunPlan& plan, const Case& run, const Device& device,
                const Console& console) {
  console.line("cells      {}{}", plan.cells,
               run.members > 1 ? fmt::format(", {} members", run.members) : "");
  console.line("steps      {} of {}, {} in all", plan.steps, describe_time(run.time.step),
               describe_time(run.time.duration));
  console.line("device     {}", describe(device));
  console.line("memory     about {}", describe_bytes(static_cast<double>(plan.memory_bytes)));
  console.line("disk       about {} in {}", describe_bytes(static_cast<double>(plan.disk_bytes)),
               run.output.directory.string());
  if (plan.restart_bytes > 0)
    console.line("restarts   about {} beside them, {}",
                 describe_bytes(static_cast<double>(plan.restart_bytes)),
                 run.output.restart ? fmt::format("{} kept, every {}", run.output.restart->keep,
                                                  describe_time(run.output.restart->interval))
                                    : "only where the run is stopped");
  console.line("time       about {} for the steps", clock_time(plan.seconds));
}

Json plan_summary(const RunPlan& plan) {
  return {{"cells", plan.cells},
          {"steps", plan.steps},
          {"memory_bytes", plan.memory_bytes},
          {"disk_bytes", plan.disk_bytes},
          {"restart_bytes", plan.restart_bytes},
          {"estimated_s", plan.seconds}};
}

}  // namespace hexad
