#include "hexad/adjoint/sweep.hpp"

#include <cmath>

#include "catch.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "sweep_flow.hpp"

namespace hexad {
namespace {

using testing::SumOfNorms;
using testing::SweepFlow;

TEST_CASE("A sweep sums what the states of several steps contribute") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  SweepFlow flow(mesh, Device{}, Scheme::rk4);
  constexpr int steps = 5;
  auto whole = flow.run(steps, SumOfNorms(flow.target, {0, 2, 5}), {});
  // By the old way: one reverse sweep for each contribution.
  double response = 0;
  std::vector<double> h(static_cast<std::size_t>(mesh.cells), 0.0);
  for (const int step : {0, 2, 5}) {
    const auto part = flow.run(step, SumOfNorms(flow.target, {step}), {});
    response += part.response.front();
    const auto values = part.gradient.state.thickness.to_host();
    for (std::size_t i = 0; i < h.size(); ++i) h[i] += values[i];
  }
  CHECK(std::abs(whole.response.front() - response) <= 1e-15 * response);
  const auto values = whole.gradient.state.thickness.to_host();
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    difference += (h[i] - values[i]) * (h[i] - values[i]);
    norm += h[i] * h[i];
  }
  CHECK(std::sqrt(difference) <= 1e-13 * std::sqrt(norm));
}

TEST_CASE("A sweep hands over the derivatives at the steps asked for, in descending order") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  SweepFlow flow(mesh, Device{}, Scheme::fbrk32);
  std::vector<int> steps, states;
  SweepOptions options;
  options.wants_gradient = [](int step) { return step % 2 == 0; };
  State<double> at_two;
  options.on_state = [&](int step, const State<double>& x) {
    states.push_back(step);
    if (step == 2) at_two = copy_of(x);
  };
  std::vector<double> from_two;
  options.on_gradient = [&](int step, const ForecastGradient& gradient) {
    steps.push_back(step);
    if (step == 2) from_two = gradient.state.velocity.to_host();
  };
  const SumOfNorms objective(flow.target, {3, 5});
  flow.run(5, objective, options);
  CHECK(steps == std::vector<int>{4, 2, 0});
  CHECK(states == std::vector<int>{0, 1, 2, 3, 4, 5});
  // A sweep of the rest of the window alone.
  const auto rest = flow.run_from(at_two, 3, SumOfNorms(flow.target, {1, 3}), {});
  CHECK(from_two == rest.gradient.state.velocity.to_host());
}

}  // namespace
}  // namespace hexad
