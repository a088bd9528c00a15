// hexad verify: holds every tangent and adjoint to its promises.

#include <algorithm>
#include <memory>

#include "hexad/adjoint/verify_operators.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "hexad/experiments/checks_report.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/model/register.hpp"

namespace hexad {
namespace {

constexpr int taylor_decades = 5, second_decades = 3;
constexpr double taylor_bound = 0.05;

struct VerifyOptions {
  int level = 3;         ///< of the icosahedral mesh of the kernels
  int window_level = 5;  ///< of the mesh of the window
  int steps = 50;        ///< of the window
  std::uint64_t seed = 1;
  std::vector<std::string> mesh_files;
  bool kernels_only = false, window_only = false;
};

struct NamedMesh {
  std::string name;
  Mesh mesh;
};

std::vector<NamedMesh> meshes_of(const VerifyOptions& verify, int threads, const Console& console) {
  IcosahedralOptions sphere;
  sphere.level = verify.level;
  sphere.threads = threads;
  std::vector<NamedMesh> meshes;
  meshes.push_back({"icosahedral", make_icosahedral_shown(sphere, console)});
  meshes.push_back({"planar", make_planar({.nx = 16, .ny = 16, .spacing = 100e3})});
  for (const auto& file : verify.mesh_files)
    meshes.push_back({std::filesystem::path(file).filename().string(), read_mesh(file)});
  return meshes;
}

void verify_kernels(const VerifyOptions& verify, const Device& device, CheckReport& report) {
  Registry registry;
  register_model(registry);
  for (const auto& [name, mesh] : meshes_of(verify, device.threads, report.console())) {
    report.begin_group(fmt::format("{}, {} cells", name, mesh.cells));
    for (const auto& entry : registry.entries()) {
      report.add(verify_operator(entry, mesh, device, verify.seed));
      report.add(verify_reproducible(entry, mesh, verify.seed));
    }
  }
}

/// Steady zonal flow on the mesh of the window, where there is no case of the user's.
Case standard_case(const VerifyOptions& verify, Scheme scheme) {
  IcosahedralOptions mesh;
  mesh.level = verify.window_level;
  Case standard;
  standard.mesh = mesh;
  standard.initial = Williamson2Choice{};
  standard.model.gravity = 9.80616;
  standard.model.rotation = 7.292e-5;
  standard.time.scheme = scheme;
  standard.time.step = 450.0 * (1 << 5) / (1 << verify.window_level);
  standard.time.steps = verify.steps;
  standard.model.parameters.time_step = standard.time.step;
  return standard;
}

void verify_case_window(Case run, const VerifyOptions& verify, const Device& device,
                        CheckReport& report, Timers& timers) {
  Setup setup(run, device, report.console(), timers);
  const auto steps = static_cast<int>(std::min<long>(verify.steps, run.time.steps));
  report.begin_group(fmt::format("window of {} steps of {:.6g} s by {}, {} cells", steps,
                                 run.time.step, to_string(run.time.scheme), setup.mesh.cells));
  const Window window{setup.domain, setup.environment, setup.state, steps, run.time.scheme};
  WindowOptions options;
  options.seed = verify.seed;
  options.progress = [&report](const std::string& what) {
    report.console().progress("window: " + what);
  };
  report.add(verify_window(window, options));
  const auto response = energy_about_rest(setup.domain, setup.environment, setup.state);
  const TaylorTest taylor = taylor_test(window, response, options, taylor_decades);
  WindowOptions larger = options;
  larger.largest = 10;
  const double third = taylor_test(window, response, larger, second_decades, true).second_slope();
  const Check symmetry = verify_symmetry(window, response, options);
  report.console().progress("");
  for (const auto& row : taylor.rows)
    report.console().detail("      Taylor remainder for a = {:.0e}: {:.6e}", row.a, row.remainder);
  report.add({{fmt::format("window: Taylor slope {:.4f} over {} decades, from 2",
                           taylor.worst_slope(), taylor_decades),
               std::abs(taylor.worst_slope() - 2), taylor_bound},
              {fmt::format("window: Taylor slope {:.4f} with the second derivative, from 3", third),
               std::abs(third - 3), taylor_bound},
              symmetry});
}

ExitCode run(const CommonOptions& options, const VerifyOptions& verify) {
  const Console console = options.console();
  const Device device = options.chosen_device();
  const bool has_case = !options.case_file.empty();
  Case user;
  if (has_case) {
    user = read_case(options.case_file, options.overrides);
    user.members = 1;
    make_output_folder(user.output.directory);
  } else if (!options.overrides.empty()) {
    throw InputError("there is no case to override", "--set " + options.overrides.front(),
                     "give a case file");
  }
  Timers timers;
  CheckReport report(console);
  if (!verify.window_only) verify_kernels(verify, device, report);
  if (!verify.kernels_only && has_case) verify_case_window(user, verify, device, report, timers);
  if (!verify.kernels_only && !has_case)
    for (const Scheme scheme : {Scheme::fbrk32, Scheme::rk4, Scheme::ssprk3})
      verify_case_window(standard_case(verify, scheme), verify, device, report, timers);
  report.print_table();

  Json summary = summary_head("verify");
  summary["run"] = run_summary(device, timers);
  summary["checks"] = report.json();
  summary["timers"] = timers_summary(timers);
  if (has_case) write_text(user.output.directory / "summary.json", summary.dump(2) + "\n");
  if (console.wants_json()) console.result(summary.dump(2));
  return report.all_passed() ? ExitCode::done : ExitCode::check_missed;
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand(
      "verify", "Hold every tangent and adjoint to its promises: kernels, then a whole window");
  add_case_options(*command, session, false);
  auto verify = std::make_shared<VerifyOptions>();
  command->add_option("--level", verify->level, "Level of the icosahedral mesh of the kernels")
      ->check(CLI::Range(0, 7))
      ->capture_default_str();
  command->add_option("--mesh", verify->mesh_files, "Verify the kernels on this mesh file too")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      ->add_option("--window-level", verify->window_level,
                   "Level of the mesh of the window, where no case is given")
      ->check(CLI::Range(2, 8))
      ->capture_default_str();
  command->add_option("--steps", verify->steps, "Steps of the window at most")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--seed", verify->seed, "Of the random inputs")->capture_default_str();
  auto* kernels = command->add_flag("--kernels-only", verify->kernels_only, "No window");
  command->add_flag("--window-only", verify->window_only, "No kernels")->excludes(kernels);
  command->footer(
      "Prints one line per check with its figure and bound; exit code 3 when one is missed.\n"
      "Examples:\n"
      "  hexad verify\n"
      "  hexad verify experiments/cases/era_interim.yaml --steps 20 --window-only");
  command->callback([&session, verify] {
    session.action = [&session, verify] { return run(session.options, *verify); };
  });
}

}  // namespace hexad
