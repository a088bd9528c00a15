#include "hexad/experiments/initial/state.hpp"

#include <fmt/format.h>

#include "hexad/experiments/make_mesh.hpp"
#include "hexad/grids/locate.hpp"
#include "hexad/grids/overlap.hpp"
#include "hexad/io/case/yaml_tree.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/restart.hpp"
#include "hexad/model/operators/velocity_reconstruction.hpp"

namespace hexad {
namespace {

std::vector<std::string> tracers_of_file(const Case& run) {
  std::vector<std::string> names;
  for (const auto& tracer : run.tracers)
    if (tracer.shape == TracerChoice::Shape::file) names.push_back(tracer.name);
  return names;
}

/// Whether a case, as a tree, has a ground that its restart does not hold.
bool has_ground(const YamlNode& tree) {
  const YamlNode* topography = tree.find("topography");
  const YamlNode* initial = tree.find("initial");
  const YamlNode* name = initial == nullptr ? nullptr : initial->find("case");
  return (topography != nullptr && topography->find("file") != nullptr) ||
         (initial != nullptr && initial->find("state") != nullptr) ||
         (name != nullptr && name->text == "williamson5");
}

std::vector<double> member_of(const Restart& restart, const std::string& name, int member,
                              const std::string& file) {
  const auto found = restart.fields.find(name);
  if (found == restart.fields.end())
    throw InputError("the restart has no '" + name + "'", file, "take one of a run that has it");
  const auto& field = found->second;
  if (member > field.members)
    throw InputError("there is no member " + std::to_string(member), file,
                     "it has " + std::to_string(field.members) + "; choose initial.state.member");
  std::vector<double> values;
  for (auto n = static_cast<std::size_t>(member - 1); n < field.values.size();
       n += static_cast<std::size_t>(field.members))
    values.push_back(field.values[n]);
  return values;
}

FileState read_restart_state(const StateRequest& request) {
  const std::string file = request.file.string();
  if (request.time)
    throw InputError("a restart holds one time", file, "leave initial.state.time out");
  Restart restart = io_thread().run([&] { return read_restart(request.file); });
  const YamlNode tree = parse_value(restart.case_as_run, file + ", its case", {});
  const YamlNode* section = tree.find("mesh");
  if (section == nullptr)
    throw InputError("the restart does not say what its mesh is", file,
                     "take a history of that run");
  FileState state;
  state.mesh = make_mesh(read_mesh_choice(*section), 0, Console(Console::Level::quiet, false));
  take_mesh_order(restart, state.mesh, request.file);
  state.thickness = member_of(restart, "thickness", request.member, file);
  state.velocity = member_of(restart, "normal_velocity", request.member, file);
  if (!has_ground(tree)) state.topography.assign(state.thickness.size(), 0.0);
  for (const auto& name : request.tracers) {
    auto tracer = member_of(restart, "tracer_" + name, request.member, file);
    for (std::size_t i = 0; i < tracer.size(); ++i) tracer[i] /= state.thickness[i];
    state.tracers[name] = std::move(tracer);
  }
  return state;
}

/// Places of the file's values in the mesh's order: both count as the user's file does.
std::vector<double> reordered(const std::vector<double>& values, const std::vector<Index>& to,
                              const std::vector<Index>& from) {
  std::vector<double> by_id(values.size()), result(values.size());
  for (std::size_t n = 0; n < values.size(); ++n) by_id[from[n]] = values[n];
  for (std::size_t n = 0; n < values.size(); ++n) result[n] = by_id[to[n]];
  return result;
}

/// The wind at the cells of the file as Cartesian vectors: x, y and z.
std::array<std::vector<double>, 3> wind_vectors(const FileState& state) {
  const auto& mesh = state.mesh;
  std::vector<double> east = state.eastward, north = state.northward;
  if (!state.velocity.empty()) {
    Domain domain(Device{}, mesh);
    const EdgeField<double> u(Device{}, state.velocity);
    CellField<double> x(Device{}, mesh.cells), y(Device{}, mesh.cells);
    VelocityReconstruction<double>::forward(domain.context<double>(), u.in(), x.out(), y.out());
    east = x.to_host();
    north = y.to_host();
  }
  std::array<std::vector<double>, 3> vectors;
  for (std::size_t i = 0; i < east.size(); ++i) {
    const auto frame = local_frame(mesh, mesh.cell_position[i]);
    const Vec3 wind = east[i] * frame.east + north[i] * frame.north;
    vectors[0].push_back(wind.x);
    vectors[1].push_back(wind.y);
    vectors[2].push_back(wind.z);
  }
  return vectors;
}

std::vector<double> remapped_wind(const FileState& state, const Mesh& mesh) {
  const LinearMap map = barycentric_map(state.mesh, mesh.edge_position);
  const auto vectors = wind_vectors(state);
  const auto x = map.apply(vectors[0]), y = map.apply(vectors[1]), z = map.apply(vectors[2]);
  std::vector<double> velocity;
  for (Index e = 0; e < mesh.edges; ++e) {
    const auto n = static_cast<std::size_t>(e);
    velocity.push_back(dot(Vec3{x[n], y[n], z[n]}, edge_normal(mesh, e)));
  }
  return velocity;
}

void take_as_it_is(const FileState& state, const Mesh& mesh, InitialFlow& flow) {
  const auto cells = [&](const std::vector<double>& values) {
    return reordered(values, mesh.cell_id, state.mesh.cell_id);
  };
  flow.thickness = cells(state.thickness);
  if (!state.topography.empty()) flow.topography = cells(state.topography);
  flow.velocity = state.velocity.empty()
                      ? remapped_wind(state, mesh)
                      : reordered(state.velocity, mesh.edge_id, state.mesh.edge_id);
  for (const auto& [name, tracer] : state.tracers) flow.tracers_of_file[name] = cells(tracer);
}

void remap(const FileState& state, const Mesh& mesh, bool conservative, InitialFlow& flow) {
  const LinearMap map = conservative ? overlap_map(state.mesh, mesh)
                                     : barycentric_map(state.mesh, mesh.cell_position);
  flow.thickness = map.apply(state.thickness);
  if (!state.topography.empty()) flow.topography = map.apply(state.topography);
  flow.velocity = remapped_wind(state, mesh);
  for (const auto& [name, tracer] : state.tracers) {
    std::vector<double> amount = tracer;
    for (std::size_t i = 0; i < amount.size(); ++i) amount[i] *= state.thickness[i];
    amount = map.apply(amount);
    for (std::size_t i = 0; i < amount.size(); ++i) amount[i] /= flow.thickness[i];
    flow.tracers_of_file[name] = std::move(amount);
  }
}

void require_fit(const FileState& state, const Mesh& mesh, const std::string& file) {
  try {
    require_same_place(state.mesh, mesh);
  } catch (const InputError& fault) {
    throw InputError(fault.problem(), file, fault.remedy());
  }
}

}  // namespace

InitialFlow from_state(const Mesh& mesh, const Case& run, const StateChoice& choice,
                       const std::vector<double>& ground) {
  const StateRequest request{choice.file, choice.time, choice.member, tracers_of_file(run)};
  const FileState state =
      has_mesh(choice.file) ? read_history_state(request) : read_restart_state(request);
  require_fit(state, mesh, choice.file.string());
  if (state.topography.empty() && !ground.empty())
    throw InputError("the file does not say what its ground is, so its surface is not known",
                     choice.file.string(),
                     "take a history with surface_height or topography, or leave "
                     "topography.file out");
  InitialFlow flow;
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  const bool same = !mesh.file_id.empty() && state.mesh.file_id == mesh.file_id &&
                    state.mesh.cells == mesh.cells && state.mesh.edges == mesh.edges;
  if (same)
    take_as_it_is(state, mesh, flow);
  else
    remap(state, mesh, choice.remap == StateChoice::Remap::conservative, flow);
  flow.coriolis = coriolis_parameter(mesh, run.model.rotation);
  flow.notes.push_back(same ? "state: as it is in the file, whose mesh this is"
                            : fmt::format("state: remapped from {} cells", state.mesh.cells));
  if (state.topography.empty())
    flow.notes.emplace_back("state: the file does not say what its ground is: taken as flat");
  return flow;
}

}  // namespace hexad
