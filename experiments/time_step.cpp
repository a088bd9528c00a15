#include "hexad/experiments/time_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/io/case/quantity.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

constexpr double kept_part = 0.75;     // of the bound, by an automatic step
constexpr double negative_axis = 2.5;  // of z in |1 + z + z^2/2 + z^3/6| <= 1
constexpr double per_second = 1e3;     // intervals are compared in milliseconds

/// The longest time that goes a whole number of times into every interval (s).
double common_interval(const std::vector<Interval>& intervals) {
  long common = 0;
  for (const auto& interval : intervals)
    common = std::gcd(common, std::lround(interval.seconds * per_second));
  return static_cast<double>(std::max(common, 1L)) / per_second;
}

double largest_eigenvalue(const Mesh& mesh) {
  double largest = 0;
  for (Index i = 0; i < mesh.cells; ++i) largest = std::max(largest, exchange(mesh, i));
  for (std::size_t v = 0; v < mesh.area_triangle.size(); ++v) {
    double sum = 0;
    for (const Index edge : mesh.edges_on_vertex[v]) {
      const auto e = static_cast<std::size_t>(edge);
      sum += mesh.dc_edge[e] / mesh.dv_edge[e];
    }
    largest = std::max(largest, sum / mesh.area_triangle[v]);
  }
  return 2 * largest;
}

double largest_value(const CellField<double>& field) {
  const auto values = field.to_host();
  return *std::max_element(values.begin(), values.end());
}

}  // namespace

double courant_bound(Scheme scheme) {
  const double bound = scheme == Scheme::rk4      ? 2 * std::sqrt(2.0)
                       : scheme == Scheme::ssprk3 ? std::sqrt(3.0)
                                                  : 3.862;
  return bound / std::sqrt(6.0);
}

double automatic_step(const Case& run, Domain& domain, const Environment<double>& environment,
                      const State<double>& state, double spacing_ratio) {
  Parameters parameters = domain.parameters();
  const Parameters before = parameters;
  parameters.time_step = 1;
  domain.set_parameters(parameters);
  double per_step = 0;
  for (const auto& member : largest_courant(domain, environment, state))
    per_step = std::max(per_step, std::isnan(member.value) ? INFINITY : member.value);
  domain.set_parameters(before);
  if (!std::isfinite(per_step))
    throw InputError("no step suits an initial state that is not a number or has a dry place",
                     "time.dt: auto", "look at the initial state and the topography");
  const double courant =
      run.time.courant > 0 ? run.time.courant : kept_part * courant_bound(run.time.scheme);
  const double longest = courant * spacing_ratio / per_step;
  const double common = common_interval(intervals_of(run));
  return common / std::ceil(common / longest);
}

void require_stable_diffusion(const Case& run, Domain& domain,
                              const Environment<double>& environment) {
  const Parameters& parameters = domain.parameters();
  if (!parameters.diffuses()) return;
  const double lambda = largest_eigenvalue(domain.mesh());
  const double rate =
      (parameters.viscous ? largest_value(environment.viscosity) * lambda : 0) +
      (parameters.hyperviscous ? largest_value(environment.hyperviscosity) * lambda * lambda : 0);
  if (rate * parameters.time_step <= negative_axis) return;
  throw InputError(
      fmt::format("the diffusion is unstable with steps of {}",
                  describe_time(parameters.time_step)),
      run.settings.has("model.diffusion") ? run.settings.where("model.diffusion")
                                          : "model.diffusion",
      fmt::format("take time.dt below {:.3g} s, or at most {:.2g} times these coefficients",
                  negative_axis / rate, negative_axis / (rate * parameters.time_step)));
}

}  // namespace hexad
