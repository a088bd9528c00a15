// Each response: its derivative by hand against dual numbers and against central differences, of
// one state and through a forecast.

#include <cmath>
#include <functional>
#include <numbers>

#include "catch.hpp"
#include "hexad/adjoint/dual_fields.hpp"
#include "hexad/adjoint/response/circulation.hpp"
#include "hexad/adjoint/response/departure.hpp"
#include "hexad/adjoint/response/forecast_error.hpp"
#include "hexad/adjoint/response/kinetic_energy.hpp"
#include "hexad/adjoint/response/response_sum.hpp"
#include "hexad/adjoint/response/surface_height.hpp"
#include "hexad/adjoint/response/thickness.hpp"
#include "hexad/adjoint/response/total_energy.hpp"
#include "hexad/adjoint/response/tracer.hpp"
#include "hexad/adjoint/response/vorticity.hpp"
#include "hexad/adjoint/response/wind.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "sweep_flow.hpp"

namespace hexad {
namespace {

using testing::SweepFlow;

constexpr double difference_bound = 1e-6, dual_bound = 1e-12;

struct Kind {
  std::string name;
  std::function<std::unique_ptr<Response>()> make;
};

/// All ten, in a circle or at its centre.
std::vector<Kind> all_kinds(const Mesh& mesh, const Device& device, const State<double>& target) {
  const bool plane = mesh.geometry == Geometry::plane;
  constexpr double degree = std::numbers::pi / 180;
  const PointChoice centre =
      plane ? PointChoice{{}, {}, 3.3e5, 4.1e5} : PointChoice{33 * degree, 48 * degree, {}, {}};
  const auto cells = cells_in(mesh, CircleRegion{centre, plane ? 3e5 : 4000e3});
  const auto part = place_weights(mesh, cells), mean = mean_weights(mesh, cells);
  const auto point = point_weights(mesh, centre);
  const Mesh* m = &mesh;
  const State<double>* x0 = &target;
  return {
      {"thickness", [=] { return make_response(ThicknessResponse(device, mean)); }},
      {"thickness at a point", [=] { return make_response(ThicknessResponse(device, point)); }},
      {"surface height", [=] { return make_response(SurfaceHeightResponse(device, mean)); }},
      {"eastward wind", [=] { return make_response(WindResponse(device, mean, false)); }},
      {"northward wind", [=] { return make_response(WindResponse(device, point, true)); }},
      {"vorticity", [=] { return make_response(VorticityResponse(device, mean)); }},
      {"vorticity at a point", [=] { return make_response(VorticityResponse(device, point)); }},
      {"tracer", [=] { return make_response(TracerResponse(device, mean, 1)); }},
      {"circulation", [=] { return make_response(CirculationResponse(device, *m, part)); }},
      {"kinetic energy", [=] { return make_response(KineticEnergyResponse(device, *m, part)); }},
      {"total energy", [=] { return make_response(TotalEnergyResponse(device, *m, part)); }},
      {"departure", [=] { return make_response(DepartureResponse(device, *m, 9.8, 8000, part)); }},
      {"forecast error",
       [=] { return make_response(ForecastErrorResponse(*m, copy_of(*x0), 9.8, 8000, part)); }}};
}

ResponseSum one_term(const Kind& kind, int first, int last, double weight = 1) {
  std::vector<ResponseTerm> terms;
  terms.push_back({kind.name, kind.make(), weight, first, last});
  return ResponseSum(std::move(terms));
}

/// x + a p, field by field.
template <class X>
X moved(const X& x, double a, const X& p) {
  X result;
  if constexpr (requires { x.tracers; }) result.tracers.resize(x.tracers.size());
  for_each_field(
      [a](const auto& from, const auto& along, auto& to) {
        auto values = from.to_host();
        const auto directions = along.to_host();
        for (std::size_t n = 0; n < values.size(); ++n) values[n] += a * directions[n];
        to = std::decay_t<decltype(to)>(from.device(), std::span<const double>(values),
                                        from.members());
      },
      x, p, result);
  return result;
}

template <class X>
double product(const X& a, const X& b) {
  double sum = 0;
  for_each_field([&](const auto& x, const auto& y) { sum += dot(x.to_host(), y.to_host()); }, a, b);
  return sum;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// The direction of the gradient's representer, each field scaled to a size of its own: a hundredth
/// of what there is.
template <class X>
X direction(Domain& domain, const X& gradient, const X& like) {
  X p = representer(domain, gradient);
  for_each_field(
      [](const auto& x, auto& field) {
        auto values = field.to_host();
        const double size = largest(values), there = largest(x.to_host());
        for (double& value : values) value *= size > 0 ? 0.01 * there / size : 0;
        field = std::decay_t<decltype(field)>(field.device(), std::span<const double>(values),
                                              field.members());
      },
      like, p);
  return p;
}

/// J of a run of `steps` steps from x in an environment, and the same in dual numbers.
template <class S>
Total<S> run(Domain& domain, const Environment<S>& environment, State<S> x, int steps,
             ResponseSum& sum) {
  Model<S> model(domain, copy_of(environment), Scheme::rk4);
  Total<S> total{};
  for (int n = 0; n <= steps; ++n) {
    if (sum.acts_at(n)) {
      if constexpr (std::is_same_v<S, double>)
        total += sum.value(domain, environment, x, n).front();
      else
        total += sum.dual_value(domain, environment, x, n).front();
    }
    if (n < steps) model.step(x);
  }
  return total;
}

void hold(SweepFlow& flow, const Kind& kind, int steps, int first) {
  INFO(kind.name << ", after " << steps << " steps, from step " << first);
  auto sum = one_term(kind, first, steps, -1.5);
  const auto& environment = flow.model.environment();
  const auto found = sweep(flow.model, flow.initial, steps, sum);
  const auto& [g, of_environment] = found.gradient;
  const auto p = direction(flow.domain, g, flow.initial);
  const auto q = direction(flow.domain, of_environment, environment);
  const double along = product(g, p) + product(of_environment, q);
  REQUIRE(along != 0);

  CHECK(found.response.front() ==
        Approx(run<double>(flow.domain, environment, copy_of(flow.initial), steps, sum))
            .epsilon(1e-14));
  const auto dual =
      run<Dual<double>>(flow.domain, dual_of(environment, q), dual_of(flow.initial, p), steps, sum);
  const double apart = std::abs(dual.tangent / along - 1);
  CHECK(dual.value == Approx(found.response.front()).epsilon(1e-14));
  CHECK(apart <= dual_bound);

  double best = 1;
  for (const double a : {1e-1, 1e-2, 1e-3}) {
    const double up =
        run<double>(flow.domain, moved(environment, a, q), moved(flow.initial, a, p), steps, sum);
    const double down =
        run<double>(flow.domain, moved(environment, -a, q), moved(flow.initial, -a, p), steps, sum);
    best = std::min(best, std::abs((up - down) / (2 * a) / along - 1));
  }
  CHECK(best <= difference_bound);
}

}  // namespace

TEST_CASE("Responses: derivatives of one state against dual numbers and differences") {
  for (const auto& [name, mesh] : testing::all_meshes(3)) {
    INFO(name);
    SweepFlow flow(mesh, Device{}, Scheme::rk4, 1, 2);
    for (const auto& kind : all_kinds(mesh, Device{}, flow.target)) hold(flow, kind, 0, 0);
  }
}

TEST_CASE("Responses: derivatives through six steps against dual numbers and differences") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  SweepFlow flow(mesh, Device{}, Scheme::rk4, 1, 2);
  for (const auto& kind : all_kinds(mesh, Device{}, flow.target)) {
    hold(flow, kind, 6, 6);
    hold(flow, kind, 6, 2);
  }
}

TEST_CASE("Responses: neither members nor threads nor devices change a bit") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  const auto gradient_of = [&](const Device& device, int members, int member) {
    SweepFlow flow(mesh, device, Scheme::rk4, members, 2, member);
    SweepFlow one(mesh, device, Scheme::rk4, 1, 2);
    std::vector<std::vector<double>> found;
    for (const auto& kind : all_kinds(mesh, device, one.target)) {
      auto sum = one_term(kind, 0, 2);
      const auto result = sweep(flow.model, flow.initial, 2, sum);
      found.push_back(result.response);
      for_each_field([&](const auto& field) { found.push_back(field.to_host()); },
                     result.gradient.state);
      for_each_field([&](const auto& field) { found.push_back(field.to_host()); },
                     result.gradient.environment);
    }
    return found;
  };
  const auto first = gradient_of(Device{}, 1, 0);
  CHECK(gradient_of(choose_device("cpu", 2), 1, 0) == first);
  CHECK(gradient_of(choose_device("mock", 2), 1, 0) == first);
  const auto both = gradient_of(Device{}, 2, 0), second = gradient_of(Device{}, 1, 1);
  for (std::size_t k = 0; k < both.size(); ++k)
    for (std::size_t n = 0; n < first[k].size(); ++n) {
      REQUIRE(both[k][2 * n] == first[k][n]);
      REQUIRE(both[k][2 * n + 1] == second[k][n]);
    }
}

