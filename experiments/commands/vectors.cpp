// hexad vectors: the perturbations that grow most over a window.

#include <cmath>

#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "hexad/core/log.hpp"
#include "hexad/experiments/at_key.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/forecast/plan.hpp"
#include "hexad/experiments/provenance.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/trace_plan.hpp"
#include "hexad/experiments/vectors_file.hpp"
#include "hexad/experiments/window_summary.hpp"
#include "hexad/io/case/compare.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

Case case_of_vectors(const CommonOptions& options) {
  Case run = read_case(options.case_file, options.overrides, {"vectors"});
  if (run.members != 1)
    throw InputError("singular vectors are of a forecast of one member",
                     options.case_file + ", members.count", "take --set members.count=1");
  run.output.streams.clear();
  run.output.restart.reset();
  run.time.duration = run.window;
  if (!run.time.automatic) set_time_step(run, run.time.step);
  return run;
}

/// What the search takes: the trajectory, the basis at its largest, its images.
struct SearchPlan {
  TracePlan trace;
  double memory_bytes = 0, disk_bytes = 0;
};

SearchPlan plan_search(const Case& run, Index cells) {
  SearchPlan plan{plan_trace(run, cells, false), 0, 0};
  const Index edges = 3 * cells;
  const auto& wanted = run.vectors;
  const int vectors = wanted.block * (wanted.iterations + 1);
  plan.disk_bytes = static_cast<double>(krylov_bytes(cells, edges, vectors));
  plan.memory_bytes =
      plan.trace.bytes + plan.disk_bytes +
      static_cast<double>(krylov_bytes(cells, edges, 8 * wanted.block + 4 * wanted.count));
  return plan;
}

ExitCode dry_run(Case& run, const Device& device, const Console& console) {
  RunPlan plan = plan_run(run, device);
  const SearchPlan search = plan_search(run, plan.cells);
  plan.memory_bytes += static_cast<std::size_t>(search.memory_bytes);
  plan.disk_bytes += static_cast<std::size_t>(search.disk_bytes);
  plan.restart_bytes = 0;
  print_plan(plan, run, device, console);
  console.line("window     {} steps, {} in memory", run.window_steps, describe(search.trace.keep));
  console.line("search     {} vectors in blocks of {}, {} iterations at most, the basis {} then",
               run.vectors.count, run.vectors.block, run.vectors.iterations,
               describe_bytes(search.disk_bytes));
  finish_dry_run("vectors", plan, console);
  return ExitCode::done;
}

/// The basis of an earlier search must be of the same case.
void require_same_case(const Restart& basis, const Case& run, const std::filesystem::path& folder) {
  const auto differs = first_difference(basis.case_as_run, run.as_run, free_in_vectors());
  if (!differs) return;
  throw InputError(fmt::format("the case is not that of the search: it says '{}', the basis '{}'",
                               differs->now, differs->then),
                   folder.string() + ", " + differs->key,
                   "change it back, or run without --resume to begin a new search");
}

VectorsOptions search_options(const Case& run, bool resume, const FileAttributes& attributes,
                              const Console& console) {
  const auto& wanted = run.vectors;
  VectorsOptions options;
  options.count = wanted.count;
  options.block = wanted.block;
  options.iterations = wanted.iterations;
  options.tolerance = wanted.tolerance;
  options.seed = wanted.seed;
  options.resume = resume;
  const auto folder = run.output.directory / "basis";
  options.folder = KrylovFolder(
      folder, {run.as_run, run.time.step, run.window_steps, attributes},
      [&run, folder](const Restart& basis) { require_same_case(basis, run, folder); },
      [](const std::string& what) { Log().warning("{}", what); });
  options.on_iteration = [&console](const VectorsProgress& now) {
    console.progress("");
    std::string values;
    for (std::size_t k = 0; k < std::min<std::size_t>(now.values.size(), 3); ++k)
      values += fmt::format("{}{:.6g}", k == 0 ? "" : ", ", now.values[k]);
    console.line("iteration {:>3}   growth {}{}   residual {:.2e}", now.iteration, values,
                 now.values.size() > 3 ? ", ..." : "", now.worst_residual);
  };
  options.on_step = [&console, steps = run.window_steps](bool backwards, int step) {
    console.progress(
        fmt::format("{} step {} of {}", backwards ? "adjoint" : "tangent", step, steps));
  };
  return options;
}

bool is_whole(const Region& region) { return std::holds_alternative<WholeRegion>(region); }

PlaceWeights weights_of(const Case& run, const Mesh& mesh, const Region& region, const char* key) {
  return at_key(run.settings, key, [&] { return place_weights(mesh, cells_in(mesh, region)); });
}

Norm initial_norm_of(const Case& run, Domain& domain, const EnergyNorm& rest) {
  const Region& region = run.vectors.initial_region;
  if (is_whole(region)) return Norm::energy(domain, rest);
  return Norm::confined_energy(domain, rest,
                               weights_of(run, domain.mesh(), region, "vectors.initial.region"));
}

Norm final_norm_of(const Case& run, Domain& domain, const EnergyNorm& rest) {
  const Region& region = run.vectors.final_region;
  PlaceWeights weights;  // none: everywhere
  if (!is_whole(region)) weights = weights_of(run, domain.mesh(), region, "vectors.final.region");
  return run.vectors.final_norm == NormKind::energy ? Norm::energy(domain, rest, weights)
                                                    : Norm::enstrophy(domain, weights);
}

