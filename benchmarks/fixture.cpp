#include "hexad/benchmarks/fixture.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/experiments/initial/initial.hpp"

namespace hexad::bench {
namespace {

constexpr double gravity = 9.80616, rotation = 7.292e-5;  // m/s2, 1/s (Williamson et al. 1992)

/// psi = A cos^4(latitude) cos(4 longitude + phase), h = f psi / g.
struct Wave {
  double amplitude, phase;

  [[nodiscard]] double stream_function(Vec3 position) const {
    const auto [longitude, latitude] = longitude_latitude(position);
    return amplitude * std::pow(std::cos(latitude), 4) * std::cos(4 * longitude + phase);
  }
};

struct HostState {
  std::vector<double> thickness, velocity;
};
HostState state_of(const Mesh& mesh, const Wave& wave) {
  HostState state;
  for (const Vec3& position : mesh.cell_position) {
    const double f = 2 * rotation * position.z / norm(position);
    state.thickness.push_back(f * wave.stream_function(position) / gravity);
  }
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position) psi.push_back(wave.stream_function(position));
  state.velocity = rotational_wind(mesh, psi);
  return state;
}

/// base (one member) + wave in each member.
State<double> members_of(const Device& device, const Mesh& mesh, int members, const HostState& base,
                         double amplitude, double phase) {
  const auto count = static_cast<std::size_t>(members);
  std::vector<double> h(base.thickness.size() * count), u(base.velocity.size() * count);
  for (std::size_t m = 0; m < count; ++m) {
    const HostState wave = state_of(mesh, {amplitude, phase + 0.3 * static_cast<double>(m)});
    for (std::size_t i = 0; i < base.thickness.size(); ++i)
      h[i * count + m] = base.thickness[i] + wave.thickness[i];
    for (std::size_t e = 0; e < base.velocity.size(); ++e)
      u[e * count + m] = base.velocity[e] + wave.velocity[e];
  }
  return {CellField<double>(device, h, members), EdgeField<double>(device, u, members)};
}

HostState zero_state(const Mesh& mesh) {
  return {std::vector<double>(static_cast<std::size_t>(mesh.cells), 0.0),
          std::vector<double>(static_cast<std::size_t>(mesh.edges), 0.0)};
}

/// Half of the largest step for which dt sqrt(g h) stays below the shortest distance of neighbours.
double half_stable_step(const Mesh& mesh, double depth) {
  const double shortest = *std::min_element(mesh.dc_edge.begin(), mesh.dc_edge.end());
  return 0.5 * shortest / std::sqrt(gravity * depth);
}

}  // namespace

Fixture::Fixture(const Mesh& mesh, const Device& device, int members, Parameters parameters)
    : domain(device, mesh, parameters, Tables{.directions = true}),
      result(device, mesh, members),
      environment(device, mesh, members),
      d_environment(device, mesh, members),
      sum(device, mesh, members) {
  ModelChoice model;
  model.gravity = gravity;
  model.rotation = rotation;
  const InitialFlow start = williamson5(mesh, model);
  domain.set_time_step(half_stable_step(mesh, 6000));
  constexpr double amplitude = 5e6;  // m2/s: winds of a few m/s
  x = members_of(device, mesh, members, {start.thickness, start.velocity}, amplitude, 0);
  dx = members_of(device, mesh, members, zero_state(mesh), amplitude, 1);
  y = members_of(device, mesh, members, zero_state(mesh), amplitude, 2);
  environment.topography = repeat(CellField<double>(device, start.topography), members);
  environment.coriolis = repeat(VertexField<double>(device, start.coriolis), members);
  environment.gravity = repeat(constant_field(device, mesh, gravity), members);
  environment.viscosity = repeat(constant_field(device, mesh, 1e3), members);
  environment.hyperviscosity = repeat(constant_field(device, mesh, 1e10), members);
  set_zero(d_environment);
  set_zero(sum);
  set_zero(result);
}

std::size_t Fixture::bytes() const {
  return domain.bytes() + 4 * x.bytes() + 3 * environment.bytes();
}

}  // namespace hexad::bench
