#include "hexad/experiments/command.hpp"

#include <omp.h>

#include <csignal>
#include <new>

#include "hexad/core/communicator.hpp"
#include "hexad/core/log.hpp"
#include "hexad/experiments/commands/commands.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/version.hpp"

namespace hexad {
namespace {

void report(const std::string& text) { Log().error("{}", text); }

void add_everything(CLI::App& app, Session& session) {
  app.description(
      "Shallow-water dynamical core on Voronoi meshes of the sphere, with tangent and adjoint.\n"
      "Quantities take units (6 h, 500 km, 20 m/s); a bare number is SI.");
  app.footer(
      "Exit codes: 0 done, 1 the run failed, 2 wrong input, 3 a check missed its bound.\n"
      "Examples:\n"
      "  hexad grid create icosahedral --level 5 -o x5.nc\n"
      "  hexad forecast experiments/cases/williamson2.yaml --set time.duration='1 d'\n"
      "Each subcommand has its own --help.");
  app.set_version_flag("--version", fmt::format("hexad {} ({})", version, commit));
  app.require_subcommand(1);
  add_grid(app, session);
  add_case(app, session);
  add_forecast(app, session);
  add_sensitivity(app, session);
  add_tangent(app, session);
  add_vectors(app, session);
  add_verify(app, session);
  add_info(app, session);
}

/// The subcommand that the parser had reached.
const CLI::App* deepest(const CLI::App* app) {
  for (const auto chosen = app->get_subcommands(); !chosen.empty();) return deepest(chosen.front());
  return app;
}

std::vector<std::string> words_known_to(const CLI::App& app) {
  std::vector<std::string> words;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

std::string full_name(const CLI::App* app) {
  return app->get_parent() == nullptr ? app->get_name()
                                      : full_name(app->get_parent()) + " " + app->get_name();
}

ExitCode report_wrong_command(const CLI::App& app, const CLI::ParseError& fault, int argc,
                              char** argv) {
  const CLI::App* where = deepest(&app);
  std::string problem = fault.what(), remedy;
  for (auto& letter : problem)
    if (letter == '\n') letter = ' ';
  const auto known = words_known_to(*where);
  if (!where->remaining().empty()) {
    const std::string word = where->remaining().front();
    problem = fmt::format("unknown {} '{}'", word.starts_with('-') ? "option" : "word", word);
    const std::string meant = nearest_word(word.substr(0, word.find('=')), known);
    if (!meant.empty()) remedy = fmt::format("did you mean '{}'? ", meant);
  }
  std::string line = "hexad";
  for (int n = 1; n < argc; ++n) line += std::string(" ") + argv[n];
  report(
      InputError(problem, line, fmt::format("{}see '{} --help'", remedy, full_name(where))).what());
  return ExitCode::wrong_input;
}

/// Several processes would each run the whole case and write the same files.
void require_one_process() {
  const int processes = Communicator::launched_processes();
  if (processes > 1)
    throw InputError("this version runs as one process", fmt::format("{} were started", processes),
                     "start it without mpirun or srun; --threads uses the cores of a machine");
}

ExitCode run_action(const Session& session) {
  try {
    require_one_process();
    // Meshes are made and read with OpenMP's own number of threads.
    if (session.options.threads > 0) omp_set_num_threads(session.options.threads);
    return session.action();
  } catch (const InputErrors& several) {
    for (const auto& fault : several.faults()) report(fault.what());
    return several.code();
  } catch (const Error& fault) {
    report(fault.what());
    return fault.code();
  } catch (const std::bad_alloc&) {
    report("there is not enough memory; take a coarser mesh or fewer members, see --dry-run");
    return ExitCode::run_failed;
  } catch (const std::exception& fault) {
    report(std::string(fault.what()) + "; this is unexpected, please report it");
    return ExitCode::run_failed;
  }
}

/// A word of the command line as it can be given to a shell again.
std::string as_typed(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_of(" \t\n'\"\\$&|;<>()*?[]#~`{}") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

}  // namespace

int run_command(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // see Console
  Session session;
  for (int n = 0; n < argc; ++n)
    session.options.command_line += n == 0 ? "hexad" : " " + as_typed(argv[n]);
  CLI::App app("", "hexad");
  try {
    add_everything(app, session);
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& fault) {
    return static_cast<int>(report_wrong_command(app, fault, argc, argv));
  }
  return static_cast<int>(run_action(session));
}

}  // namespace hexad