const char* in_part(const Region& region) { return is_whole(region) ? "" : " in a region"; }

void print_table(const Case& run, const SingularVectors& found, const Norm& initial,
                 const Norm& final, const Console& console) {
  console.line("growth from {}{} to {}{}:", initial.name(), in_part(run.vectors.initial_region),
               final.name(), in_part(run.vectors.final_region));
  console.line("{:>8} {:>14} {:>14} {:>12}", "vector", "growth", "its square", "residual");
  for (std::size_t k = 0; k < found.values.size(); ++k)
    console.line("{:>8} {:>14.6g} {:>14.6g} {:>12.2e}", k + 1, found.values[k],
                 found.values[k] * found.values[k], found.residuals[k]);
}

Json summarise(const Case& run, const Setup& setup, const SingularVectors& found,
               const Norm& initial, const Norm& final, const Timers& timers) {
  Json summary = window_summary("vectors", run, setup, timers,
                                timers.seconds("trajectory") + timers.seconds("search"));
  Json vectors = Json::array();
  for (std::size_t k = 0; k < found.values.size(); ++k)
    vectors.push_back({{"growth", found.values[k]}, {"residual", found.residuals[k]}});
  summary["vectors"] = {{"initial_norm", initial.name()},
                        {"final_norm", final.name()},
                        {"iterations", found.iterations},
                        {"resumed_from", found.resumed_from},
                        {"block", run.vectors.block},
                        {"found", vectors},
                        {"initial_orthogonality", found.initial_orthogonality},
                        {"evolved_orthogonality", found.evolved_orthogonality}};
  Json checks = Json::array();
  for (std::size_t k = 0; k < found.values.size(); ++k)
    checks.push_back({{"name", fmt::format("residual of vector {}", k + 1)},
                      {"value", found.residuals[k]},
                      {"bound", run.vectors.tolerance},
                      {"passed", found.residuals[k] <= run.vectors.tolerance}});
  summary["checks"] = checks;
  return summary;
}

ExitCode run_vectors(const CommonOptions& options) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  Case run = case_of_vectors(options);
  if (options.dry_run) return dry_run(run, device, console);

  Timers timers;
  make_output_folder(run.output.directory);
  Setup setup(run, device, console, timers);
  write_text(run.output.directory / "case_as_run.yaml", run.as_run);
  console.line("{} cells, window of {} ({} steps by {}), on {}", setup.mesh.cells,
               describe_time(run.window), run.window_steps, to_string(run.time.scheme),
               describe(device));
  const auto attributes = provenance(run, setup.mesh, device, options.command_line);
  const EnergyNorm rest = energy_about_rest(setup.domain, setup.environment, setup.state);
  const Norm initial = initial_norm_of(run, setup.domain, rest);
  const Norm final = final_norm_of(run, setup.domain, rest);

  const SearchPlan plan = plan_search(run, setup.mesh.cells);
  std::optional<Propagator> propagator;
  {
    const Timers::Scope scope(timers, "trajectory");
    propagator.emplace(setup.domain, setup.environment, run.time.scheme, setup.state,
                       static_cast<int>(run.window_steps), plan.trace.keep, [&](int step) {
                         console.progress(fmt::format("step {} of {}", step, run.window_steps));
                       });
    console.progress("");
  }
  SingularVectors found;
  {
    const Timers::Scope scope(timers, "search");
    found = singular_vectors(*propagator, initial, final,
                             search_options(run, options.resume, attributes, console));
    console.progress("");
  }
  if (found.resumed_from > 0)
    console.line("went on from iteration {} of an earlier search", found.resumed_from);
  print_table(run, found, initial, final, console);
  write_vectors((run.output.directory / "vectors.nc").string(), run, setup.domain,
                setup.environment, found, initial, final, attributes);
  finish(summarise(run, setup, found, initial, final, timers), run, timers, console);
  if (found.converged) return ExitCode::done;
  console.line(
      "{} iterations were not enough for a residual of {:g}: go on with --resume and a "
      "larger vectors.iterations",
      found.iterations, run.vectors.tolerance);
  return ExitCode::check_missed;
}

}  // namespace

void add_vectors(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand(
      "vectors", "Leading singular vectors of a window: the perturbations that grow most");
  add_case_options(*command, session);
  add_dry_run_option(*command, session);
  command->add_flag("--resume", session.options.resume,
                    "Go on with the basis of an earlier search, OUTPUT/basis");
  command->footer(
      "A block Krylov method with full reorthogonalisation applies the tangent and the adjoint\n"
      "model in turn; vectors.block: 1 is the method of Lanczos. The basis grows in OUTPUT/basis,\n"
      "so that a search that was ended goes on with --resume, to the same bits.\n"
      "Writes vectors.nc (structures at both ends, growth, residuals), case_as_run.yaml and\n"
      "summary.json into the output folder. Exit code 3 where a residual misses the tolerance.\n"
      "Example:\n"
      "  hexad vectors experiments/cases/vectors_galewsky.yaml\n"
      "  python3 -m hexad vectors out/vectors_galewsky");
  command->callback(
      [&session] { session.action = [&session] { return run_vectors(session.options); }; });
}

}  // namespace hexad
