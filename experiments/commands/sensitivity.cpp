// hexad sensitivity: how a response of the forecast depends on all that went in, checked against
// the forecast itself.

#include <algorithm>
#include <cmath>

#include "hexad/adjoint/sweep.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "hexad/experiments/checks_report.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/provenance.hpp"
#include "hexad/experiments/sensitivity/check.hpp"
#include "hexad/experiments/sensitivity/file.hpp"
#include "hexad/experiments/sensitivity/objective.hpp"
#include "hexad/experiments/sensitivity/parameters.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/trace_plan.hpp"
#include "hexad/experiments/window_summary.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

constexpr double identity_bound = 1e-10;
using Input = SensitivityChoice::Input;

Case case_of_sensitivity(const CommonOptions& options) {
  Case run = read_case(options.case_file, options.overrides, {"sensitivity"});
  if (run.members != 1)
    throw InputError("a gradient is of one member", options.case_file + ", members.count",
                     "take --set members.count=1");
  run.output.streams.clear();
  run.output.restart.reset();
  run.window = run.time.duration = end_of_responses(run);
  if (!run.time.automatic) set_time_step(run, run.time.step);
  return run;
}

/// Steps between the gradients that are wanted; past the end where only that at the start is.
int interval_steps(const Case& run) {
  if (!run.sensitivity.every) return static_cast<int>(run.window_steps) + 1;
  return static_cast<int>(std::lround(*run.sensitivity.every / run.time.step));
}

/// Gradients that the file gets, and the memory that they take (bytes) until it is written.
struct RecordsPlan {
  int count;
  double bytes;
};
RecordsPlan plan_records(const Case& run, Index cells) {
  const int count = static_cast<int>(run.window_steps) / interval_steps(run) + 1;
  const double numbers = 16 + 2 * static_cast<double>(run.tracers.size());  // a cell
  return {count, numbers * sizeof(double) * cells * count};
}

void print_responses(const Case& run, const Console& console) {
  for (const auto& choice : run.responses)
    console.line("response   {}: {}", choice.name, describe(run, choice));
  if (run.responses.empty())
    console.line("response   energy of the departure from rest after {}",
                 describe_time(run.window));
}

ExitCode dry_run(Case& run, const Device& device, const Console& console) {
  RunPlan plan = plan_run(run, device);
  const TracePlan trace = plan_trace(run, plan.cells, true);
  const RecordsPlan records = plan_records(run, plan.cells);
  plan.memory_bytes += static_cast<std::size_t>(trace.bytes + records.bytes);
  plan.disk_bytes += static_cast<std::size_t>(records.bytes);
  print_plan(plan, run, device, console);
  print_responses(run, console);
  console.line("window     {} steps, {} in memory", run.window_steps, describe(trace.keep));
  console.line("gradients  at {} time{}{}", records.count, records.count == 1 ? "" : "s",
               run.sensitivity.check ? ", held against twelve forecasts or more" : ", not checked");
  finish_dry_run("sensitivity", plan, console);
  return ExitCode::done;
}

/// J, its gradient at the start, and what goes into the file, ascending in time.
struct Found {
  double response = 0;
  std::vector<SensitivityRecord> records;

  [[nodiscard]] const ForecastGradient& gradient() const { return records.front().gradient; }
};

Found compute(const Case& run, Setup& setup, Model<double>& model, ResponseSum& objective,
              Keep keep, const Console& console, Timers& timers) {
  const Timers::Scope scope(timers, "gradient");
  const auto steps = static_cast<int>(run.window_steps);
  const int every = interval_steps(run);
  Found found;
  std::vector<State<double>> states;
  SweepOptions options;
  options.plan.keep = keep;
  options.progress = [&](int done, bool backwards) {
    console.progress(fmt::format("{} {} of {}", backwards ? "adjoint step" : "step", done, steps));
  };
  options.wants_gradient = [&](int step) { return step % every == 0; };
  options.on_state = [&](int step, const State<double>& x) {
    if (step % every == 0) states.push_back(copy_of(x));
  };
  options.on_gradient = [&](int step, const ForecastGradient& gradient) {
    found.records.push_back({static_cast<double>(step) * run.time.step,
                             {copy_of(gradient.state), copy_of(gradient.environment)},
                             std::move(states.back())});
    states.pop_back();
  };
  found.response = sweep(model, setup.state, steps, objective, options).response.front();
  std::reverse(found.records.begin(), found.records.end());
  console.progress("");
  if (!std::isfinite(found.response))
    throw RunError("the forecast of the window is not a number (NaN)", "time.window",
                   "the step is probably too long: run hexad forecast on the case");
  return found;
}

/// The larger; a NaN is larger than any number.
double worst_of(double a, double b) { return b > a || std::isnan(b) ? b : a; }

