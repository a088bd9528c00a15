// Balanced initial states.

#include "hexad/experiments/initial/balance.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "earth.hpp"
#include "hexad/core/random.hpp"
#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/experiments/norms.hpp"
#include "hexad/model/model.hpp"

using namespace hexad;
using hexad::test::case_of;
using hexad::test::earth;
using hexad::test::sphere;

namespace {

const std::string data = std::string(HEXAD_TEST_DATA) + "/../../experiments/data/";

Case analysis_case(AnalysisChoice::Balance balance) {
  AnalysisChoice choice;
  choice.file = data + "eraint_500hPa_monthly.nc";
  choice.month = 1;
  choice.mean_depth = 8000;
  choice.balance = balance;
  return case_of(choice);
}

using Profile = double (*)(double sine);

/// u_e of a zonal wind.
std::vector<double> zonal_wind(const Mesh& mesh, Profile wind) {
  std::vector<double> values;
  for (Index e = 0; e < mesh.edges; ++e) {
    const Vec3 position = mesh.edge_position[static_cast<std::size_t>(e)];
    values.push_back(wind(position.z / norm(position)) *
                     dot(local_frame(mesh, position).east, edge_normal(mesh, e)));
  }
  return values;
}

/// Balances the wind of a height with a zonal profile and returns its error.
double error_of_balance(int level, Profile height, Profile wind) {
  const Mesh mesh = sphere(level);
  InitialFlow flow = initial_flow(mesh, case_of(RestChoice{8000}));
  for (std::size_t i = 0; i < flow.thickness.size(); ++i)
    flow.thickness[i] += height(mesh.cell_position[i].z / norm(mesh.cell_position[i]));
  balance_wind(mesh, earth, flow);
  CHECK(root_mean_square(mesh, divergence_of(mesh, flow.velocity)) < 1e-18);
  return wind_error(mesh, flow.velocity, zonal_wind(mesh, wind)).l2;
}

constexpr double two_omega_a = 2 * 7.292e-5 * earth_radius, gravity = 9.80616;

/// Mean size of dh/dt over the first hours (m/s), after the first step.
double noise(const Mesh& mesh, const InitialFlow& flow, double step, int steps) {
  Domain domain(Device{}, mesh);
  domain.set_time_step(step);
  Environment<double> environment(Device{}, mesh);
  set_zero(environment);
  environment.topography = CellField<double>(Device{}, flow.topography);
  environment.coriolis = VertexField<double>(Device{}, flow.coriolis);
  environment.gravity = constant_field(Device{}, mesh, gravity);
  Model<double> model(domain, std::move(environment), Scheme::rk4);
  State<double> state(CellField<double>(Device{}, flow.thickness),
                      EdgeField<double>(Device{}, flow.velocity));
  double sum = 0;
  auto before = flow.thickness;
  for (int n = 0; n < steps; ++n) {
    model.step(state);
    const auto now = state.thickness.to_host();
    for (std::size_t i = 0; i < now.size(); ++i) before[i] = (now[i] - before[i]) / step;
    sum += root_mean_square(mesh, before);
    before = now;
  }
  return sum / steps;
}

std::vector<double> plus(std::vector<double> x, const std::vector<double>& y) {
  for (std::size_t n = 0; n < x.size(); ++n) x[n] += y[n];
  return x;
}

}  // namespace

TEST_CASE("Poisson's equation is solved", "[experiments][balance]") {
  for (const Mesh& mesh : {sphere(3), make_planar({16, 12, 1e5})}) {
    const Random random(9, "p");
    std::vector<double> p;
    for (Index i = 0; i < mesh.cells; ++i) p.push_back(random.normal(i));
    const double mean = area_mean(mesh, p);
    SolverReport report;
    const auto found =
        solve_poisson(mesh, divergence_of(mesh, gradient_of(mesh, p)), 1e-12, &report);
    CHECK(report.residual <= 1e-12);
    double error = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      error = std::max(error, std::abs(found[i] - (p[i] - mean)));
    CHECK(error < 1e-9);  // the residual times the condition of so small a mesh
    CHECK(area_mean(mesh, found) == Approx(0).margin(1e-14));
    CHECK(solve_poisson(mesh, std::vector<double>(p.size(), 0.0)) ==
          std::vector<double>(p.size(), 0.0));
  }
}

TEST_CASE("linear balance finds zonal winds, at the equator too", "[experiments][balance]") {
  // f u = -(1/a) d(g h)/d(latitude); s is the sine of the latitude.
  SECTION("solid body: u = 30 cos, g h = -Omega a 30 s^2") {
    const Profile height = [](double s) { return -0.5 * two_omega_a * 30 * s * s / gravity; };
    const Profile wind = [](double s) { return 30 * std::sqrt(1 - s * s); };
    const double coarse = error_of_balance(4, height, wind);
    const double fine = error_of_balance(5, height, wind);
    INFO("errors " << coarse << ", " << fine);
    CHECK(coarse < 0.02);
    CHECK(fine < 0.01);
  }
  SECTION("jets: u = 40 sin^2(2 latitude)") {
    const Profile height = [](double s) {
      const double c = std::sqrt(1 - s * s);
      return 4 * two_omega_a * 40 * (c * c * c / 3 - c * c * c * c * c / 5) / gravity;
    };
    const Profile wind = [](double s) { return 160 * s * s * (1 - s * s); };
    const double coarse = error_of_balance(4, height, wind);
    const double fine = error_of_balance(5, height, wind);
    INFO("errors " << coarse << ", " << fine);
    // In the belt of w = 5 degrees, a part w of the sphere, the wind of 160 w^2 m/s is smoothed
    // away: sqrt(w) 160 w^2 = 0.36 m/s in l2, against the 25.5 m/s of the whole.
    CHECK(coarse < 0.02);
    CHECK(fine < 0.015);
  }
}

