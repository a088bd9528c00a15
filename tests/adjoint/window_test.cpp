#include <cmath>
#include <span>

#include "catch.hpp"
#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "test_meshes.hpp"

namespace hexad {
namespace {

/// A flow with no symmetry: solid rotation, a wave, and noise of the mesh's own scale, by the
/// global ids, so that every term of the tendency is at work.
struct TestFlow {
  State<double> state;
  Environment<double> environment;
};

TestFlow make_flow(const Device& device, const Mesh& mesh, std::uint64_t seed = 1, int members = 1,
                   int first_member = 0) {
  constexpr double omega = 7.292e-5;
  const auto noise = [&](Place place, double spread, const char* name) {
    return draw(mesh, place, 0, spread, name, seed, members, first_member).values;
  };
  auto h = noise(Place::cell, 5, "thickness"), u = noise(Place::edge, 0.5, "velocity");
  auto b = noise(Place::cell, 20, "topography");
  std::vector<double> f;
  const auto at = [&](std::size_t n) { return n / static_cast<std::size_t>(members); };
  for (std::size_t n = 0; n < h.size(); ++n) {
    const Vec3 x = mesh.cell_position[at(n)] / mesh.radius;
    h[n] += 8000 + 200 * x.x * x.y - 800 * x.z * x.z;
  }
  for (std::size_t n = 0; n < u.size(); ++n) {
    const auto e = at(n);
    const auto& [v0, v1] = mesh.vertices_on_edge[e];
    const auto psi = [&](Index v) {
      const Vec3 x = mesh.vertex_position[static_cast<std::size_t>(v)] / mesh.radius;
      return mesh.radius * (-20 * x.z + 10 * x.x * x.y * x.z);
    };
    u[n] -= (psi(v1) - psi(v0)) / mesh.dv_edge[e];
  }
  for (const Vec3& x : mesh.vertex_position)
    for (int m = 0; m < members; ++m) f.push_back(2 * omega * x.z / mesh.radius);
  // Two tracers, one that varies smoothly and one of noise.
  auto first = noise(Place::cell, 0.1, "tracer 1"), second = noise(Place::cell, 1, "tracer 2");
  auto g = noise(Place::cell, 0.1, "gravity"), nu = noise(Place::cell, 2e4, "viscosity");
  auto kappa = noise(Place::cell, 2e14, "hyperviscosity");
  for (std::size_t n = 0; n < h.size(); ++n) {
    first[n] = h[n] * (1 + first[n] + mesh.cell_position[at(n)].x / mesh.radius);
    second[n] *= h[n];
    g[n] += 9.8;
    nu[n] += 5e4;
    kappa[n] += 5e14;
  }
  const auto cells = [&](const std::vector<double>& values) {
    return CellField<double>(device, std::span<const double>(values), members);
  };
  TestFlow flow;
  flow.state = {cells(h), EdgeField<double>(device, std::span<const double>(u), members), {}};
  flow.state.tracers.push_back(cells(first));
  flow.state.tracers.push_back(cells(second));
  flow.environment.topography = cells(b);
  flow.environment.coriolis = VertexField<double>(device, std::span<const double>(f), members);
  flow.environment.gravity = cells(g);
  flow.environment.viscosity = cells(nu);
  flow.environment.hyperviscosity = cells(kappa);
  return flow;
}

/// Every choice that makes the model another function, in three combinations.
struct Configuration {
  const char* name;
  Scheme scheme;
  Parameters parameters;
};
const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> all{
      {"rk4, enstrophy, Laplacian, centred tracers",
       Scheme::rk4,
       {.vorticity = VorticityForm::enstrophy,
        .viscous = true,
        .tracer_flux = TracerFlux::centred}},
      {"ssprk3, apvm, biharmonic, monotone tracers",
       Scheme::ssprk3,
       {.vorticity = VorticityForm::apvm, .hyperviscous = true, .monotone = true}},
      {"fbrk32, energy, both diffusions, upwind tracers",
       Scheme::fbrk32,
       {.viscous = true, .hyperviscous = true}},
      {"fbrk32, prescribed wind, monotone tracers",
       Scheme::fbrk32,
       {.wind = WindChoice::prescribed, .monotone = true}}};
  return all;
}
Parameters with_step(Parameters parameters, double step) {
  parameters.time_step = step;
  return parameters;
}

/// Half the largest stable step of rk4, roughly.
double step_for(const Mesh& mesh) { return 0.5 * mean_spacing(mesh) / 300; }

/// All that comes of a forecast and its gradient, field by field.
std::vector<std::vector<double>> forecast_and_gradient(const Configuration& configuration,
                                                       const Device& device, const Mesh& mesh,
                                                       int members, int first_member,
                                                       Keep kept = Keep::states) {
  constexpr int steps = 4;
  Domain domain(device, mesh, with_step(configuration.parameters, step_for(mesh)),
                {.directions = true});
  auto [state, environment] = make_flow(device, mesh, 1, members, first_member);
  Model<double> model(domain, std::move(environment), configuration.scheme);
  State<double> rest(device, mesh, members);
  set_zero(rest);
  const EnergyNorm response(std::move(rest), 9.8, 8000);
  const auto result = gradient(model, state, response, steps, {}, kept);
  // The response does not depend on tracers: their adjoint starts from what they are themselves.
  const Trajectory trajectory(model, copy_of(state), steps, {}, kept);
  const auto of_tracers = reverse(model, trajectory, copy_of(trajectory.last()));
  std::vector<std::vector<double>> all{result.response};
  const auto keep = [&](const auto& field) { all.push_back(field.to_host()); };
  for_each_field(keep, result.gradient.state);
  for_each_field(keep, result.gradient.environment);
  for_each_field(keep, of_tracers.state);
  for_each_field(keep, trajectory.last());
  return all;
}

std::vector<double> member_of(const std::vector<double>& all, int members, int member) {
  std::vector<double> one;
  for (std::size_t n = static_cast<std::size_t>(member); n < all.size();
       n += static_cast<std::size_t>(members))
    one.push_back(all[n]);
  return one;
}

}  // namespace

