// hexad gradient: how the energy of a forecast depends on all that went in, checked against the
// forecast itself.

#include <cmath>

#include "hexad/experiments/checks_report.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/gradient_check.hpp"
#include "hexad/experiments/gradient_file.hpp"
#include "hexad/experiments/provenance.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/trace_plan.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

ExitCode dry_run(Case& run, const Device& device, const Console& console) {
  RunPlan plan = plan_run(run, device);
  const TracePlan trace = plan_trace(run, plan.cells, true);
  plan.memory_bytes += static_cast<std::size_t>(trace.bytes);
  print_plan(plan, run, device, console);
  console.line("window     {} steps, {} in memory", run.window_steps, describe(trace.keep));
  console.line("nothing was written; the case is in order");
  if (console.wants_json()) {
    Json summary = summary_head("gradient");
    summary["plan"] = plan_summary(plan);
    console.result(summary.dump(2));
  }
  return ExitCode::done;
}

Case case_of_gradient(const CommonOptions& options) {
  Case run = read_case(options.case_file, options.overrides);
  if (run.members != 1)
    throw InputError("a gradient is of one member", options.case_file + ", members.count",
                     "take --set members.count=1");
  run.output.streams.clear();
  run.output.restart.reset();
  run.time.duration = run.window;
  if (!run.time.automatic) set_time_step(run, run.time.step);
  return run;
}

GradientResult compute(const Case& run, Setup& setup, Model<double>& model,
                       const EnergyNorm& response, Keep keep, const Console& console,
                       Timers& timers) {
  const Timers::Scope scope(timers, "gradient");
  const auto steps = static_cast<int>(run.window_steps);
  const auto progress = [&](int step, bool backwards) {
    console.progress(fmt::format("{} {} of {}", backwards ? "adjoint step" : "step", step, steps));
  };
  GradientResult result = gradient(model, setup.state, response, steps, progress, keep);
  console.progress("");
  if (!std::isfinite(result.response.front()))
    throw RunError("the forecast of the window is not a number (NaN)", "time.window",
                   "the step is probably too long: run hexad forecast on the case");
  return result;
}

CheckReport check(const Case& run, Setup& setup, Model<double>& model, const EnergyNorm& response,
                  const GradientResult& result, const Console& console, Timers& timers) {
  const Timers::Scope scope(timers, "check");
  const auto checked =
      check_gradient(model, setup.state, response, static_cast<int>(run.window_steps), result,
                     [&](const std::string& what) { console.progress(what); });
  console.progress("");
  CheckReport report(console);
  report.begin_group("the gradient against the forecast");
  console.line("  central difference along the gradient {:.12e}, gradient {:.12e}",
               checked.central_difference, checked.along_gradient);
  for (const auto& row : checked.taylor.rows)
    console.line("  Taylor remainder for a = {:<5g} {:.6e}", row.a, row.remainder);
  report.add(checked.checks);
  return report;
}

Json summarise(const Case& run, const Setup& setup, const GradientResult& result,
               const CheckReport& report, const Timers& timers) {
  Json summary = summary_head("gradient");
  summary["mesh"] = mesh_summary(setup.mesh);
  summary["run"] = run_summary(setup.domain.device(), timers);
  summary["run"]["steps"] = run.window_steps;
  summary["run"]["step_s"] = run.time.step;
  summary["run"]["simulated_s"] = run.time.duration;
  summary["run"]["wall_s"] = timers.seconds("gradient");
  summary["response"] = {{"value", result.response.front()}, {"units", "m5 s-2"}};
  summary["checks"] = report.json();
  summary["timers"] = timers_summary(timers);
  return summary;
}

ExitCode run_gradient(const CommonOptions& options) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  Case run = case_of_gradient(options);
  if (options.dry_run) return dry_run(run, device, console);

  Timers timers;
  make_output_folder(run.output.directory);
  Setup setup(run, device, console, timers);
  const TracePlan trace = plan_trace(run, setup.mesh.cells, true);
  write_text(run.output.directory / "case_as_run.yaml", run.as_run);
  console.line("{} cells, window of {} ({} steps), on {}", setup.mesh.cells,
               describe_time(run.time.duration), run.window_steps, describe(device));

  Model<double> model(setup.domain, copy_of(setup.environment), run.time.scheme);
  const EnergyNorm response = energy_about_rest(setup.domain, setup.environment, setup.state);
  const GradientResult result = compute(run, setup, model, response, trace.keep, console, timers);
  console.line("J = {:.10e} m5 s-2: total energy of the departure from a layer of {:.6g} m at rest",
               result.response.front(), response.mean_depth());
  write_gradient((run.output.directory / "gradient.nc").string(), run, setup.domain,
                 result.gradient, provenance(run, setup.mesh, device, options.command_line));
  const CheckReport report = check(run, setup, model, response, result, console, timers);
  const Json summary = summarise(run, setup, result, report, timers);
  write_text(run.output.directory / "summary.json", summary.dump(2) + "\n");
  console.text(timers.table());
  console.line("written to {}", run.output.directory.string());
  if (console.wants_json()) console.result(summary.dump(2));
  return report.all_passed() ? ExitCode::done : ExitCode::check_missed;
}

}  // namespace

void add_gradient(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand(
      "gradient", "Gradient of the forecast's energy with respect to all that went in");
  add_case_options(*command, session);
  add_dry_run_option(*command, session);
  command->footer(
      "Runs the window forward and back with all states in memory (and the stages of each step "
      "where\n"
      "they take no more than half of it), checks the gradient against\n"
      "the forecast along its own direction, and writes gradient.nc, case_as_run.yaml and\n"
      "summary.json into the output folder. Exit code 3 when the check misses its bound.\n"
      "Example:\n"
      "  hexad gradient experiments/cases/era_interim.yaml --set time.window='12 h'");
  command->callback(
      [&session] { session.action = [&session] { return run_gradient(session.options); }; });
}

}  // namespace hexad
