// hexad tangent: what the tangent-linear model makes of a perturbation, beside the difference of
// two forecasts.

#include <algorithm>
#include <cmath>

#include "hexad/adjoint/host_block.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/members.hpp"
#include "hexad/experiments/provenance.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/window_summary.hpp"
#include "hexad/io/case/quantity.hpp"
#include "hexad/io/field_info.hpp"
#include "hexad/io/history.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

constexpr int reports = 10;  // over the window, where no stream says how often

using Values = std::vector<double>;

Values difference(const Values& a, const Values& b) {
  Values result(a.size());
  for (std::size_t n = 0; n < a.size(); ++n) result[n] = a[n] - b[n];
  return result;
}

/// How a tangent-linear perturbation compares with a difference, both weighted by `measure`.
struct Likeness {
  double size = 0;         ///< Root mean square of the difference.
  double error = 0;        ///< |tangent - difference| / |difference|
  double correlation = 0;  ///< <tangent, difference> / (|tangent| |difference|)
};
Likeness compare(const Values& tangent, const Values& changed, const Values& measure) {
  const auto inner = [&measure](const Values& a, const Values& b) {
    ExactSum sum;
    for (std::size_t n = 0; n < a.size(); ++n) sum.add(measure[n] * a[n] * b[n]);
    return sum.value();
  };
  ExactSum whole;
  for (const double part : measure) whole.add(part);
  const double tt = inner(tangent, tangent), dd = inner(changed, changed);
  const Values miss = difference(tangent, changed);
  return {std::sqrt(dd / whole.value()), dd == 0 ? 0 : std::sqrt(inner(miss, miss) / dd),
          tt == 0 || dd == 0 ? 0 : inner(tangent, changed) / std::sqrt(tt * dd)};
}

/// Two forecasts from states that differ, and the tangent-linear forecast of the difference.
struct Pair {
  State<double> base, changed, tangent;
};

/// The perturbation of member 1 of the case, made `amplitude` times as large.
State<double> perturbed(const Case& run, const Setup& setup, double amplitude) {
  Case one = run;
  one.members = 1;
  one.perturbations.first = 1;
  one.perturbations.control = false;
  auto state = copy_of(setup.state);
  perturb(one, setup.mesh, state);
  const auto moved = [amplitude](Values to, const Values& from) {
    for (std::size_t n = 0; n < to.size(); ++n) to[n] = from[n] + amplitude * (to[n] - from[n]);
    return to;
  };
  const auto& device = state.device();
  state.thickness =
      CellField<double>(device, moved(state.thickness.to_host(), setup.state.thickness.to_host()));
  state.velocity =
      EdgeField<double>(device, moved(state.velocity.to_host(), setup.state.velocity.to_host()));
  return state;
}

State<double> difference(const State<double>& a, const State<double>& b) {
  State<double> result;
  result.tracers.resize(a.tracers.size());
  for_each_field(
      [](const auto& x, const auto& y, auto& r) {
        r = std::decay_t<decltype(r)>(x.device(), difference(x.to_host(), y.to_host()));
      },
      a, b, result);
  return result;
}

class TangentRun {
 public:
  TangentRun(const Case& run, Setup& setup, const Console& console)
      : run_(run),
        setup_(setup),
        console_(console),
        model_(setup.domain, copy_of(setup.environment), run.time.scheme),
        edge_measure_(setup.mesh.dc_edge) {
    for (std::size_t e = 0; e < edge_measure_.size(); ++e)
      edge_measure_[e] *= setup.mesh.dv_edge[e];
  }

  Json operator()(Pair pair, HistoryFile& file) {
    const long every = report_steps();
    console_.line("{:>12}  {:>11} {:>9} {:>12}  {:>11} {:>9} {:>12}", "", "thickness", "relative",
                  "", "wind", "relative", "");
    console_.line("{:>12}  {:>11} {:>9} {:>12}  {:>11} {:>9} {:>12}", "time", "change (m)", "error",
                  "correlation", "(m/s)", "error", "correlation");
    Json rows = Json::array();
    rows.push_back(report(0, pair, file));
    for (long step = 1; step <= run_.window_steps; ++step) {
      model_.step_tangent(pair.base, pair.tangent);
      model_.step(pair.base);
      model_.step(pair.changed);
      console_.progress(fmt::format("step {} of {}", step, run_.window_steps));
      if (step % every != 0 && step != run_.window_steps) continue;
      console_.progress("");
      rows.push_back(report(step, pair, file));
    }
    return rows;
  }

 private:
  [[nodiscard]] long report_steps() const {
    long every = std::max(1L, run_.window_steps / reports);
    if (!run_.output.streams.empty()) every = run_.window_steps;
    for (const auto& stream : run_.output.streams) every = std::min(every, stream.steps);
    return every;
  }