/// Vorticity and divergence instead of the wind, and how well that is met at the start.
void solve_for_vorticity(const Case& run, Setup& setup, Found& found, const Console& console,
                         CheckReport& report, Timers& timers) {
  if (!run.sensitivity.wants(Input::vorticity)) return;
  if (setup.mesh.geometry != Geometry::sphere) {
    console.line(
        "no gradient to vorticity and divergence: on a plane they leave a uniform wind "
        "open");
    return;
  }
  const Timers::Scope scope(timers, "vorticity and divergence");
  double worst = 0;
  for (auto& record : found.records) {
    console.progress("solving for vorticity and divergence");
    const auto r = representer(setup.domain, record.gradient.state).velocity.to_host();
    record.of_wind = vorticity_divergence(setup.mesh, r);
    for (const auto& du : {r, setup.state.velocity.to_host()})
      worst = worst_of(worst, identity_error(setup.mesh, r, record.of_wind, du));
  }
  console.progress("");
  report.begin_group("vorticity and divergence instead of the wind");
  report.add({{"gradient: by vorticity and divergence as by wind", worst, identity_bound}});
}

void print(const SensitivityCheck& check, const Console& console) {
  for (const auto& row : check.rows)
    console.line("  a = {:<5g} central difference {:.12e}, gradient {:.12e}, remainder {:.4e}",
                 row.a, row.central_difference, check.along_gradient, row.remainder);
}

void check(const Case& run, Setup& setup, ResponseSum& objective, const Found& found,
           const Console& console, CheckReport& report, Timers& timers) {
  if (!run.sensitivity.check) return;
  const Timers::Scope scope(timers, "check");
  const EnergyNorm rest = energy_about_rest(setup.domain, setup.environment, setup.state);
  const CheckedForecast forecast{
      setup.domain,      setup.environment,
      setup.state,       run.time.scheme,
      objective,         found.response,
      found.gradient(),  rest.gravity(),
      rest.mean_depth(), [&](const std::string& what) { console.progress(what); }};
  const auto say = [&](const char* group, const SensitivityCheck& checked) {
    console.progress("");
    report.begin_group(group);
    print(checked, console);
    report.add(checked.checks);
  };
  say("the gradient against the forecast", check_state_gradient(forecast));
  say("the gradient to topography and Coriolis parameter against the forecast",
      check_environment_gradient(forecast));
}

Json summarise(const Case& run, const Setup& setup, const Json& response, const Json& parameters,
               const CheckReport& report, const Timers& timers) {
  Json summary = window_summary("sensitivity", run, setup, timers, timers.seconds("gradient"));
  summary["response"] = response;
  summary["parameters"] = parameters;
  summary["checks"] = report.json();
  return summary;
}

ExitCode run_sensitivity(const CommonOptions& options) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  Case run = case_of_sensitivity(options);
  if (options.dry_run) return dry_run(run, device, console);

  Timers timers;
  make_output_folder(run.output.directory);
  Setup setup(run, device, console, timers);
  const TracePlan trace = plan_trace(run, setup.mesh.cells, true);
  write_text(run.output.directory / "case_as_run.yaml", run.as_run);
  console.line("{} cells, window of {} ({} steps), on {}", setup.mesh.cells,
               describe_time(run.time.duration), run.window_steps, describe(device));
  print_responses(run, console);

  Model<double> model(setup.domain, copy_of(setup.environment), run.time.scheme);
  ResponseSum objective = make_objective(run, setup);
  Found found = compute(run, setup, model, objective, trace.keep, console, timers);
  const Json response{{"value", found.response},
                      {"units", objective.units()},
                      {"terms", describe_terms(run, objective)}};
  for (const auto& term : response["terms"])
    console.line("{:<10} {:.10e} {}", term["name"].get<std::string>(), term["value"].get<double>(),
                 term["units"].get<std::string>());
  console.line("J = {:.10e} {}", found.response, objective.units());
  CheckReport report(console);
  solve_for_vorticity(run, setup, found, console, report, timers);
  auto attributes = provenance(run, setup.mesh, device, options.command_line);
  attributes.emplace_back("response", response.dump());
  write_sensitivity((run.output.directory / "sensitivity.nc").string(), run, setup.domain,
                    found.records, objective.units(), attributes);
  const auto parameters =
      parameter_sensitivities(run, setup.domain, setup.environment, found.gradient().environment);
  if (run.sensitivity.wants(Input::parameters))
    print_parameters(parameters, objective.units(), console);
  check(run, setup, objective, found, console, report, timers);

  finish(summarise(run, setup, response, parameters_json(parameters), report, timers), run, timers,
         console);
  return report.all_passed() ? ExitCode::done : ExitCode::check_missed;
}

}  // namespace

void add_sensitivity(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand(
      "sensitivity", "Gradient of a response of the forecast with respect to all that went in");
  add_case_options(*command, session);
  add_dry_run_option(*command, session);
  command->footer(
      "The response is the weighted sum of those in the section `response` of the case, without\n"
      "any the energy of the departure from rest; `sensitivity` says with respect to what.\n"
      "Runs the window forward and back with all states in memory (and the stages of each step\n"
      "where they take no more than half of it), holds the gradient against forecasts from both\n"
      "sides along its own direction, and writes sensitivity.nc, case_as_run.yaml and\n"
      "summary.json into the output folder. Exit code 3 when a check misses its bound.\n"
      "Examples:\n"
      "  hexad sensitivity experiments/cases/sensitivity_europe.yaml\n"
      "  python3 -m hexad sensitivity out/sensitivity_europe\n"
      "  hexad sensitivity experiments/cases/era_interim.yaml --set time.window='12 h'");
  command->callback(
      [&session] { session.action = [&session] { return run_sensitivity(session.options); }; });
}

}  // namespace hexad
