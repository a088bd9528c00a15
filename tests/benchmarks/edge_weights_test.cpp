// The baseline computes what the model computes: otherwise their times could not be compared.

#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "hexad/benchmarks/edge_weights.hpp"
#include "hexad/benchmarks/fixture.hpp"
#include "hexad/benchmarks/plans.hpp"
#include "hexad/model/operators/tendency.hpp"

namespace hexad::bench {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace

TEST_CASE("the edge-weights baseline and the tendency agree to round-off") {
  const Mesh mesh = unrelaxed(4, 1);
  Fixture f(mesh, Device{}, 1);
  const FlowIn<double> x = f.at<double>();
  const double gravity = f.environment.gravity.to_host().front();
  State<double> ours(Device{}, mesh), theirs(Device{}, mesh);
  Tendency<double>::forward(f.context<double>(), x,
                            {ours.out().thickness, ours.out().velocity, {}});
  EdgeWeightsTendency(Device{}, mesh, gravity)
      .forward(x.thickness(), x.velocity(), x.environment.topography, x.environment.coriolis,
               theirs.out().thickness, theirs.out().velocity);

  // Each rate is a sum of terms. Two ways of summing n terms of a few factors each differ by at
  // most about (n + 4) units of round-off of the sum of their magnitudes; n <= 12 here, and the
  // running sums of the tendency go through each term three times at most.
  constexpr double bound = 3 * (12 + 4);
  const auto h = f.x.thickness.to_host(), b = f.environment.topography.to_host();
  const double wind = largest(f.x.velocity.to_host()), depth = largest(h);
  const double flux = wind * depth;
  const double thinnest = *std::min_element(h.begin(), h.end());
  const auto dh = ours.thickness.to_host(), dh2 = theirs.thickness.to_host();
  const auto du = ours.velocity.to_host(), du2 = theirs.velocity.to_host();
  double worst_h = 0, worst_u = 0;
  std::vector<double> around(h.size(), 0.0);  // sum of l over the edges of a cell
  for (std::size_t i = 0; i < h.size(); ++i) {
    for (int k = 0; k < mesh.edge_count[i]; ++k)
      around[i] += mesh.dv_edge[static_cast<std::size_t>(
          mesh.edges_on_cell[mesh.slot(static_cast<Index>(i), k)])];
    const double scale = flux * around[i] / mesh.area_cell[i];
    worst_h = std::max(worst_h, std::abs(dh[i] - dh2[i]) / scale / epsilon);
  }
  double q = 0;  // the largest |f| + |circulation| / A over the thinnest layer
  for (std::size_t v = 0; v < mesh.area_triangle.size(); ++v) {
    double length = 0;
    for (const Index e : mesh.edges_on_vertex[v])
      length += mesh.dc_edge[static_cast<std::size_t>(e)];
    q = std::max(q, (1.5e-4 + wind * length / mesh.area_triangle[v]) / thinnest);
  }
  for (std::size_t e = 0; e < du.size(); ++e) {
    double scale = 0;
    for (const Index cell : mesh.cells_on_edge[e]) {
      const auto i = static_cast<std::size_t>(cell);
      scale += (gravity * (h[i] + b[i]) + wind * wind) / mesh.dc_edge[e];
      scale += q * flux * around[i] / mesh.dc_edge[e];
    }
    worst_u = std::max(worst_u, std::abs(du[e] - du2[e]) / scale / epsilon);
  }
  CAPTURE(worst_h, worst_u, bound);
  CHECK(worst_h <= bound);
  CHECK(worst_u <= bound);
  // There is something to compare: the sums are not all round-off (terms are about 2e-3 m/s2).
  CHECK(largest(du) > 1e-6);
  CHECK(largest(dh) > 1e-6);
}

}  // namespace hexad::bench
