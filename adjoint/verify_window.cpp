#include "hexad/adjoint/verify_window.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "hexad/adjoint/dual_fields.hpp"
#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/core/reduce.hpp"

namespace hexad {
namespace {

/// A field that goes into a window, and the size of its perturbations.
struct Input {
  std::string name;
  Place place;
  double scale;
};

/// Values on the host, a list for each input: the state's first, then the environment's.
using Blocks = std::vector<std::vector<double>>;

template <Place P>
double largest(const Field<P, double>& field) {
  double value = 0;
  for (const double x : field.to_host()) value = std::max(value, std::abs(x));
  return value;
}

/// All inputs of a window; those of its state come first.
std::vector<Input> inputs_of(const Window& window, const WindowOptions& options) {
  std::vector<Input> inputs{{"thickness", Place::cell, options.thickness_scale},
                            {"velocity", Place::edge, options.velocity_scale}};
  for (std::size_t n = 0; n < window.initial.tracers.size(); ++n)
    inputs.push_back({"tracer " + std::to_string(n + 1), Place::cell,
                      0.01 * largest(window.initial.tracers[n])});
  const auto& around = window.environment;
  inputs.push_back({"topography", Place::cell, 10});
  inputs.push_back({"coriolis", Place::vertex, 1e-5});
  inputs.push_back({"gravity", Place::cell, 1e-3 * largest(around.gravity)});
  if (window.domain.parameters().viscous)
    inputs.push_back({"viscosity", Place::cell, 0.1 * largest(around.viscosity)});
  if (window.domain.parameters().hyperviscous)
    inputs.push_back({"hyperviscosity", Place::cell, 0.1 * largest(around.hyperviscosity)});
  return inputs;
}

Blocks draw_all(const Window& window, const std::vector<Input>& inputs,
                const WindowOptions& options, const std::string& what) {
  Blocks blocks;
  for (const auto& input : inputs)
    blocks.push_back(draw(window.domain.mesh(), input.place, 0, input.scale,
                          what + " " + input.name, options.seed)
                         .values);
  return blocks;
}

Blocks keep_only(Blocks blocks, std::size_t kept) {
  for (std::size_t j = 0; j < blocks.size(); ++j)
    if (j != kept) std::fill(blocks[j].begin(), blocks[j].end(), 0.0);
  return blocks;
}

template <Place P>
void fill(Field<P, double>& field, const Device& device, const std::vector<double>& values) {
  field = Field<P, double>(device, std::span<const double>(values));
}

State<double> state_of(const Window& window, const Blocks& blocks) {
  const auto& device = window.domain.device();
  State<double> state(device, window.domain.mesh(), 1, window.initial.tracers.size());
  std::size_t next = 0;
  for_each_field([&](auto& field) { fill(field, device, blocks[next++]); }, state);
  return state;
}

/// What `blocks` hold of an environment, zero elsewhere.
Environment<double> environment_of(const Window& window, const Blocks& blocks) {
  const auto& device = window.domain.device();
  const auto& parameters = window.domain.parameters();
  Environment<double> around(device, window.domain.mesh());
  set_zero(around);
  std::size_t next = 2 + window.initial.tracers.size();
  fill(around.topography, device, blocks[next++]);
  fill(around.coriolis, device, blocks[next++]);
  fill(around.gravity, device, blocks[next++]);
  if (parameters.viscous) fill(around.viscosity, device, blocks[next++]);
  if (parameters.hyperviscous) fill(around.hyperviscosity, device, blocks[next++]);
  return around;
}

Blocks values_of(const State<double>& state) {
  Blocks blocks;
  for_each_field([&](const auto& field) { blocks.push_back(field.to_host()); }, state);
  return blocks;
}
Blocks values_of(const Window& window, const ForecastGradient& gradient) {
  const auto& parameters = window.domain.parameters();
  Blocks blocks = values_of(gradient.state);
  const auto& around = gradient.environment;
  blocks.push_back(around.topography.to_host());
  blocks.push_back(around.coriolis.to_host());
  blocks.push_back(around.gravity.to_host());
  if (parameters.viscous) blocks.push_back(around.viscosity.to_host());
  if (parameters.hyperviscous) blocks.push_back(around.hyperviscosity.to_host());
  return blocks;
}

double dot(const Blocks& x, const Blocks& y) {
  ExactSum sum;
  for (std::size_t j = 0; j < x.size(); ++j)
    for (std::size_t n = 0; n < x[j].size(); ++n) sum.add(x[j][n] * y[j][n]);
  return sum.value();
}

/// A field and its moved self, x + a p.
struct Moved {
  double a;
  template <Place P>
  void operator()(Field<P, double>& x, const Field<P, double>& p) const {
    auto values = x.to_host();
    const auto by = p.to_host();
    for (std::size_t n = 0; n < values.size(); ++n) values[n] += a * by[n];
    fill(x, x.device(), values);
  }
};

/// J after the window from x + a p.
double response_at(const Window& window, const EnergyNorm& response, double a,
                   const ForecastGradient& p) {
  auto x = copy_of(window.initial);
  auto around = copy_of(window.environment);
  for_each_field(Moved{a}, x, p.state);
  for_each_field(Moved{a}, around, p.environment);
  Model<double> model(window.domain, std::move(around), window.scheme);
  for (int step = 0; step < window.steps; ++step) model.step(x);
  return response.value(window.domain, x)[0];
}

/// The linear models of one window.
class LinearWindow {
 public:
  LinearWindow(const Window& window)
      : window_(window),
        model_(window.domain, copy_of(window.environment), window.scheme),
        trajectory_(model_, copy_of(window.initial), window.steps) {}

