// The idealised states against the formulas of their papers.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "catch.hpp"
#include "earth.hpp"
#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/initial/quadrature.hpp"
#include "hexad/experiments/initial/tracers.hpp"
#include "hexad/experiments/norms.hpp"

using namespace hexad;
using hexad::test::case_of;
using hexad::test::earth;
using hexad::test::sphere;

namespace {

constexpr double pi = std::numbers::pi;

/// Eastward and northward wind at a longitude and latitude.
using Wind = std::function<std::pair<double, double>(double, double)>;

std::vector<double> normal_wind(const Mesh& mesh, const Wind& wind) {
  std::vector<double> values;
  for (Index e = 0; e < mesh.edges; ++e) {
    const Vec3 position = mesh.edge_position[static_cast<std::size_t>(e)];
    const auto [longitude, latitude] = longitude_latitude(position);
    const auto [u, v] = wind(longitude, latitude);
    const auto frame = local_frame(mesh, position);
    values.push_back(dot(u * frame.east + v * frame.north, edge_normal(mesh, e)));
  }
  return values;
}

/// The largest outflow of a cell over the largest flux through one of its edges.
double worst_outflow(const Mesh& mesh, const std::vector<double>& velocity) {
  double worst = 0, largest = 0;
  for (Index i = 0; i < mesh.cells; ++i) {
    double outflow = 0;
    for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
      const auto e = static_cast<std::size_t>(mesh.edges_on_cell[mesh.slot(i, k)]);
      const double flux = mesh.dv_edge[e] * velocity[e];
      outflow += mesh.cells_on_edge[e][0] == i ? flux : -flux;
      largest = std::max(largest, std::abs(flux));
    }
    worst = std::max(worst, std::abs(outflow));
  }
  return worst / largest;
}

/// The wind comes near that of the paper with second order, and has no divergence.
void check_wind(const InitialChoice& initial, const Wind& wind, const std::vector<int>& levels) {
  double last = 0;
  for (const int level : levels) {
    const Mesh mesh = sphere(level);
    const InitialFlow flow = initial_flow(mesh, case_of(initial));
    // Round-off of differences of psi, which is as large as the sphere's radius to their spacing.
    CHECK(worst_outflow(mesh, flow.velocity) <=
          1e-15 * mesh.radius / *std::min_element(mesh.dv_edge.begin(), mesh.dv_edge.end()));
    const double error = wind_error(mesh, flow.velocity, normal_wind(mesh, wind)).l2;
    INFO("level " << level << ", error of the wind " << error);
    CHECK(error < 0.5);
    if (last > 0) CHECK(std::log2(last / error) > 1.9);
    last = error;
  }
}

double cell_mean(const Mesh& mesh, const std::vector<double>& values) {
  double sum = 0, area = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += mesh.area_cell[i] * values[i];
    area += mesh.area_cell[i];
  }
  return sum / area;
}

}  // namespace

TEST_CASE("Gauss-Legendre rules are exact for polynomials", "[experiments]") {
  const GaussLegendre<16> rule;
  for (int power = 0; power <= 31; ++power) {
    double sum = 0;
    for (std::size_t n = 0; n < 16; ++n) sum += rule.weight[n] * std::pow(rule.point[n], power);
    INFO("power " << power);
    CHECK(sum == Approx(power % 2 == 0 ? 2.0 / (power + 1) : 0.0).margin(4e-15));
  }
  const auto cosine = [](double x) { return std::cos(x); };
  Cumulative integral(cosine, -1.0, 2.0, 5);
  CHECK(integral(-2) == 0);
  CHECK(integral(3) == Approx(std::sin(2.0) + std::sin(1.0)).epsilon(1e-15));
  for (double x = -1; x < 2; x += 0.07)
    CHECK(integral(x) == Approx(std::sin(x) + std::sin(1.0)).margin(1e-15).epsilon(1e-15));
}

TEST_CASE("the wind of Williamson 1", "[experiments]") {
  for (const double alpha : {0.0, 0.05, pi / 2}) {
    const double u0 = 2 * pi * earth_radius / (12 * 86400.0);
    check_wind(Williamson1Choice{alpha, 1000},
               [=](double longitude, double latitude) {  // eqs. 75 and 76
                 return std::pair(u0 * (std::cos(latitude) * std::cos(alpha) +
                                        std::sin(latitude) * std::cos(longitude) * std::sin(alpha)),
                                  -u0 * std::sin(longitude) * std::sin(alpha));
               },
               {3, 4});
  }
}

