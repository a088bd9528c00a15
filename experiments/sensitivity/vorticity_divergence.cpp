#include "hexad/experiments/sensitivity/vorticity_divergence.hpp"

#include <cmath>

#include "hexad/core/exact_sum.hpp"
#include "hexad/experiments/initial/elliptic.hpp"

namespace hexad {
namespace {

constexpr double tolerance = 1e-14;  // of the solvers, against the right-hand side

std::vector<double> negative(std::vector<double> values) {
  for (double& value : values) value = -value;
  return values;
}

template <class Measure>
double inner(const std::vector<double>& x, const std::vector<double>& y, const Measure& measure) {
  ExactSum sum;
  for (std::size_t n = 0; n < x.size(); ++n) sum.add(measure(n) * x[n] * y[n]);
  return sum.value();
}

}  // namespace

VorticityDivergence vorticity_divergence(const Mesh& mesh, const std::vector<double>& r) {
  return {negative(solve_poisson_at_vertices(mesh, curl_of(mesh, r), tolerance)),
          negative(solve_poisson(mesh, divergence_of(mesh, r), tolerance))};
}

double identity_error(const Mesh& mesh, const std::vector<double>& r,
                      const VorticityDivergence& found, const std::vector<double>& du) {
  const double wind =
      inner(r, du, [&](std::size_t e) { return mesh.dv_edge[e] * mesh.dc_edge[e]; });
  const double rotational = inner(found.vorticity, curl_of(mesh, du),
                                  [&](std::size_t v) { return mesh.area_triangle[v]; });
  const double divergent = inner(found.divergence, divergence_of(mesh, du),
                                 [&](std::size_t i) { return mesh.area_cell[i]; });
  const double size = std::abs(wind) + std::abs(rotational) + std::abs(divergent);
  return size == 0 ? 0 : std::abs(wind - rotational - divergent) / size;
}

}  // namespace hexad