  Json report(long step, const Pair& pair, HistoryFile& file) {
    const auto changed = difference(pair.changed, pair.base);
    const auto thickness = compare(pair.tangent.thickness.to_host(), changed.thickness.to_host(),
                                   setup_.mesh.area_cell);
    const auto wind =
        compare(pair.tangent.velocity.to_host(), changed.velocity.to_host(), edge_measure_);
    if (!std::isfinite(thickness.size + thickness.error + wind.size + wind.error))
      throw RunError("a forecast is not a number (NaN)", fmt::format("step {}", step),
                     "the perturbation is too large or the step too long: try a smaller "
                     "--amplitude, run hexad forecast on the case");
    const double seconds = static_cast<double>(step) * run_.time.step;
    console_.line("{:>12}  {:>11.4g} {:>9.2e} {:>12.6f}  {:>11.4g} {:>9.2e} {:>12.6f}",
                  describe_time(seconds), thickness.size, thickness.error, thickness.correlation,
                  wind.size, wind.error, wind.correlation);
    write(seconds, pair.tangent, changed, file);
    const auto json = [](const Likeness& found) {
      return Json{{"size", found.size}, {"error", found.error}, {"correlation", found.correlation}};
    };
    return {{"time_s", seconds}, {"thickness", json(thickness)}, {"wind", json(wind)}};
  }

  void write(double seconds, const State<double>& tangent, const State<double>& changed,
             HistoryFile& file) {
    std::vector<Values> values;
    for (const auto* state : {&tangent, &changed}) {
      const auto derived = derive(setup_.domain, setup_.environment, *state);
      values.push_back(state->thickness.to_host());
      values.push_back(derived.eastward_wind.to_host());
      values.push_back(derived.northward_wind.to_host());
      values.push_back(derived.vorticity.to_host());
    }
    file.write(seconds, std::move(values));
  }

  const Case& run_;
  Setup& setup_;
  const Console& console_;
  Model<double> model_;
  Values edge_measure_;
};

HistoryOptions history_options(const Case& run, const Setup& setup, const Device& device,
                               const std::string& command_line) {
  HistoryOptions options;
  for (const auto& [prefix, what] : {std::pair{"tangent_", "tangent-linear perturbation of "},
                                     std::pair{"difference_", "difference of two forecasts of "}})
    for (const char* name : {"thickness", "eastward_wind", "northward_wind", "vorticity"}) {
      FieldInfo field = field_info(name);
      field.name = prefix + field.name;
      field.long_name = what + field.long_name;
      field.standard_name.clear();
      options.fields.push_back(std::move(field));
    }
  const auto attributes = provenance(run, setup.mesh, device, command_line);
  options.attributes = {attributes.begin(), attributes.end()};
  options.start = run.time.start;
  return options;
}

Case case_of_tangent(const CommonOptions& options, double amplitude) {
  Case run = read_case(options.case_file, options.overrides);
  if (std::holds_alternative<std::monostate>(run.perturbations.kind))
    throw InputError("there is no perturbation", options.case_file + ", members.perturbations",
                     "say which, for example members: {perturbations: {random: {thickness: 1 m, "
                     "length: 1000 km}}}");
  if (!std::isfinite(amplitude))
    throw InputError("the amplitude is not a number", "--amplitude", "take 1, for example");
  run.members = 1;
  run.output.restart.reset();
  run.perturbations.control = true;
  run.perturbations.first = 0;
  run.time.duration = run.window;
  if (!run.time.automatic) set_time_step(run, run.time.step);
  return run;
}

ExitCode run_tangent(const CommonOptions& options, double amplitude) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  Case run = case_of_tangent(options, amplitude);
  if (options.dry_run) {
    const RunPlan plan = plan_run(run, device);
    print_plan(plan, run, device, console);
    finish_dry_run("tangent", plan, console);
    return ExitCode::done;
  }
  Timers timers;
  make_output_folder(run.output.directory);
  Setup setup(run, device, console, timers);
  write_text(run.output.directory / "case_as_run.yaml", run.as_run);
  console.line("{} cells, window of {} ({} steps by {}), on {}", setup.mesh.cells,
               describe_time(run.window), run.window_steps, to_string(run.time.scheme),
               describe(device));

  Pair pair{copy_of(setup.state), perturbed(run, setup, amplitude), {}};
  pair.tangent = difference(pair.changed, pair.base);
  HistoryFile file((run.output.directory / "tangent.nc").string(), setup.mesh,
                   history_options(run, setup, device, options.command_line));
  Json rows;
  {
    const Timers::Scope scope(timers, "forecasts");
    rows = TangentRun(run, setup, console)(std::move(pair), file);
  }
  file.close();
  Json summary = window_summary("tangent", run, setup, timers, timers.seconds("forecasts"));
  summary["amplitude"] = amplitude;
  summary["tangent"] = rows;
  summary["checks"] = Json::array();
  finish(std::move(summary), run, timers, console);
  return ExitCode::done;
}

}  // namespace

void add_tangent(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand(
      "tangent",
      "Tangent-linear forecast of a perturbation, beside the difference of two forecasts");
  add_case_options(*command, session);
  add_dry_run_option(*command, session);
  auto amplitude = std::make_shared<double>(1);
  command->add_option("--amplitude", *amplitude, "Factor of the perturbation")
      ->capture_default_str();
  command->footer(
      "The perturbation is that of member 1 of the case (members.perturbations), the window that\n"
      "of time.window, else the whole run; what is reported and written follows the shortest\n"
      "interval of output, else tenths of the window. The relative error falls with the "
      "amplitude.\n"
      "Writes tangent.nc, case_as_run.yaml and summary.json into the output folder.\n"
      "Example:\n"
      "  hexad tangent experiments/cases/era_interim.yaml --set time.window='2 d' \\\n"
      "    --set members.perturbations.random.thickness='1 m' --amplitude 0.1");
  command->callback([&session, amplitude] {
    session.action = [&session, amplitude] { return run_tangent(session.options, *amplitude); };
  });
}

}  // namespace hexad
