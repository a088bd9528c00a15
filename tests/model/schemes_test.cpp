// Time schemes: their order, their mass flux, their stability.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "apply.hpp"
#include "catch.hpp"
#include "hexad/model/diagnostics.hpp"
#include "test_meshes.hpp"

namespace hexad::testing {
namespace {

/// A hill of the surface on a turning plane, smooth on its mesh.
struct Basin {
  Mesh mesh = make_planar({.nx = 16, .ny = 16, .spacing = 100e3});
  State<double> state;
  Environment<double> environment;

  Basin() {
    const Device device;
    std::vector<double> h, u;
    for (const Vec3& x : mesh.cell_position)
      h.push_back(1000 + 20 * std::sin(2 * std::numbers::pi * x.x / mesh.period_x) *
                             std::cos(2 * std::numbers::pi * x.y / mesh.period_y));
    for (Index e = 0; e < mesh.edges; ++e) {
      const double x = mesh.edge_position[static_cast<std::size_t>(e)].x;
      u.push_back(5 * std::cos(2 * std::numbers::pi * x / mesh.period_x) * edge_normal(mesh, e).y);
    }
    state = {CellField<double>(device, h), EdgeField<double>(device, u)};
    environment = Environment<double>(device, mesh);
    set_zero(environment);
    environment.gravity = constant_field(device, mesh, 9.8);
    environment.coriolis = VertexField<double>(
        device, std::vector<double>(static_cast<std::size_t>(mesh.vertices), 1e-4));
  }

  [[nodiscard]] Values after(Scheme scheme, double seconds, int steps) const {
    Parameters parameters;
    parameters.time_step = seconds / steps;
    Domain domain(Device{}, mesh, parameters);
    Model<double> model(domain, copy_of(environment), scheme);
    auto x = copy_of(state);
    for (int n = 0; n < steps; ++n) model.step(x);
    Values all = x.thickness.to_host();
    for (const double value : x.velocity.to_host()) all.push_back(value);
    return all;
  }
};

}  // namespace

TEST_CASE("each scheme converges in time at its order") {
  const Basin basin;
  constexpr double duration = 6 * 3600;
  const Values exact = basin.after(Scheme::rk4, duration, 768);
  const auto order_of = [&](Scheme scheme) {
    const double coarse = relative_difference(basin.after(scheme, duration, 48), exact);
    const double fine = relative_difference(basin.after(scheme, duration, 96), exact);
    const double order = std::log2(coarse / fine);
    WARN(to_string(scheme) << ": errors " << coarse << " and " << fine << ", order " << order);
    return order;
  };
  // Half an order below would be another scheme.
  CHECK(std::abs(order_of(Scheme::rk4) - 4) <= 0.2);
  CHECK(std::abs(order_of(Scheme::ssprk3) - 3) <= 0.2);
  CHECK(std::abs(order_of(Scheme::fbrk32) - 2) <= 0.2);
}

TEST_CASE("the mass flux of a step is what moved the thickness, to round-off") {
  for (const auto& [name, mesh] : all_meshes(3)) {
    const double dt = 0.3 * mean_spacing(mesh) / 300;
    Apply apply(mesh, dt);
    const Values h = 500.0 * apply.draw(Place::cell, "h", 10);
    const std::vector<Values> x{h,
                                20.0 * apply.draw(Place::edge, "u"),
                                500.0 * apply.draw(Place::cell, "b"),
                                1e-4 * apply.draw(Place::vertex, "f"),
                                0.5 * apply.draw(Place::cell, "g", 20),
                                5e4 * apply.draw(Place::cell, "nu", 2),
                                5e14 * apply.draw(Place::cell, "kappa", 2)};
    for (const std::string scheme : {"rk4_step", "ssprk3_step", "fbrk32_step"}) {
      INFO(name << " mesh, " << scheme);
      const auto after = apply.all(scheme + " (energy)", x);
      const Values moved = h + -dt * apply("divergence", after[2]);
      CHECK(relative_difference(moved, after[0]) <= 1e-14);
    }
  }
}

TEST_CASE("the bounds of stability: gravity waves on a plane of hexagons") {
  // The largest eigenvalue of - D G is 6 / d^2; each scheme is stable just below the step that this
  // gives and unstable just above it.
  const Basin basin;
  constexpr double fastest = 2.449489742783178;  // sqrt(6)
  const auto grows = [&](Scheme scheme, double courant) {
    const double wave = std::sqrt(9.8 * 1000);
    const double step = courant / fastest * 100e3 / wave;
    Domain domain(Device{}, basin.mesh, {.time_step = step});
    auto around = copy_of(basin.environment);
    set_zero(around.coriolis);
    Model<double> model(domain, std::move(around), scheme);
    // Noise of 1e-6 m on a layer at rest: linear, and all wave numbers are there.
    auto h = draw(basin.mesh, Place::cell, 1000, 1e-6, "noise", 1).values;
    State<double> x{CellField<double>(Device{}, h), EdgeField<double>(Device{}, basin.mesh.edges)};
    set_zero(x.velocity);
    for (int n = 0; n < 2000; ++n) model.step(x);
    const auto after = x.thickness.to_host();
    return !std::all_of(after.begin(), after.end(),
                        [](double value) { return std::abs(value - 1000) < 1e-4; });
  };
  const double rk4 = 2 * std::sqrt(2.0), ssprk3 = std::sqrt(3.0), fbrk32 = 3.862;
  CHECK_FALSE(grows(Scheme::rk4, 0.99 * rk4));
  CHECK(grows(Scheme::rk4, 1.02 * rk4));
  CHECK_FALSE(grows(Scheme::ssprk3, 0.99 * ssprk3));
  CHECK(grows(Scheme::ssprk3, 1.02 * ssprk3));
  CHECK_FALSE(grows(Scheme::fbrk32, 0.99 * fbrk32));
  CHECK(grows(Scheme::fbrk32, 1.02 * fbrk32));
}

}  // namespace hexad::testing
