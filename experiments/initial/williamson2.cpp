#include <cmath>
#include <numbers>

#include "hexad/experiments/initial/initial.hpp"

namespace hexad {
namespace {

struct ZonalFlow {
  ZonalFlow(const Mesh& mesh, const Williamson2Choice& choice, const ModelChoice& model)
      : axis{-std::sin(choice.alpha), 0, std::cos(choice.alpha)},
        radius(mesh.radius),
        speed(2 * std::numbers::pi * mesh.radius / (12 * 86400.0)),
        rotation(model.rotation),
        gravity(model.gravity) {}

  /// Sine of the latitude about the axis of the flow.
  [[nodiscard]] double sine(Vec3 position) const { return dot(axis, position) / norm(position); }

  [[nodiscard]] double thickness(Vec3 position) const {
    const double s = sine(position);
    return (2.94e4 - (radius * rotation * speed + 0.5 * speed * speed) * s * s) / gravity;
  }
  [[nodiscard]] double stream_function(Vec3 position) const {
    return -radius * speed * sine(position);
  }
  [[nodiscard]] Vec3 wind(Vec3 position) const {
    return speed * cross(axis, position / norm(position));
  }

  Vec3 axis;
  double radius, speed, rotation, gravity;
};

}  // namespace

InitialFlow williamson2(const Mesh& mesh, const Williamson2Choice& choice,
                        const ModelChoice& model) {
  const ZonalFlow zonal(mesh, choice, model);
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position)
    flow.thickness.push_back(zonal.thickness(position));
  for (std::size_t e = 0; e < mesh.edge_position.size(); ++e) {
    const auto [v0, v1] = mesh.vertices_on_edge[e];
    const double psi0 = zonal.stream_function(mesh.vertex_position[static_cast<std::size_t>(v0)]);
    const double psi1 = zonal.stream_function(mesh.vertex_position[static_cast<std::size_t>(v1)]);
    flow.velocity.push_back(-(psi1 - psi0) / mesh.dv_edge[e]);
  }
  for (const Vec3& position : mesh.vertex_position)
    flow.coriolis.push_back(2 * model.rotation * zonal.sine(position));
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  return flow;
}

ExactSolution williamson2_exact(const Mesh& mesh, const Williamson2Choice& choice,
                                const ModelChoice& model) {
  const ZonalFlow zonal(mesh, choice, model);
  ExactSolution exact;
  for (const Vec3& position : mesh.cell_position)
    exact.thickness.push_back(zonal.thickness(position));
  for (Index e = 0; e < mesh.edges; ++e)
    exact.velocity.push_back(
        dot(zonal.wind(mesh.edge_position[static_cast<std::size_t>(e)]), edge_normal(mesh, e)));
  return exact;
}

}  // namespace hexad