  Blocks tangent(const Blocks& dx) {
    State<double> d_state = state_of(window_, dx);
    const auto d_environment = environment_of(window_, dx);
    for (int n = 0; n < window_.steps; ++n)
      model_.step_tangent(trajectory_.before(n), d_state, &d_environment);
    return values_of(d_state);
  }
  Blocks adjoint(const Blocks& y) {
    return values_of(window_, reverse(model_, trajectory_, state_of(window_, y)));
  }
  [[nodiscard]] Blocks dual(const Blocks& dx) const {
    Model<Dual<double>> model(
        window_.domain, dual_of(window_.environment, environment_of(window_, dx)), window_.scheme);
    auto x = dual_of(window_.initial, state_of(window_, dx));
    for (int n = 0; n < window_.steps; ++n) model.step(x);
    return values_of(tangent_of(x));
  }

 private:
  const Window& window_;
  Model<double> model_;
  Trajectory trajectory_;
};

/// Slope of log r over log a between rows n - 1 and n.
double slope(const TaylorRow& before, const TaylorRow& row, double TaylorRow::*remainder) {
  return std::log(before.*remainder / (row.*remainder)) / std::log(before.a / row.a);
}

}  // namespace

std::vector<Check> verify_window(const Window& window, const WindowOptions& options) {
  const auto say = [&](const std::string& text) {
    if (options.progress) options.progress(text);
  };
  const auto inputs = inputs_of(window, options);
  const std::size_t outputs = 2 + window.initial.tracers.size();
  say("forecast");
  LinearWindow linear(window);
  const Blocks dx = draw_all(window, inputs, options, "perturbation");
  Blocks y = draw_all(window, inputs, options, "adjoint");
  y.resize(outputs);

  std::vector<Check> checks;
  std::vector<Blocks> of_random;
  for (std::size_t k = 0; k < outputs; ++k) {
    say("adjoint of random " + inputs[k].name);
    of_random.push_back(linear.adjoint(keep_only(y, k)));
  }
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    say("tangent and dual forecast from " + inputs[j].name);
    const Blocks ax = linear.tangent(keep_only(dx, j)), exact = linear.dual(keep_only(dx, j));
    for (std::size_t k = 0; k < outputs; ++k) {
      const std::string pair = inputs[j].name + " to " + inputs[k].name;
      const Blocks back = linear.adjoint(keep_only(ax, k));
      checks.push_back({"window: tangent against dual numbers, " + pair,
                        relative_difference(ax[k], exact[k]), 1e-12});
      checks.push_back({"window: dot product, y = A x, " + pair,
                        dot_product_error(ax[k], ax[k], dx[j], back[j]), 1e-12});
      checks.push_back({"window: dot product, random y, " + pair,
                        dot_product_error(ax[k], y[k], dx[j], of_random[k][j]), 1e-12});
    }
  }

