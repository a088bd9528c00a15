#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/initial/solid_body.hpp"

namespace hexad {
namespace {

double thickness(const SolidBody& body, const ModelChoice& model, Vec3 position) {
  const double s = body.sine(position);
  const double drop = body.radius * model.rotation * body.speed + 0.5 * body.speed * body.speed;
  return (2.94e4 - drop * s * s) / model.gravity;
}

}  // namespace

InitialFlow williamson2(const Mesh& mesh, const Williamson2Choice& choice,
                        const ModelChoice& model) {
  const SolidBody body(mesh, choice.alpha);
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position)
    flow.thickness.push_back(thickness(body, model, position));
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position) {
    psi.push_back(body.stream_function(position));
    flow.coriolis.push_back(2 * model.rotation * body.sine(position));
  }
  flow.velocity = rotational_wind(mesh, psi);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  return flow;
}

ExactSolution williamson2_exact(const Mesh& mesh, const Williamson2Choice& choice,
                                const ModelChoice& model) {
  const SolidBody body(mesh, choice.alpha);
  ExactSolution exact;
  for (const Vec3& position : mesh.cell_position)
    exact.thickness.push_back(thickness(body, model, position));
  for (Index e = 0; e < mesh.edges; ++e)
    exact.velocity.push_back(
        dot(body.wind(mesh.edge_position[static_cast<std::size_t>(e)]), edge_normal(mesh, e)));
  return exact;
}

}  // namespace hexad
