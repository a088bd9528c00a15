#include "hexad/experiments/window_summary.hpp"

namespace hexad {

Json window_summary(const std::string& command, const Case& run, const Setup& setup,
                    const Timers& timers, double wall_s) {
  Json summary = summary_head(command);
  summary["mesh"] = mesh_summary(setup.mesh);
  summary["run"] = run_summary(setup.domain.device(), timers);
  summary["run"]["steps"] = run.window_steps;
  summary["run"]["step_s"] = run.time.step;
  summary["run"]["simulated_s"] = run.window;
  summary["run"]["wall_s"] = wall_s;
  return summary;
}

void finish(Json summary, const Case& run, const Timers& timers, const Console& console) {
  summary["timers"] = timers_summary(timers);
  write_text(run.output.directory / "summary.json", summary.dump(2) + "\n");
  console.text(timers.table());
  console.line("written to {}", run.output.directory.string());
  if (console.wants_json()) console.result(summary.dump(2));
}

void finish_dry_run(const std::string& command, const RunPlan& plan, const Console& console) {
  console.line("nothing was written; the case is in order");
  if (!console.wants_json()) return;
  Json summary = summary_head(command);
  summary["plan"] = plan_summary(plan);
  console.result(summary.dump(2));
}

}  // namespace hexad
