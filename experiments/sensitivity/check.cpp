#include "hexad/experiments/sensitivity/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "hexad/adjoint/host_block.hpp"

namespace hexad {
namespace {

constexpr double difference_bound = 1e-6, slope_bound = 0.05, linear_bound = 1e-9;
constexpr double part_of_depth = 1e-3, wind_change = 0.1 /* m/s */, part_of_coriolis = 1e-3;

constexpr std::size_t distances = 3, most_distances = 5;
constexpr double round_off = 1e-13;  // of a response, after hundreds of steps

using Values = std::vector<double>;

double largest(const Values& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

Values scaled(double factor, Values values) {
  for (double& value : values) value *= factor;
  return values;
}

/// x + a p.
template <Place P>
Field<P, double> moved(const Field<P, double>& x, double a, const Values& p) {
  auto values = x.to_host();
  for (std::size_t n = 0; n < values.size(); ++n) values[n] += a * p[n];
  return {x.device(), std::span<const double>(values)};
}

/// J of the forecast from a state in an environment.
double response_of(const CheckedForecast& f, Environment<double> environment, State<double> x) {
  Model<double> model(f.domain, std::move(environment), f.scheme);
  f.objective.forget();
  double sum = 0;
  const int last = f.objective.last_step();
  for (int n = 0; n <= last; ++n) {
    if (f.objective.acts_at(n))
      sum += f.objective.value(f.domain, model.environment(), x, n).front();
    if (n < last) model.step(x);
  }
  return sum;
}

/// What to look along where a gradient is zero: a slope of `size` at most over all places.
Values slope_over(const std::vector<Vec3>& places, double size) {
  Values values;
  for (const Vec3& place : places) values.push_back(place.x + 0.5 * place.y + 0.25 * place.z);
  const double most = std::max(largest(values), 1.0);
  return scaled(size / most, std::move(values));
}

/// The slope between neighbouring rows that is nearest to 2.
double slope_nearest_two(const std::vector<CheckRow>& rows) {
  double best = 0;
  for (std::size_t n = 0; n + 1 < rows.size(); ++n) {
    const double slope =
        std::log(rows[n].remainder / rows[n + 1].remainder) / std::log(rows[n].a / rows[n + 1].a);
    if (std::isfinite(slope) && std::abs(slope - 2) < std::abs(best - 2)) best = slope;
  }
  return best;
}

/// Whether what is not linear is lost in round-off already at the largest distance.
bool is_linear(const SensitivityCheck& check) {
  return check.rows.front().remainder <= linear_bound * std::abs(check.along_gradient);
}

/// `response_at(a)` is J(x + a p).
template <class F>
SensitivityCheck check_along(const CheckedForecast& f, const std::string& name, double along,
                             const F& response_at) {
  SensitivityCheck check;
  check.along_gradient = along;
  double best = std::numeric_limits<double>::infinity();
  const auto go_on = [&](std::size_t n) {
    return n < distances ||
           (n < most_distances && std::abs(slope_nearest_two(check.rows) - 2) > slope_bound &&
            check.rows.back().remainder > round_off * std::abs(f.response) && !is_linear(check));
  };
  for (double a = 1; go_on(check.rows.size()); a /= 10) {
    f.progress(fmt::format("checking {}: forecasts from x +- {:g} p", name, a));
    const double change = response_at(a) - f.response, back = response_at(-a) - f.response;
    check.rows.push_back({a, (change - back) / (2 * a),
                          std::hypot(change - a * along, back + a * along) / std::sqrt(2.0)});
    const double apart = std::abs(check.rows.back().central_difference - along) / std::abs(along);
    best = std::isfinite(apart) ? std::min(best, apart) : apart;
  }
  if (along == 0 && check.rows.front().remainder <= round_off * std::abs(f.response)) {
    check.checks = {{name + ": zero everywhere, change of J along another direction",
                     check.rows.front().remainder, round_off * std::abs(f.response)}};
    return check;
  }
  if (along != 0)
    check.checks = {
        {name + ": best central difference along it, relative", best, difference_bound}};
  const double slope = slope_nearest_two(check.rows);
  if (is_linear(check))
    check.checks.push_back({name + ": remainder of a linear response",
                            check.rows.front().remainder / std::abs(along), linear_bound});
  else
    check.checks.push_back({fmt::format("{}: Taylor slope {:.4f}, from 2", name, slope),
                            std::abs(slope - 2), slope_bound});
  return check;
}

}  // namespace

SensitivityCheck check_state_gradient(const CheckedForecast& f) {
  const auto& g = f.gradient.state;
  const State<double> r = representer(f.domain, g);
  Values h = scaled(1 / f.gravity, r.thickness.to_host());
  Values u = scaled(1 / f.mean_depth, r.velocity.to_host());
  const double size =
      std::max(largest(h) / (part_of_depth * f.mean_depth), largest(u) / wind_change);
  if (size > 0) {
    h = scaled(1 / size, std::move(h));
    u = scaled(1 / size, std::move(u));
  } else {
    h = slope_over(f.domain.mesh().cell_position, part_of_depth * f.mean_depth);
    u = slope_over(f.domain.mesh().edge_position, wind_change);
  }
  const double along = dot(g.thickness.to_host(), h) + dot(g.velocity.to_host(), u);
  return check_along(f, "gradient", along, [&](double a) {
    State<double> x = copy_of(f.initial);
    x.thickness = moved(f.initial.thickness, a, h);
    x.velocity = moved(f.initial.velocity, a, u);
    return response_of(f, copy_of(f.environment), std::move(x));
  });
}

SensitivityCheck check_environment_gradient(const CheckedForecast& f) {
  const auto& g = f.gradient.environment;
  const Environment<double> r = representer(f.domain, g);
  const auto to_size = [](Values values, double size) {
    const double most = largest(values);
    return most > 0 ? scaled(size / most, std::move(values)) : values;
  };
  const double rotation = largest(f.environment.coriolis.to_host());
  const double depth_change = part_of_depth * f.mean_depth;
  const double rotation_change = part_of_coriolis * (rotation > 0 ? rotation : 1e-4);
  Values b = to_size(r.topography.to_host(), depth_change);
  Values c = to_size(r.coriolis.to_host(), rotation_change);
  if (largest(b) == 0 && largest(c) == 0) {
    b = slope_over(f.domain.mesh().cell_position, depth_change);
    c = slope_over(f.domain.mesh().vertex_position, rotation_change);
  }
  const double along = dot(g.topography.to_host(), b) + dot(g.coriolis.to_host(), c);
  return check_along(f, "gradient to topography and Coriolis", along, [&](double a) {
    Environment<double> environment = copy_of(f.environment);
    environment.topography = moved(f.environment.topography, a, b);
    environment.coriolis = moved(f.environment.coriolis, a, c);
    return response_of(f, std::move(environment), copy_of(f.initial));
  });
}

}  // namespace hexad
