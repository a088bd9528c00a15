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
  using Values = std::span<const double>;
  return {State<double>(CellField<double>(device, Values(h), members),
                        EdgeField<double>(device, Values(u), members)),
          Environment<double>(CellField<double>(device, Values(b), members),
                              VertexField<double>(device, Values(f), members))};
}

/// Half the largest stable step of rk4, roughly.
double step_for(const Mesh& mesh) { return 0.5 * mean_spacing(mesh) / 300; }

struct Everything {
  std::vector<double> h, u, gh, gu, gb, gf, response;
  bool operator==(const Everything&) const = default;
};

Everything forecast_and_gradient(const Device& device, const Mesh& mesh, int members,
                                 int first_member) {
  constexpr int steps = 4;
  Parameters parameters;
  parameters.time_step = step_for(mesh);
  Domain domain(device, mesh, parameters);
  auto [state, environment] = make_flow(device, mesh, 1, members, first_member);
  Model<double> model(domain, std::move(environment));
  State<double> rest(device, mesh, members);
  set_zero(rest);
  const EnergyNorm response(std::move(rest), 8000);
  const auto result = gradient(model, state, response, steps);
  for (int n = 0; n < steps; ++n) model.step(state);
  return {state.thickness.to_host(),
          state.velocity.to_host(),
          result.gradient.state.thickness.to_host(),
          result.gradient.state.velocity.to_host(),
          result.gradient.environment.topography.to_host(),
          result.gradient.environment.coriolis.to_host(),
          result.response};
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
  const auto base = forecast_and_gradient({.threads = 1}, mesh, 1, 0);
  REQUIRE(std::isfinite(base.response[0]));
  CHECK(forecast_and_gradient({.threads = 2}, mesh, 1, 0) == base);
  CHECK(forecast_and_gradient({.threads = 2, .order = Order::reversed}, mesh, 1, 0) == base);
  CHECK(forecast_and_gradient({.threads = 2, .order = Order::shuffled}, mesh, 1, 0) == base);
  CHECK(forecast_and_gradient({.backend = Backend::mock, .threads = 2}, mesh, 1, 0) == base);
}

TEST_CASE("forecast and gradient: each member of 8, and of 4, 3 and 12, as the run alone") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  for (const int members : {8, 4, 3, 12}) {
    const auto together = forecast_and_gradient({.threads = 2}, mesh, members, 0);
    for (int m = 0; m < members; ++m) {
      const auto alone = forecast_and_gradient({.threads = 1}, mesh, 1, m);
      CHECK(member_of(together.h, members, m) == alone.h);
      CHECK(member_of(together.u, members, m) == alone.u);
      CHECK(member_of(together.gh, members, m) == alone.gh);
      CHECK(member_of(together.gu, members, m) == alone.gu);
      CHECK(member_of(together.gb, members, m) == alone.gb);
      CHECK(member_of(together.gf, members, m) == alone.gf);
      CHECK(together.response[static_cast<std::size_t>(m)] == alone.response[0]);
    }
  }
}

TEST_CASE("window of 50 steps at 10,242 cells: dot products, dual numbers, Taylor", "[long]") {
  const Mesh mesh = testing::icosahedral_mesh(5);
  REQUIRE(mesh.cells == 10242);
  Parameters parameters;
  parameters.time_step = step_for(mesh);
  Domain domain(Device{}, mesh, parameters);
  const auto [state, environment] = make_flow(Device{}, mesh);
  const Window window{domain, environment, state, 50};
  for (const auto& check : verify_window(window, {})) {
    INFO(check.name << ": " << check.value << ", bound " << check.bound);
    CHECK(check.passed());
    WARN(check.name << ": " << check.value << ", bound " << check.bound);
  }
  const auto test = taylor_test(window, energy_about_rest(domain, state), {}, 5);
  for (const auto& row : test.rows) WARN("a " << row.a << " remainder " << row.remainder);
  REQUIRE(test.rows.size() == 6);
  CHECK(std::abs(test.worst_slope() - 2) <= 0.05);
}

}  // namespace hexad