TEST_CASE("Responses: known values of solid-body rotation") {
  const Mesh mesh = testing::icosahedral_mesh(5);
  const double degree = std::numbers::pi / 180, a = mesh.radius, u0 = 20;
  std::vector<double> velocity;
  for (Index e = 0; e < mesh.edges; ++e) {
    const Vec3 wind = u0 / a * cross(Vec3{0, 0, 1}, mesh.edge_position[e]);
    velocity.push_back(dot(wind, edge_normal(mesh, e)));
  }
  State<double> x{constant_field(Device{}, mesh, 5000), field_of<Place::edge>(Device{}, velocity)};
  Domain domain(Device{}, mesh);
  Environment<double> environment(Device{}, mesh);
  set_zero(environment);
  environment.gravity = constant_field(Device{}, mesh, 9.8);
  const PointChoice point{10 * degree, 50 * degree, {}, {}};
  const auto at_point = point_weights(mesh, point);
  const auto value = [&](const auto& response) {
    return response.template value<double>(domain, environment, x).front();
  };
  CHECK(value(ThicknessResponse(Device{}, at_point)) == Approx(5000).epsilon(1e-14));
  CHECK(value(SurfaceHeightResponse(Device{}, at_point)) == Approx(5000).epsilon(1e-14));
  // Means of linear functions of the place: second order, in units of what the flow varies over.
  const double second_order = std::pow(mean_spacing(mesh) / a, 2);
  CHECK(value(WindResponse(Device{}, at_point, false)) ==
        Approx(u0 * std::cos(50 * degree)).epsilon(second_order));
  CHECK(std::abs(value(WindResponse(Device{}, at_point, true))) <= second_order * u0);
  const double zeta = 2 * u0 / a * std::sin(50 * degree);
  CHECK(value(VorticityResponse(Device{}, at_point)) == Approx(zeta).epsilon(second_order));
  // Circulation round the cap north of 60 degrees, by Stokes the wind times the length; the cap of
  // cells has another area, in proportion.
  const auto cap = cells_in(mesh, BoxRegion{60 * degree, 90 * degree, 0, 360 * degree});
  const auto part = place_weights(mesh, cap);
  double area = 0, expected = 0;
  for (const Index i : cap) {
    area += mesh.area_cell[i];
    expected += mesh.area_cell[i] * 2 * u0 / a * mesh.cell_position[i].z / a;
  }
  CHECK(value(CirculationResponse(Device{}, mesh, part)) == Approx(expected).epsilon(second_order));
  CHECK(value(VorticityResponse(Device{}, mean_weights(mesh, cap))) * area ==
        Approx(value(CirculationResponse(Device{}, mesh, part))).epsilon(1e-12));
  const auto whole = place_weights(mesh, cells_in(mesh, WholeRegion{}));
  CHECK(std::abs(value(CirculationResponse(Device{}, mesh, whole))) <= 1e-12 * a * u0);
  // Integral of u^2 / 2 over the sphere: u0^2 / 2 * 4 pi a^2 * 2 / 3.
  const double kinetic = 5000 * u0 * u0 / 2 * 4 * std::numbers::pi * a * a * 2 / 3;
  CHECK(value(KineticEnergyResponse(Device{}, mesh, whole)) ==
        Approx(kinetic).epsilon(second_order));
  const double potential = 9.8 * 5000 * 2500 * 4 * std::numbers::pi * a * a;
  CHECK(value(TotalEnergyResponse(Device{}, mesh, whole)) -
            value(KineticEnergyResponse(Device{}, mesh, whole)) ==
        Approx(potential).epsilon(1e-12));
  // The departure of the whole mesh is the energy norm about rest.
  const auto norm = energy_about_rest(domain, environment, x);
  CHECK(value(DepartureResponse(Device{}, mesh, norm.gravity(), norm.mean_depth(), whole)) ==
        Approx(norm.value(domain, x).front()).epsilon(1e-14));
}

TEST_CASE("Responses: a mean over a span is the trapezoidal rule") {
  ResponseTerm term{"", nullptr, 1, 2, 6};
  double sum = 0;
  for (int n = 0; n <= 8; ++n) sum += term.share(n);
  CHECK(sum == 1);
  CHECK(term.share(1) == 0);
  CHECK(term.share(2) == 0.125);
  CHECK(term.share(3) == 0.25);
  CHECK(term.share(7) == 0);
}

}  // namespace hexad
