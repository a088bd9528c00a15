// hexad grid: meshes.

#include "hexad/experiments/commands/commands.hpp"

namespace hexad {

void add_grid(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("grid", "Make meshes, look at meshes");
  command->require_subcommand(1);
  add_grid_create(*command, session);
  add_grid_info(*command, session);
}

}  // namespace hexad
