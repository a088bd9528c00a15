// hexad forecast: a forward run.

#include "hexad/experiments/forecast/forecast.hpp"
#include "hexad/core/log.hpp"
#include "hexad/core/peak_memory.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/error_summary.hpp"
#include "hexad/experiments/forecast/interruption.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/provenance.hpp"
#include "hexad/experiments/window_summary.hpp"

namespace hexad {
namespace {

Json summarise(const Case& run, const Setup& setup, const ForecastOutcome& outcome,
               const Timers& timers) {
  Json summary = summary_head("forecast");
  summary["mesh"] = mesh_summary(setup.mesh);
  const double simulated = static_cast<double>(outcome.steps) * run.time.step;
  summary["run"] = run_summary(setup.domain.device(), timers);
  summary["run"]["steps"] = outcome.steps;
  summary["run"]["step_s"] = run.time.step;
  summary["run"]["simulated_s"] = simulated;
  summary["run"]["members"] = run.members;
  summary["run"]["wall_s"] = outcome.stepping_s;
  summary["run"]["complete"] = outcome.stopped_by.empty();
  if (!outcome.stopped_by.empty()) summary["run"]["stopped_by"] = outcome.stopped_by;
  const Drift drift = outcome.drift();
  summary["drift"] = {{"mass", drift.mass},
                      {"energy", drift.energy},
                      {"potential_enstrophy", drift.potential_enstrophy}};
  if (setup.exact) summary["error"] = error_summary(run, setup);
  summary["extremes"] = {{"wind_m_s",
                          {{"start", outcome.notes.start.members.front().wind.value},
                           {"end", outcome.end.members.front().wind.value},
                           {"largest", outcome.notes.largest_wind}}},
                         {"thinnest_m", outcome.end.members.front().thinnest.value},
                         {"courant", outcome.notes.largest_courant}};
  for (std::size_t n = 0; n < run.tracers.size(); ++n) {
    const auto& start = outcome.notes.start.tracers[n].front();
    const auto& end = outcome.end.tracers[n].front();
    summary["tracers"][run.tracers[n].name] = {
        {"mass_drift", relative_change(start.mass, end.mass)},
        {"smallest", {{"start", start.smallest}, {"end", end.smallest}}},
        {"largest", {{"start", start.largest}, {"end", end.largest}}}};
  }
  summary["checks"] = Json::array();
  return summary;
}

ExitCode dry_run(Case& run, const Device& device, const Console& console) {
  const RunPlan plan = plan_run(run, device);
  print_plan(plan, run, device, console);
  finish_dry_run("forecast", plan, console);
  return ExitCode::done;
}

void warn(const std::string& text) { Log().warning("{}", text); }

/// "forecast case.yaml --resume": the command that goes on with a run.
std::string resuming(const std::string& command_line) {
  const bool resumes = command_line.find("--resume") != std::string::npos;
  return command_line + (resumes ? "" : " --resume");
}

/// The end of a run: files, summary, where the time went.
void conclude(const Case& run, const Setup& setup, const ForecastOutcome& outcome,
              const Console& console, const Timers& timers) {
  Json summary = summarise(run, setup, outcome, timers);
  if (summary.contains("error")) print_errors(summary["error"], console);
  finish(std::move(summary), run, timers, console);
}

ExitCode run_command_forecast(const CommonOptions& options) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  Case run = read_case(options.case_file, options.overrides);
  if (options.dry_run) return dry_run(run, device, console);

  Timers timers;
  std::optional<Resumed> resumed;
  if (options.resume) resumed = find_restart(run, warn);
  make_output_folder(run.output.directory);
  Setup setup(run, device, console, timers);
  if (resumed) take_state(*resumed, run, setup);
  write_text(run.output.directory / "case_as_run.yaml", run.as_run);
  console.line("{} cells, {} steps of {}, on {}", setup.mesh.cells, run.time.steps,
               describe_time(run.time.step), describe(device));

  const auto attributes = provenance(run, setup.mesh, device, options.command_line);
  const Interruption interruption;  // before there are files to be closed
  const Beginning beginning{resumed ? &resumed->restart : nullptr, warn};
  Output output(run, setup, attributes, beginning);
  Restarts restarts(run, setup.mesh, attributes, resumed ? &*resumed : nullptr);
  const ForecastOutcome outcome =
      run_forecast({run, setup, output, restarts, console, timers}, beginning.restart);
  {
    const Timers::Scope scope(timers, "streams");
    output.close();
  }
  conclude(run, setup, outcome, console, timers);
  if (!outcome.stopped_by.empty())
    warn(fmt::format("stopped by {} after step {} of {}; go on with: {}", outcome.stopped_by,
                     outcome.steps, run.time.steps, resuming(options.command_line)));
  return ExitCode::done;
}

}  // namespace

void add_forecast(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("forecast", "Run a case forward");
  add_case_options(*command, session);
  add_dry_run_option(*command, session);
  command->add_flag("--resume", session.options.resume,
                    "Go on from the newest restart in the output folder");
  command->footer(
      "Writes into the output folder: each stream of output (NAME.nc), diagnostics.nc,\n"
      "case_as_run.yaml (with all defaults), summary.json, and restarts (restart/). SIGTERM, "
      "Ctrl-C\n"
      "and time.wall_clock_limit end it with a restart and exit code 0; summary.json then says\n"
      "\"complete\": false, and --resume goes on to the same bits.\n"
      "Examples:\n"
      "  hexad forecast experiments/cases/williamson2.yaml\n"
      "  hexad forecast case.yaml --resume\n"
      "  hexad forecast case.yaml --set time.dt='5 min' --set mesh.icosahedral.level=6 --dry-run");
  command->callback([&session] {
    session.action = [&session] { return run_command_forecast(session.options); };
  });
}

}  // namespace hexad
