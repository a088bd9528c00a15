#include "hexad/experiments/initial/initial.hpp"

#include <cmath>

#include "hexad/experiments/initial/ground.hpp"
#include "hexad/experiments/initial/solid_body.hpp"
#include "hexad/experiments/initial/state.hpp"
#include "hexad/experiments/initial/tracers.hpp"

namespace hexad {
namespace {

/// Makes the flow of each choice.
struct Maker {
  const Mesh& mesh;
  const Case& run;
  const ModelChoice& model;
  const std::vector<double>& ground;  // empty where the case has none of its own

  InitialFlow operator()(const Williamson1Choice& c) const { return williamson1(mesh, c, model); }
  InitialFlow operator()(const Williamson2Choice& c) const { return williamson2(mesh, c, model); }
  InitialFlow operator()(const Williamson5Choice&) const { return williamson5(mesh, model); }
  InitialFlow operator()(const Williamson6Choice&) const { return williamson6(mesh, model); }
  InitialFlow operator()(const GalewskyChoice& c) const { return galewsky(mesh, c, model); }
  InitialFlow operator()(const RestChoice& c) const { return layer_at_rest(mesh, c, model); }
  InitialFlow operator()(const HillChoice& c) const { return gaussian_hill(mesh, c, model); }
  InitialFlow operator()(const AnalysisChoice& c) const {
    return from_analysis(mesh, c, model, ground);
  }
  InitialFlow operator()(const StateChoice& c) const { return from_state(mesh, run, c, ground); }
};

bool fits_a_plane(const InitialChoice& choice) {
  return std::holds_alternative<HillChoice>(choice) || std::holds_alternative<RestChoice>(choice) ||
         std::holds_alternative<StateChoice>(choice);
}

/// Tracers at cell centres, of air that was at before(position) at the start.
template <class Before>
std::vector<std::vector<double>> tracers_at_cells(const Mesh& mesh, const Case& run,
                                                  const InitialFlow& flow, const Before& before) {
  std::vector<std::vector<double>> tracers;
  for (const auto& choice : run.tracers) {
    tracers.emplace_back();
    if (choice.shape == TracerChoice::Shape::file) {
      tracers.back() = flow.tracers_of_file.at(choice.name);
      continue;
    }
    for (const Vec3& position : mesh.cell_position)
      tracers.back().push_back(tracer_value(mesh, choice, before(position)));
  }
  return tracers;
}

}  // namespace

std::vector<double> coriolis_parameter(const Mesh& mesh, double rotation) {
  std::vector<double> coriolis(mesh.vertex_position.size(), 2 * rotation);
  if (mesh.geometry == Geometry::sphere)
    for (std::size_t v = 0; v < coriolis.size(); ++v)
      coriolis[v] *= mesh.vertex_position[v].z / norm(mesh.vertex_position[v]);
  return coriolis;
}

std::vector<double> rotational_wind(const Mesh& mesh, const std::vector<double>& stream_function) {
  std::vector<double> velocity(mesh.dv_edge.size());
  for (std::size_t e = 0; e < velocity.size(); ++e) {
    const auto [v0, v1] = mesh.vertices_on_edge[e];
    velocity[e] = -(stream_function[static_cast<std::size_t>(v1)] -
                    stream_function[static_cast<std::size_t>(v0)]) /
                  mesh.dv_edge[e];
  }
  return velocity;
}

InitialFlow layer_at_rest(const Mesh& mesh, const RestChoice& choice, const ModelChoice& model) {
  InitialFlow flow;
  flow.thickness.assign(mesh.cell_position.size(), choice.depth);
  flow.velocity.assign(mesh.edge_position.size(), 0.0);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

InitialFlow gaussian_hill(const Mesh& mesh, const HillChoice& choice, const ModelChoice& model) {
  const Vec3 top = mesh.geometry == Geometry::sphere
                       ? Vec3{-std::sqrt(0.5), 0, std::sqrt(0.5)}
                       : Vec3{mesh.period_x / 2, mesh.period_y / 2, 0};
  InitialFlow flow = layer_at_rest(mesh, {choice.depth}, model);
  for (std::size_t i = 0; i < flow.thickness.size(); ++i) {
    const double r = surface_distance(mesh, mesh.cell_position[i], top) / choice.width;
    flow.thickness[i] += choice.height * std::exp(-r * r);
  }
  return flow;
}

InitialFlow initial_flow(const Mesh& mesh, const Case& run) {
  if (mesh.geometry != Geometry::sphere && !fits_a_plane(run.initial))
    throw InputError("this initial state needs a sphere", "initial",
                     "take initial: {case: hill}, or another mesh");
  const auto ground = run.topography ? ground_of(mesh, *run.topography) : std::vector<double>{};
  InitialFlow flow = std::visit(Maker{mesh, run, run.model, ground}, run.initial);
  lay_on(flow, ground);
  check_layer(mesh, flow, run.model.thin_layer);
  flow.tracers = tracers_at_cells(mesh, run, flow, [](Vec3 position) { return position; });
  return flow;
}

std::optional<ExactSolution> exact_solution(const Mesh& mesh, const Case& run,
                                            const InitialFlow& start, double seconds) {
  // A ground under these flows would change them.
  const auto turned = [&](ExactSolution exact, double alpha) {
    const SolidBody body(mesh, alpha);
    exact.tracers = tracers_at_cells(mesh, run, start,
                                     [&](Vec3 position) { return body.before(position, seconds); });
    return run.topography ? std::nullopt : std::optional(std::move(exact));
  };
  if (const auto* carried = std::get_if<Williamson1Choice>(&run.initial)) {
    if (run.model.parameters.wind != WindChoice::prescribed)
      return std::nullopt;  // the wind would change
    ExactSolution exact = williamson2_exact(mesh, {carried->alpha}, run.model);
    exact.thickness = start.thickness;
    return turned(std::move(exact), carried->alpha);
  }
  if (const auto* zonal = std::get_if<Williamson2Choice>(&run.initial))
    return turned(williamson2_exact(mesh, *zonal, run.model), zonal->alpha);
  if (std::holds_alternative<RestChoice>(run.initial))
    return ExactSolution{start.thickness, start.velocity, start.tracers, true};
  return std::nullopt;
}

}  // namespace hexad
