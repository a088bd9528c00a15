#include "hexad/experiments/gradient_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hexad/adjoint/host_block.hpp"

namespace hexad {
namespace {

constexpr double change_of_response = 0.01;  // of first order, for a = 1
constexpr double difference_bound = 1e-6, slope_bound = 0.05;

/// x and p on the host, so that x + a p can be made for any a.
struct Line {
  std::vector<double> h, u, direction_h, direction_u;
  std::vector<std::vector<double>> tracers;  // stay: the response does not depend on them

  [[nodiscard]] State<double> at(const Device& device, double a) const {
    const auto moved = [a](std::vector<double> x, const std::vector<double>& p) {
      for (std::size_t n = 0; n < x.size(); ++n) x[n] += a * p[n];
      return x;
    };
    State<double> state{CellField<double>(device, moved(h, direction_h)),
                        EdgeField<double>(device, moved(u, direction_u))};
    for (const auto& tracer : tracers) state.tracers.emplace_back(device, tracer);
    return state;
  }
};

std::vector<double> scaled(double factor, std::vector<double> values) {
  for (double& value : values) value *= factor;
  return values;
}

}  // namespace

GradientCheck check_gradient(Model<double>& model, const State<double>& initial,
                             const EnergyNorm& response, int steps, const GradientResult& result,
                             const std::function<void(const std::string&)>& progress) {
  const auto& g = result.gradient.state;
  const auto r = representer(model.domain(), g);
  const auto g_h = g.thickness.to_host(), g_u = g.velocity.to_host();
  const auto r_h = r.thickness.to_host(), r_u = r.velocity.to_host();
  const double value = result.response.front();
  const double size = dot(g_h, r_h) + dot(g_u, r_u);
  if (size == 0)  // there is no direction along which to look
    return {0, 0, {}, {{"gradient: zero everywhere", 0, 0}}};
  const double scale = size > 0 ? change_of_response * value / size : 0;
  Line line{initial.thickness.to_host(),
            initial.velocity.to_host(),
            scaled(scale, r_h),
            scaled(scale, r_u),
            {}};
  for (const auto& tracer : initial.tracers) line.tracers.push_back(tracer.to_host());
  const auto response_at = [&](double a) {
    progress(fmt::format("checking the gradient, forecast from x {:+.2g} p", a));
    auto x = line.at(initial.device(), a);
    for (int n = 0; n < steps; ++n) model.step(x);
    return response.value(model.domain(), x).front();
  };

  GradientCheck check;
  check.along_gradient = dot(g_h, line.direction_h) + dot(g_u, line.direction_u);
  double forward = 0, a = 1;
  for (const double step : {1.0, 0.1, 0.01}) {
    a = step;
    forward = response_at(a);
    check.taylor.rows.push_back({a, std::abs(forward - value - a * check.along_gradient)});
  }
  check.central_difference = (forward - response_at(-a)) / (2 * a);
  const double difference =
      std::abs(check.central_difference - check.along_gradient) / std::abs(check.along_gradient);
  check.checks = {{"gradient: central difference along it, relative", difference, difference_bound},
                  {fmt::format("gradient: Taylor slope {:.4f}, from 2", check.taylor.worst_slope()),
                   std::abs(check.taylor.worst_slope() - 2), slope_bound}};
  return check;
}

}  // namespace hexad