  Window none = window;
  none.steps = 0;
  const Blocks identity = LinearWindow(none).adjoint(y);
  double difference = 0;
  for (std::size_t j = 0; j < inputs.size(); ++j)
    difference += j < outputs ? relative_difference(identity[j], y[j]) : norm(identity[j]);
  checks.push_back({"window: no steps is the identity", difference, 0});
  return checks;
}

double TaylorTest::worst_slope() const {
  double worst = 2;
  for (std::size_t n = 1; n < rows.size(); ++n) {
    const double found = slope(rows[n - 1], rows[n], &TaylorRow::remainder);
    if (!(std::abs(found - 2) <= std::abs(worst - 2))) worst = found;
  }
  return worst;
}
double TaylorTest::second_slope() const {
  double best = 0;
  for (std::size_t n = 1; n < rows.size(); ++n) {
    const double found = slope(rows[n - 1], rows[n], &TaylorRow::second_remainder);
    if (std::abs(found - 3) < std::abs(best - 3)) best = found;
  }
  return best;
}

TaylorTest taylor_test(const Window& window, const EnergyNorm& response,
                       const WindowOptions& options, int decades, bool second) {
  Model<double> model(window.domain, copy_of(window.environment), window.scheme);
  const auto result = gradient(model, window.initial, response, window.steps);
  const Blocks drawn = draw_all(window, inputs_of(window, options), options, "direction");
  const ForecastGradient p{state_of(window, drawn), environment_of(window, drawn)};
  const double first = dot(values_of(window, result.gradient), drawn);
  double curvature = 0;
  if (second) {
    if (options.progress) options.progress("second derivative");
    curvature =
        dot(values_of(window, hessian_times(window.domain, window.environment, window.scheme,
                                            window.initial, p, response, window.steps)),
            drawn);
  }
  TaylorTest test;
  double a = options.largest;
  for (int n = 0; n <= decades; ++n, a /= 10) {
    if (options.progress) options.progress("Taylor remainder " + std::to_string(n));
    const double change = response_at(window, response, a, p) - result.response[0] - a * first;
    test.rows.push_back({a, std::abs(change), std::abs(change - 0.5 * a * a * curvature)});
  }
  return test;
}

Check verify_symmetry(const Window& window, const EnergyNorm& response,
                      const WindowOptions& options) {
  const auto inputs = inputs_of(window, options);
  const Blocks p = draw_all(window, inputs, options, "direction");
  const Blocks r = draw_all(window, inputs, options, "other direction");
  const auto times = [&](const Blocks& direction) {
    const ForecastGradient along{state_of(window, direction), environment_of(window, direction)};
    return values_of(window, hessian_times(window.domain, window.environment, window.scheme,
                                           window.initial, along, response, window.steps));
  };
  Blocks hp = times(p), hr = times(r);
  const double difference = std::abs(dot(hp, r) - dot(p, hr));
  // Sizes of blocks with different units are compared in units of their perturbations.
  double size_hp = 0, size_r = 0;
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    if (inputs[j].scale == 0) continue;  // a field that is zero is not perturbed
    size_hp = std::hypot(size_hp, inputs[j].scale * norm(hp[j]));
    size_r = std::hypot(size_r, norm(r[j]) / inputs[j].scale);
  }
  return {"window: second derivative, symmetry",
          difference == 0 ? 0 : difference / (size_hp * size_r), 1e-12};
}

EnergyNorm energy_about_rest(Domain& domain, const Environment<double>& environment,
                             const State<double>& initial) {
  const auto& mesh = domain.mesh();
  const Array<double> area(domain.device(), mesh.area_cell);
  const int members = initial.members();
  const auto mean_of = [&](const CellField<double>& field) {
    return exact_dot<double>(domain.device(), mesh.cells, members, area.pointer(),
                             field.values().pointer());
  };
  const auto volume = mean_of(initial.thickness), weight = mean_of(environment.gravity);
  const auto total = exact_dot<double>(domain.device(), mesh.cells, 1, nullptr, area.pointer());
  std::vector<double> rest;
  for (Index i = 0; i < mesh.cells; ++i)
    for (const double one : volume) rest.push_back(one / total[0]);
  State<double> target(CellField<double>(domain.device(), std::span<const double>(rest), members),
                       EdgeField<double>(domain.device(), mesh.edges, members));
  set_zero(target.velocity);
  return {std::move(target), weight[0] / total[0], volume[0] / total[0]};
}

}  // namespace hexad
