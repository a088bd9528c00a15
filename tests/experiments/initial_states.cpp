#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/norms.hpp"
#include "hexad/grids/generate.hpp"

using namespace hexad;

namespace {

const ModelChoice earth{9.80616, 7.292e-5};

Case case_of(const InitialChoice& initial) {
  Case run;
  run.initial = initial;
  run.model = earth;
  return run;
}

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  return make_icosahedral(options);
}

double sum_of_squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

}  // namespace

TEST_CASE("error norms of Williamson et al. (1992)", "[experiments]") {
  const std::vector<double> values{1.5, -2, 4}, truth{1, -2, 5}, weights{2, 1, 1};
  const ErrorNorms norms = error_norms(values, truth, weights);
  CHECK(norms.l1 == Approx(2.0 / 9).epsilon(1e-15));              // (1 + 0 + 1) / (2 + 2 + 5)
  CHECK(norms.l2 == Approx(std::sqrt(1.5 / 31)).epsilon(1e-15));  // (0.5 + 1) / (2 + 4 + 25)
  CHECK(norms.linf == Approx(0.2).epsilon(1e-15));
}

TEST_CASE("Williamson 2 starts from the values of the paper", "[experiments]") {
  const Mesh mesh = sphere(3);
  for (const double alpha : {0.0, 0.05, std::numbers::pi / 2}) {
    const InitialFlow flow = williamson2(mesh, {alpha}, earth);
    const double a = mesh.radius, u0 = 2 * std::numbers::pi * a / (12 * 86400.0);
    for (std::size_t i = 0; i < flow.thickness.size(); ++i) {
      const auto [longitude, latitude] = longitude_latitude(mesh.cell_position[i]);
      // eq. 95
      const double s = -std::cos(longitude) * std::cos(latitude) * std::sin(alpha) +
                       std::sin(latitude) * std::cos(alpha);
      const double gh = 2.94e4 - (a * 7.292e-5 * u0 + u0 * u0 / 2) * s * s;
      REQUIRE(flow.thickness[i] == Approx(gh / 9.80616).epsilon(1e-13));
    }
    const ExactSolution exact = williamson2_exact(mesh, {alpha}, earth);
    for (Index e = 0; e < mesh.edges; ++e) {
      const Vec3 position = mesh.edge_position[static_cast<std::size_t>(e)];
      const auto [longitude, latitude] = longitude_latitude(position);
      const auto frame = local_frame(mesh, position);
      // eqs. 90 and 91
      const double u = u0 * (std::cos(latitude) * std::cos(alpha) +
                             std::cos(longitude) * std::sin(latitude) * std::sin(alpha));
      const double v = -u0 * std::sin(longitude) * std::sin(alpha);
      const double normal = dot(u * frame.east + v * frame.north, edge_normal(mesh, e));
      REQUIRE(std::abs(exact.velocity[static_cast<std::size_t>(e)] - normal) < 1e-12 * u0);
    }
  }
}

TEST_CASE("the wind of Williamson 2 is free of divergence and second order", "[experiments]") {
  double last = 0;
  for (const int level : {3, 4, 5}) {
    const Mesh mesh = sphere(level);
    const InitialFlow flow = williamson2(mesh, {0.3}, earth);
    const auto exact = exact_solution(mesh, case_of(Williamson2Choice{0.3}), flow, 0);
    REQUIRE(exact);
    const double error = wind_error(mesh, flow.velocity, exact->velocity).l2;
    CHECK(thickness_error(mesh, flow.thickness, exact->thickness).linf == 0);
    if (last > 0) CHECK(std::log2(last / error) > 1.9);
    last = error;

    for (Index i = 0; i < mesh.cells; ++i) {
      double outflow = 0, through = 0;
      for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
        const auto e = static_cast<std::size_t>(mesh.edges_on_cell[mesh.slot(i, k)]);
        const double flux = mesh.dv_edge[e] * flow.velocity[e];
        outflow += mesh.cells_on_edge[e][0] == i ? flux : -flux;
        through += std::abs(flux);
      }
      // round-off of differences of the stream function, u0 a at most
      REQUIRE(std::abs(outflow) <= 1e-15 * 40 * mesh.radius + 1e-15 * through);
    }
  }
}

TEST_CASE("the Coriolis parameter", "[experiments]") {
  const Mesh mesh = sphere(2);
  const auto f = coriolis_parameter(mesh, 7.292e-5);
  for (std::size_t v = 0; v < f.size(); ++v)
    REQUIRE(f[v] ==
            Approx(2 * 7.292e-5 * std::sin(longitude_latitude(mesh.vertex_position[v]).latitude))
                .margin(1e-19)
                .epsilon(1e-12));
  const Mesh plane = make_planar({8, 8, 1000});
  for (const double value : coriolis_parameter(plane, 5e-5)) REQUIRE(value == 1e-4);
}

TEST_CASE("a hill on a layer at rest", "[experiments]") {
  const Mesh plane = make_planar({16, 16, 1000});
  const InitialFlow flow = gaussian_hill(plane, {100, 5, 2000}, earth);
  const auto highest = std::max_element(flow.thickness.begin(), flow.thickness.end());
  CHECK(*highest <= 105);
  CHECK(*highest > 104.5);
  CHECK(*std::min_element(flow.thickness.begin(), flow.thickness.end()) ==
        Approx(100).margin(1e-3));
  CHECK(sum_of_squares(flow.velocity) == 0);
  CHECK_THROWS_AS(initial_flow(plane, case_of(Williamson2Choice{})), InputError);
}