TEST_CASE("forecast and gradient: same bits whatever the threads, the order, the device") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const auto& configuration : configurations()) {
    INFO(configuration.name);
    const auto run = [&](const Device& device) {
      return forecast_and_gradient(configuration, device, mesh, 1, 0);
    };
    const auto base = run({.threads = 1});
    REQUIRE(std::isfinite(base[0][0]));
    CHECK(run({.threads = 2}) == base);
    CHECK(run({.threads = 2, .order = Order::reversed}) == base);
    CHECK(run({.threads = 2, .order = Order::shuffled}) == base);
    CHECK(run({.backend = Backend::mock, .threads = 2}) == base);
  }
}

TEST_CASE("forecast and gradient: same bits whether stages are kept or computed anew") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const auto& configuration : configurations())
    for (const int members : {1, 4}) {
      INFO(configuration.name << ", " << members << " members");
      const auto run = [&](Keep kept) {
        return forecast_and_gradient(configuration, {.threads = 2}, mesh, members, 0, kept);
      };
      CHECK(run(Keep::stages) == run(Keep::states));
    }
}

TEST_CASE(
    "adjoint step: the state's derivative has the same bits where the environment's is not "
    "wanted") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const auto& configuration : configurations())
    for (const int members : {1, 4})
      for (const bool blocks : {true, false}) {
        INFO(configuration.name << ", " << members << " members, blocks " << blocks);
        Domain domain(Device{}, mesh, with_step(configuration.parameters, step_for(mesh)),
                      {.directions = true});
        domain.use_blocks(blocks);
        auto [state, environment] = make_flow(Device{}, mesh, 1, members, 0);
        Model<double> model(domain, std::move(environment), configuration.scheme);
        Environment<double> wanted(Device{}, mesh, members), unwanted;
        set_zero(wanted);
        auto with = copy_of(state), without = copy_of(state);
        model.step_adjoint(state, with, wanted);
        model.step_adjoint(state, without, unwanted);
        for_each_field([](const auto& a, const auto& b) { CHECK(a.to_host() == b.to_host()); },
                       with, without);
      }
}

TEST_CASE("forecast and gradient: each member of 8, and of 4, 3 and 12, as the run alone") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const auto& configuration : configurations())
    for (const int members : {8, 4, 3, 12}) {
      INFO(configuration.name << ", " << members << " members");
      const auto together = forecast_and_gradient(configuration, {.threads = 2}, mesh, members, 0);
      for (int m = 0; m < members; ++m) {
        const auto alone = forecast_and_gradient(configuration, {.threads = 1}, mesh, 1, m);
        for (std::size_t n = 0; n < alone.size(); ++n)
          CHECK(member_of(together[n], members, m) == alone[n]);
      }
    }
}

namespace {

/// `second`: whether the remainder of third order stands clear of the round-off of the states.
void require_window(const Mesh& mesh, const Configuration& configuration, int steps, bool second) {
  INFO(configuration.name);
  Domain domain(Device{}, mesh, with_step(configuration.parameters, step_for(mesh)),
                {.directions = true});
  const auto [state, environment] = make_flow(Device{}, mesh);
  const Window window{domain, environment, state, steps, configuration.scheme};
  double worst = 0;
  for (const auto& check : verify_window(window, {})) {
    INFO(check.name << ": " << check.value << ", bound " << check.bound);
    CHECK(check.passed());
    worst = std::max(worst, check.value);
  }
  const auto response = energy_about_rest(domain, environment, state);
  const auto test = taylor_test(window, response, {}, 5);
  double slope = 3;
  if (second) {
    WindowOptions larger;
    larger.largest = 10;
    slope = taylor_test(window, response, larger, 3, true).second_slope();
  }
  const auto symmetry = verify_symmetry(window, response, {});
  WARN(configuration.name << ": worst check " << worst << ", Taylor slope " << test.worst_slope()
                          << ", with second derivatives " << slope << ", symmetry "
                          << symmetry.value);
  REQUIRE(test.rows.size() == 6);
  CHECK(std::abs(test.worst_slope() - 2) <= 0.05);
  CHECK(std::abs(slope - 3) <= 0.05);
  CHECK(symmetry.passed());
}

}  // namespace

TEST_CASE("window of 10 steps: dot products, dual numbers, Taylor to second order, symmetry") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const auto& configuration : configurations()) require_window(mesh, configuration, 10, true);
}

TEST_CASE("window of 50 steps at 10,242 cells: dot products, dual numbers, Taylor", "[long]") {
  const Mesh mesh = testing::icosahedral_mesh(5);
  REQUIRE(mesh.cells == 10242);
  require_window(mesh, configurations()[2], 50, false);
}

}  // namespace hexad
