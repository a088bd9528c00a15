#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "hexad/core/device.hpp"
#include "hexad/core/error.hpp"
#include "hexad/experiments/console.hpp"

namespace hexad {

/// What the options shared by the subcommands say.
struct CommonOptions {
  bool quiet = false, verbose = false, json = false;
  std::string device = "auto";
  int threads = 0;
  std::string case_file;
  std::vector<std::string> overrides;
  bool dry_run = false, resume = false;
  std::string command_line;

  [[nodiscard]] Console console() const;
  [[nodiscard]] Device chosen_device() const { return choose_device(device, threads); }
};

/// The command line being built: a subcommand sets `action`, which runs once all is parsed.
struct Session {
  CommonOptions options;
  std::function<ExitCode()> action;
};

/// --quiet, --verbose, --json.
void add_console_options(CLI::App& command, Session& session);
/// --device, --threads.
void add_device_options(CLI::App& command, Session& session);
/// CASE.yaml and --set, and the two sets above.
void add_case_options(CLI::App& command, Session& session, bool case_required = true);
/// --dry-run.
void add_dry_run_option(CLI::App& command, Session& session);

// One file per subcommand.
void add_info(CLI::App& app, Session& session);
void add_grid(CLI::App& app, Session& session);
void add_grid_create(CLI::App& grid, Session& session);
void add_grid_info(CLI::App& grid, Session& session);
void add_case(CLI::App& app, Session& session);
void add_forecast(CLI::App& app, Session& session);
void add_sensitivity(CLI::App& app, Session& session);
void add_tangent(CLI::App& app, Session& session);
void add_vectors(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);

}  // namespace hexad