TEST_CASE("tracers of a solid-body wind turn with it", "[experiments]") {
  const Mesh mesh = sphere(3);
  Case run = case_of(Williamson1Choice{0.4, 1000});
  TracerChoice bell;
  bell.shape = TracerChoice::Shape::cosine_bell;
  bell.longitude = 1.5 * pi;
  bell.radius = earth_radius / 3;
  bell.amplitude = 1000;
  run.tracers = {bell};
  const InitialFlow start = initial_flow(mesh, run);
  REQUIRE(start.tracers.size() == 1);
  CHECK_FALSE(exact_solution(mesh, run, start, 0));  // the wind would change
  run.model.parameters.wind = WindChoice::prescribed;
  for (const double days : {0.0, 12.0}) {  // once round
    const auto exact = exact_solution(mesh, run, start, days * 86400);
    REQUIRE(exact);
    for (std::size_t i = 0; i < start.thickness.size(); ++i) {
      REQUIRE(exact->thickness[i] == 1000);
      REQUIRE(exact->tracers[0][i] == Approx(start.tracers[0][i]).margin(1e-9));
    }
  }
  // After three days the bell has gone a quarter round about the tilted axis.
  const auto exact = exact_solution(mesh, run, start, 3 * 86400.0);
  const Vec3 axis{-std::sin(0.4), 0, std::cos(0.4)}, before{0, -1, 0};
  const Vec3 centre = cross(axis, before) + dot(axis, before) * axis;
  const auto top = std::max_element(exact->tracers[0].begin(), exact->tracers[0].end());
  const Vec3 found =
      normalised(mesh.cell_position[static_cast<std::size_t>(top - exact->tracers[0].begin())]);
  CHECK(norm(found - centre) * mesh.radius < mean_spacing(mesh));
}

TEST_CASE("Williamson 5 starts from the values of the paper", "[experiments]") {
  const Mesh mesh = sphere(4);
  const InitialFlow flow = initial_flow(mesh, case_of(Williamson5Choice{}));
  for (std::size_t i = 0; i < flow.thickness.size(); ++i) {
    const double s = std::sin(longitude_latitude(mesh.cell_position[i]).latitude);
    const double surface =  // eq. 95 with alpha = 0
        5960 - (earth_radius * 7.292e-5 * 20 + 0.5 * 400) * s * s / 9.80616;
    REQUIRE(flow.thickness[i] + flow.topography[i] == Approx(surface).epsilon(1e-14));
    REQUIRE(flow.topography[i] >= 0);
  }
  // The volume of the cone, to the error of sampling its kinks.
  const double base = pi / 9, volume = pi * base * base / 3 * 2000 * std::cos(pi / 6);
  CHECK(cell_mean(mesh, flow.topography) == Approx(volume / (4 * pi)).epsilon(0.05));
  check_wind(Williamson5Choice{},
             [](double, double latitude) { return std::pair(20 * std::cos(latitude), 0.0); },
             {3, 4});
}

TEST_CASE("Williamson 6 starts from the wind of the paper", "[experiments]") {
  const double a = earth_radius, w = 7.848e-6, k = 7.848e-6, r = 4;
  check_wind(Williamson6Choice{},
             [=](double longitude, double latitude) {  // eqs. 143 and 144
               const double c = std::cos(latitude), s = std::sin(latitude);
               return std::pair(a * w * c + a * k * std::pow(c, r - 1) * (r * s * s - c * c) *
                                                std::cos(r * longitude),
                                -a * k * r * std::pow(c, r - 1) * s * std::sin(r * longitude));
             },
             {4, 5});
  const Mesh mesh = sphere(4);
  const InitialFlow flow = initial_flow(mesh, case_of(Williamson6Choice{}));
  const auto [low, high] = std::minmax_element(flow.thickness.begin(), flow.thickness.end());
  CHECK(*low > 8000);    // at the poles
  CHECK(*high < 10600);  // the contours of the paper's fig. 6.1 reach 10,500 m
  CHECK(*high > 10400);
}

