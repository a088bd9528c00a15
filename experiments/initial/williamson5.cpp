#include <algorithm>
#include <cmath>
#include <numbers>

#include "hexad/experiments/initial/initial.hpp"

namespace hexad {
namespace {

constexpr double speed = 20, depth = 5960;  // u0 (m/s), h0 (m)

double mountain(Vec3 position) {
  constexpr double pi = std::numbers::pi, radius = pi / 9;
  const auto [longitude, latitude] = longitude_latitude(position);
  const double east = longitude - 1.5 * pi, north = latitude - pi / 6;
  return 2000 * (1 - std::min(radius, std::hypot(east, north)) / radius);
}

}  // namespace

InitialFlow williamson5(const Mesh& mesh, const ModelChoice& model) {
  const double drop = mesh.radius * model.rotation * speed + 0.5 * speed * speed;
  const auto sine = [](Vec3 position) { return position.z / norm(position); };
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position) {
    const double s = sine(position), ground = mountain(position);
    flow.topography.push_back(ground);
    flow.thickness.push_back(depth - drop * s * s / model.gravity - ground);
  }
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position)
    psi.push_back(-mesh.radius * speed * sine(position));
  flow.velocity = rotational_wind(mesh, psi);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

}  // namespace hexad
