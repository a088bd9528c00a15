#include "hexad/benchmarks/fixture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// base + cos(phase) even + sin(phase) odd for each member, member innermost.
std::vector<double> superposed(const std::vector<double>& base, const std::vector<double>& even,
                               const std::vector<double>& odd, int members, double phase) {
  const auto count = static_cast<std::size_t>(members);
  std::vector<double> values(base.size() * count);
  for (std::size_t m = 0; m < count; ++m) {
    const double angle = phase + 0.3 * static_cast<double>(m);
    const double c = std::cos(angle), s = std::sin(angle);
    for (std::size_t n = 0; n < base.size(); ++n)
      values[n * count + m] = base[n] + c * even[n] + s * odd[n];
  }
  return values;
}

/// A field whose memory is first touched by the threads that will use it.
template <Place P>
Field<P, double> touched(const Device& device, const std::vector<double>& values, int members) {
  Field<P, double> field(device, static_cast<Index>(values.size()) / members, members);
  set_zero(field);
  copy(Array<double>(device, values), field.values());
  return field;
}

/// Fields of one member and the two waves of which all members' waves are made.
struct Waves {
  HostState even, odd;

  [[nodiscard]] State<double> on(const HostState& base, const Device& device, int members,
                                 double phase) const {
    return {touched<Place::cell>(
                device, superposed(base.thickness, even.thickness, odd.thickness, members, phase),
                members),
            touched<Place::edge>(
                device, superposed(base.velocity, even.velocity, odd.velocity, members, phase),
                members)};
  }
};

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

Fixture::Fixture(const Mesh& mesh, const Device& device, int members, Tables tables)
    : domain(device, mesh, {}, tables),
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
  const double quarter = std::numbers::pi / 2;
  const Waves waves{state_of(mesh, {amplitude, 0}), state_of(mesh, {amplitude, quarter})};
  x = waves.on({start.thickness, start.velocity}, device, members, 0);
  dx = waves.on(zero_state(mesh), device, members, 1);
  y = waves.on(zero_state(mesh), device, members, 2);
  environment.topography = repeat(CellField<double>(device, start.topography), members);
  environment.coriolis = repeat(VertexField<double>(device, start.coriolis), members);
  environment.gravity = repeat(constant_field(device, mesh, gravity), members);
  environment.viscosity = repeat(constant_field(device, mesh, 1e3), members);
  environment.hyperviscosity = repeat(constant_field(device, mesh, 1e10), members);
  set_zero(d_environment);
  set_zero(sum);
  set_zero(result);
}

}  // namespace hexad::bench
