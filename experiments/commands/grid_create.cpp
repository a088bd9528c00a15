// hexad grid create: makes a mesh and writes it as an MPAS mesh file.

#include <memory>

#include "hexad/experiments/commands/commands.hpp"
#include "hexad/experiments/commands/key_options.hpp"
#include "hexad/experiments/grid_report.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/experiments/mesh_plan.hpp"
#include "hexad/experiments/summary.hpp"
#include "hexad/io/case/quantity.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad {
namespace {

struct CreateOptions {
  std::string kind;     ///< "icosahedral" or "planar", a key of `mesh`
  KeyTexts texts;       ///< of the keys of that section
  KeyTexts mesh_texts;  ///< of the keys beside it
  std::string output;
  std::string graph;
};

/// The mesh section of a case file that says the same.
MeshChoice choice_of(const CreateOptions& create) {
  const Key& mesh = *case_schema().find("mesh");
  YamlNode root = tree_of(mesh, create.mesh_texts);
  root.entries.push_back({create.kind, tree_of(*mesh.find(create.kind), create.texts)});
  return read_mesh_choice(root);
}

/// Says what the mesh will take, and refuses what the disk cannot hold, before the work is done.
void announce(const MeshPlan& plan, const std::filesystem::path& folder, const std::string& file,
              const Console& console) {
  const auto room = [](auto bytes) { return describe_bytes(static_cast<double>(bytes)); };
  console.line("{:<22}{:.0f} cells; about {} of memory, {} on the disk", "plan", plan.cells,
               room(plan.memory_bytes), room(plan.disk_bytes));
  std::error_code unknown;
  const auto free = std::filesystem::space(folder, unknown).available;
  if (!unknown && free < plan.disk_bytes)
    throw RunError("the mesh takes " + room(plan.disk_bytes) + " on the disk, which has " +
                       room(free) + " free",
                   file, "make room in " + folder.string() + " or choose another folder");
}

ExitCode run(const CommonOptions& options, const CreateOptions& create) {
  const Console console = options.console();
  const MeshChoice choice = choice_of(create);
  const auto folder = std::filesystem::absolute(create.output).parent_path();
  require_writable(folder);
  announce(plan_mesh(choice), folder, create.output, console);
  const Mesh mesh = make_mesh(choice, options.threads, console);
  write_mesh(create.output, mesh, options.command_line);
  if (!create.graph.empty()) write_graph(create.graph, mesh);
  if (console.wants_json())
    console.result(grid_summary("grid create", mesh).dump(2));
  else
    print_grid(mesh, console);
  console.line("written to {}", create.output);
  return ExitCode::done;
}

void add_kind(CLI::App& create_command, Session& session, const std::string& kind,
              const std::string& example) {
  const Key& mesh = *case_schema().find("mesh");
  const Key& section = *mesh.find(kind);
  auto* command = create_command.add_subcommand(kind, section.help);
  auto create = std::make_shared<CreateOptions>();
  create->kind = kind;
  add_key_options(*command, section, create->texts);
  if (kind == "icosahedral") {
    Key beside = mesh;
    std::erase_if(beside.keys, [](const Key& key) { return key.name != "radius"; });
    add_key_options(*command, beside, create->mesh_texts);
  }
  command->add_option("-o,--output", create->output, "The mesh file to write (NetCDF)")
      ->required()
      ->type_name("FILE");
  command->add_option("--graph", create->graph, "Also write the graph file that gpmetis takes")
      ->type_name("FILE");
  command->add_option("--threads", session.options.threads, "Threads; 0 takes all cores")
      ->check(CLI::Range(0, 4096))
      ->type_name("N");
  add_console_options(*command, session);
  command->footer("Example:\n  " + example);
  command->callback([&session, create] {
    session.action = [&session, create] { return run(session.options, *create); };
  });
}

}  // namespace

void add_grid_create(CLI::App& grid, Session& session) {
  auto* command = grid.add_subcommand("create", "Make a mesh and write it as an MPAS mesh file");
  command->require_subcommand(1);
  add_kind(*command, session, "icosahedral",
           "hexad grid create icosahedral --level 6 --radius '6371.22 km' -o x6.nc");
  add_kind(*command, session, "planar",
           "hexad grid create planar --nx 64 --ny 64 --spacing '10 km' -o plane.nc");
}

}  // namespace hexad