TEST_CASE("the geostrophic wind of an analysis is near the analysed one",
          "[experiments][balance]") {
  const Mesh mesh = sphere(4);
  const auto analysed = initial_flow(mesh, analysis_case(AnalysisChoice::Balance::none));
  const auto balanced = initial_flow(mesh, analysis_case(AnalysisChoice::Balance::geostrophic));
  CHECK(balanced.thickness == analysed.thickness);
  REQUIRE(balanced.notes.size() == 1);
  double difference = 0, size = 0, largest = 0;
  for (std::size_t e = 0; e < analysed.velocity.size(); ++e) {
    largest = std::max(largest, std::abs(balanced.velocity[e]));
    if (std::abs(longitude_latitude(mesh.edge_position[e]).latitude) < 0.4) continue;
    difference += std::pow(balanced.velocity[e] - analysed.velocity[e], 2);
    size += std::pow(analysed.velocity[e], 2);
  }
  INFO(std::sqrt(difference / size) << ", largest " << largest);
  CHECK(std::sqrt(difference / size) < 0.25);  // monthly means are nearly geostrophic there
  CHECK(largest < 60);                         // nothing blows up at the equator
}

TEST_CASE("nonlinear balance takes the divergence's tendency away", "[experiments][balance]") {
  const Mesh mesh = sphere(4);
  Case none = analysis_case(AnalysisChoice::Balance::none);
  Case balance = analysis_case(AnalysisChoice::Balance::nonlinear);
  SECTION("on a smooth Earth") {}
  SECTION("over mountains") {
    none.topography = TopographyChoice{data + "topography_2deg.nc", {}, 0.5, 300e3};
    balance.topography = none.topography;
  }
  const auto before = initial_flow(mesh, none), after = initial_flow(mesh, balance);
  const auto tendency = [&](const InitialFlow& flow) {
    return root_mean_square(mesh, divergence_of(mesh, wind_tendency(mesh, earth, flow)));
  };
  CHECK(tendency(after) < 1e-9 * tendency(before));
  CHECK(root_mean_square(mesh, divergence_of(mesh, after.velocity)) <
        1e-10 * root_mean_square(mesh, divergence_of(mesh, before.velocity)));
  CHECK(area_mean(mesh, after.thickness) == Approx(8000).epsilon(1e-12));
  REQUIRE(after.notes.size() == 1);

  // Gravity waves are what makes the thickness change fast over the first hours.
  const double loud = noise(mesh, before, 900, 24), quiet = noise(mesh, after, 900, 24);
  INFO("mean |dh/dt| " << loud << " and " << quiet << " m/s");
  CHECK(quiet < 0.5 * loud);
}

TEST_CASE("the idealised states start in balance", "[experiments][balance]") {
  // What of du/dt would set off gravity waves, its part that is a gradient, against the pressure
  // gradient that should balance the rest: it falls with the spacing, as the operators' errors do.
  const auto imbalance = [](const InitialChoice& choice, int level) {
    const Mesh mesh = sphere(level);
    const InitialFlow flow = initial_flow(mesh, case_of(choice));
    std::vector<double> surface(flow.thickness.size());
    for (std::size_t i = 0; i < surface.size(); ++i)
      surface[i] = earth.gravity * (flow.thickness[i] + flow.topography[i]);
    const auto pressure = gradient_of(mesh, surface);
    const auto waves = gradient_of(
        mesh, solve_poisson(mesh, divergence_of(mesh, wind_tendency(mesh, earth, flow))));
    return wind_error(mesh, plus(pressure, waves), pressure).l2;
  };
  for (const auto& [name, choice, level] :
       {std::tuple("williamson2", InitialChoice(Williamson2Choice{0.3}), 3),
        std::tuple("williamson5", InitialChoice(Williamson5Choice{}), 3),
        std::tuple("williamson6", InitialChoice(Williamson6Choice{}), 4),
        std::tuple("galewsky", InitialChoice(GalewskyChoice{false}), 5)}) {
    const double coarse = imbalance(choice, level), fine = imbalance(choice, level + 1);
    INFO(name << ": " << coarse << ", with half the spacing " << fine);
    CHECK(coarse < 0.05);
    CHECK(fine < coarse / 1.7);
  }
}

TEST_CASE("a geostrophic wind needs a sphere that turns", "[experiments][balance]") {
  const Mesh mesh = sphere(2);
  Case run = analysis_case(AnalysisChoice::Balance::geostrophic);
  run.model.rotation = 0;
  CHECK_THROWS_AS(initial_flow(mesh, run), InputError);
}