TEST_CASE("the jet of Galewsky et al. (2004)", "[experiments]") {
  const double south = pi / 7, north = pi / 2 - south;
  const auto jet = [=](double latitude) {  // eq. 2
    if (latitude <= south || latitude >= north) return 0.0;
    const double scale = std::exp(-4 / ((north - south) * (north - south)));
    return 80 / scale * std::exp(1 / ((latitude - south) * (latitude - north)));
  };
  SECTION("its wind") {
    check_wind(GalewskyChoice{},
               [&](double, double latitude) { return std::pair(jet(latitude), 0.0); }, {5, 6});
  }
  SECTION("its height, against another rule of integration") {
    const Mesh mesh = sphere(4);
    const InitialFlow flow = initial_flow(mesh, case_of(GalewskyChoice{false}));
    // The trapezoidal rule on very many intervals: the jet is smooth and ends smoothly.
    const int count = 1 << 16;
    std::vector<double> fallen{0.0};
    double mean = 0;
    const double step = (north - south) / count;
    const auto fall = [&](double y) {
      return jet(y) * (2 * 7.292e-5 * std::sin(y) + jet(y) * std::tan(y) / earth_radius) *
             earth_radius / 9.80616;
    };
    for (int n = 0; n < count; ++n) {
      const double y0 = south + n * step, y1 = y0 + step;
      fallen.push_back(fallen.back() +
                       step / 6 * (fall(y0) + 4 * fall(0.5 * (y0 + y1)) + fall(y1)));
      mean += 0.5 * step * 0.5 *
              (fallen[static_cast<std::size_t>(n)] * std::cos(y0) + fallen.back() * std::cos(y1));
    }
    mean += 0.5 * fallen.back() * (1 - std::sin(north));
    for (std::size_t i = 0; i < flow.thickness.size(); ++i) {
      const double y = longitude_latitude(mesh.cell_position[i]).latitude;
      if (y > south && y < north) continue;
      const double height = 10000 + mean - (y > north ? fallen.back() : 0.0);
      REQUIRE(flow.thickness[i] == Approx(height).epsilon(1e-9));  // of the trapezoids
    }
    CHECK(cell_mean(mesh, flow.thickness) == Approx(10000).epsilon(1e-4));
  }
  SECTION("its perturbation") {
    const Mesh mesh = sphere(5);
    const auto with = initial_flow(mesh, case_of(GalewskyChoice{true})).thickness;
    const auto without = initial_flow(mesh, case_of(GalewskyChoice{false})).thickness;
    for (std::size_t i = 0; i < with.size(); ++i) {
      const auto [turned, y] = longitude_latitude(mesh.cell_position[i]);
      const double x = std::remainder(turned, 2 * pi);
      const double bump = 120 * std::cos(y) * std::exp(-std::pow(x / (1.0 / 3), 2)) *
                          std::exp(-std::pow((pi / 4 - y) / (1.0 / 15), 2));  // eq. 4
      REQUIRE(with[i] - without[i] == Approx(bump).margin(1e-11));
    }
  }
}

TEST_CASE("a layer at rest", "[experiments]") {
  for (const Mesh& mesh : {sphere(2), make_planar({8, 8, 1000})}) {
    const Case run = case_of(RestChoice{3000});
    const InitialFlow flow = initial_flow(mesh, run);
    for (const double depth : flow.thickness) REQUIRE(depth == 3000);
    for (const double wind : flow.velocity) REQUIRE(wind == 0);
    const auto exact = exact_solution(mesh, run, flow, 1e6);
    REQUIRE(exact);
    CHECK(exact->at_rest);
    CHECK(exact->velocity == flow.velocity);
  }
}

TEST_CASE("shapes of tracers", "[experiments]") {
  using Shape = TracerChoice::Shape;
  const Mesh mesh = sphere(0);
  const auto at = [&](double longitude, double latitude) {
    return Vec3{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                std::sin(latitude)};
  };
  TracerChoice choice;
  choice.longitude = 0.1;  // shapes reach over the meridian of Greenwich
  choice.radius = 0.5 * earth_radius;
  choice.amplitude = 3;
  choice.background = 2;
  const auto value = [&](Shape shape, double longitude, double latitude) {
    choice.shape = shape;
    return tracer_value(mesh, choice, at(longitude, latitude));
  };
  CHECK(value(Shape::cosine_bell, 0.1, 0) == 5);
  CHECK(value(Shape::cosine_bell, 0.1 - 0.25, 0) == Approx(3.5));
  CHECK(value(Shape::cosine_bell, 0.1, 0.51) == 2);
  CHECK(value(Shape::gaussian, 0.1 - 0.5, 0) == Approx(2 + 3 / std::numbers::e));
  CHECK(value(Shape::constant, 1, 1) == 3);
  CHECK(value(Shape::slotted_cylinder, 0.1, 0.0) == 2);         // in the slot
  CHECK(value(Shape::slotted_cylinder, 0.1, -0.25) == 5);       // below it
  CHECK(value(Shape::slotted_cylinder, 0.1 - 0.1, 0.0) == 5);   // beside it
  CHECK(value(Shape::slotted_cylinder, 0.1 - 0.08, 0.3) == 2);  // inside 0.5 / 6
  CHECK(value(Shape::slotted_cylinder, 0.1 + 0.3, 0.45) == 2);  // outside

  const Mesh plane = make_planar({8, 8, 1000});
  choice.radius = 2000;
  choice.shape = Shape::cosine_bell;
  CHECK(tracer_value(plane, choice, {plane.period_x / 2, plane.period_y / 2, 0}) == 5);
  choice.x = 0;
  choice.y = 0;
  CHECK(tracer_value(plane, choice, {plane.period_x - 1000, 0, 0}) == Approx(3.5));
}
