// hexad grid info: what a mesh file holds and how good it is.

#include <memory>

#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/grid_report.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad {
namespace {

ExitCode run(const CommonOptions& options, const std::string& file) {
  const Console console = options.console();
  ReadReport report;
  const Mesh mesh = read_mesh(file, &report);
  if (console.wants_json()) {
    Json summary = grid_summary("grid info", mesh);
    summary["file"] = file;
    summary["metrics_of_the_file"] = metrics_summary(report);
    summary["remarks"] = report.remarks;
    console.result(summary.dump(2));
    return ExitCode::done;
  }
  console.line("{}", file);
  print_grid(mesh, console);
  print_metrics(report, console);
  return ExitCode::done;
}

}  // namespace

void add_grid_info(CLI::App& grid, Session& session) {
  auto* command = grid.add_subcommand(
      "info", "Counts, spacing and quality of a mesh file, and how far its metrics can be trusted");
  auto file = std::make_shared<std::string>();
  command->add_option("file", *file, "An MPAS mesh file")->required()->type_name("FILE");
  add_console_options(*command, session);
  command->footer("Example:\n  hexad grid info x6.nc");
  command->callback([&session, file] {
    session.action = [&session, file] { return run(session.options, *file); };
  });
}

}  // namespace hexad
