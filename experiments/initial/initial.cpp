#include "hexad/experiments/initial/initial.hpp"

#include <cmath>

#include "hexad/grids/geometry.hpp"

namespace hexad {
namespace {

/// Distance along the surface (m).
double distance(const Mesh& mesh, Vec3 a, Vec3 b) {
  return mesh.geometry == Geometry::sphere ? mesh.radius * angle_between(a, b)
                                           : norm(separation(mesh, a, b));
}

}  // namespace

std::vector<double> coriolis_parameter(const Mesh& mesh, double rotation) {
  std::vector<double> coriolis(mesh.vertex_position.size(), 2 * rotation);
  if (mesh.geometry == Geometry::sphere)
    for (std::size_t v = 0; v < coriolis.size(); ++v)
      coriolis[v] *= mesh.vertex_position[v].z / norm(mesh.vertex_position[v]);
  return coriolis;
}

InitialFlow gaussian_hill(const Mesh& mesh, const HillChoice& choice, const ModelChoice& model) {
  const Vec3 top = mesh.geometry == Geometry::sphere
                       ? Vec3{-std::sqrt(0.5), 0, std::sqrt(0.5)}
                       : Vec3{mesh.period_x / 2, mesh.period_y / 2, 0};
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position) {
    const double r = distance(mesh, position, top) / choice.width;
    flow.thickness.push_back(choice.depth + choice.height * std::exp(-r * r));
  }
  flow.velocity.assign(mesh.edge_position.size(), 0.0);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

InitialFlow initial_flow(const Mesh& mesh, const InitialChoice& choice, const ModelChoice& model) {
  if (mesh.geometry != Geometry::sphere && !std::holds_alternative<HillChoice>(choice))
    throw InputError("this initial state needs a sphere", "initial",
                     "take initial: {case: hill}, or another mesh");
  if (const auto* zonal = std::get_if<Williamson2Choice>(&choice))
    return williamson2(mesh, *zonal, model);
  if (const auto* hill = std::get_if<HillChoice>(&choice)) return gaussian_hill(mesh, *hill, model);
  return from_analysis(mesh, std::get<AnalysisChoice>(choice), model);
}

std::optional<ExactSolution> exact_solution(const Mesh& mesh, const InitialChoice& choice,
                                            const ModelChoice& model) {
  if (const auto* zonal = std::get_if<Williamson2Choice>(&choice))
    return williamson2_exact(mesh, *zonal, model);
  return std::nullopt;
}

}  // namespace hexad
