#include "hexad/experiments/commands/commands.hpp"

namespace hexad {

Console CommonOptions::console() const {
  const auto level = quiet     ? Console::Level::quiet
                     : verbose ? Console::Level::verbose
                               : Console::Level::normal;
  return {level, json};
}

void add_console_options(CLI::App& command, Session& session) {
  auto& options = session.options;
  auto* quiet = command.add_flag("-q,--quiet", options.quiet, "Say nothing but faults");
  command.add_flag("-v,--verbose", options.verbose, "Say more")->excludes(quiet);
  command.add_flag("--json", options.json, "Print the result as one JSON document instead of text");
}

void add_device_options(CLI::App& command, Session& session) {
  auto& options = session.options;
  command
      .add_option("--device", options.device,
                  "Where to compute: auto (a GPU where there is one), cpu, gpu, or mock (the "
                  "path of a GPU taken on the CPU, for tests)")
      ->check(CLI::IsMember({"auto", "cpu", "gpu", "mock"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--threads", options.threads,
                  "Threads on the CPU; 0 takes OMP_NUM_THREADS or all cores")
      ->check(CLI::Range(0, 4096))
      ->type_name("N")
      ->capture_default_str();
}

void add_case_options(CLI::App& command, Session& session, bool case_required) {
  auto& options = session.options;
  command.add_option("case", options.case_file, "The case file (YAML)")
      ->required(case_required)
      ->type_name("CASE.yaml");
  command
      .add_option("--set", options.overrides,
                  "Override a key of the case file; can be given many times. Quantities take "
                  "units: --set time.dt='5 min' --set mesh.radius='6371 km'")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  add_device_options(command, session);
  add_console_options(command, session);
}

void add_dry_run_option(CLI::App& command, Session& session) {
  command.add_flag("--dry-run", session.options.dry_run,
                   "Check everything, print size, memory, disk and estimated time; write nothing");
}

}  // namespace hexad
