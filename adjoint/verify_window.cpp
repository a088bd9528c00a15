#include "hexad/adjoint/verify_window.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/core/reduce.hpp"

namespace hexad {
namespace {

constexpr double coriolis_scale = 1e-5;  // 1/s
constexpr double topography_scale = 10;  // m

/// Everything that goes into a window, on the host: thickness, velocity, topography, Coriolis.
struct WindowBlocks {
  std::array<HostBlock, 4> block;
};

WindowBlocks draw_window(const Mesh& mesh, const WindowOptions& options, const std::string& what,
                         std::uint64_t seed) {
  const auto one = [&](Place place, double spread, const char* name) {
    return draw(mesh, place, 0, spread, what + name, seed);
  };
  return {{one(Place::cell, options.thickness_scale, " thickness"),
           one(Place::edge, options.velocity_scale, " velocity"),
           one(Place::cell, topography_scale, " topography"),
           one(Place::vertex, coriolis_scale, " coriolis")}};
}

WindowBlocks keep_only(WindowBlocks blocks, std::size_t kept) {
  for (std::size_t j = 0; j < blocks.block.size(); ++j)
    if (j != kept) std::fill(blocks.block[j].values.begin(), blocks.block[j].values.end(), 0.0);
  return blocks;
}

State<double> state_of(const Device& device, const std::vector<double>& h,
                       const std::vector<double>& u) {
  return {CellField<double>(device, std::span<const double>(h)),
          EdgeField<double>(device, std::span<const double>(u))};
}

using Outputs = std::array<std::vector<double>, 2>;

Outputs run_tangent(Model<double>& model, const Trajectory& trajectory, const WindowBlocks& dx) {
  const auto& device = model.domain().device();
  State<double> d_state = state_of(device, dx.block[0].values, dx.block[1].values);
  const Environment<double> d_environment{
      CellField<double>(device, std::span<const double>(dx.block[2].values)),
      VertexField<double>(device, std::span<const double>(dx.block[3].values))};
  for (int n = 0; n < trajectory.steps(); ++n)
    model.step_tangent(trajectory.before(n), d_state, &d_environment);
  return {d_state.thickness.to_host(), d_state.velocity.to_host()};
}

std::array<std::vector<double>, 4> run_adjoint(Model<double>& model, const Trajectory& trajectory,
                                               const Outputs& y) {
  const auto result = reverse(model, trajectory, state_of(model.domain().device(), y[0], y[1]));
  return {result.state.thickness.to_host(), result.state.velocity.to_host(),
          result.environment.topography.to_host(), result.environment.coriolis.to_host()};
}

template <Place P>
Field<P, Dual<double>> dual_field(const Field<P, double>& value,
                                  const std::vector<double>& tangent) {
  const auto values = value.to_host();
  std::vector<Dual<double>> duals(values.size());
  for (std::size_t n = 0; n < values.size(); ++n) duals[n] = {values[n], tangent[n]};
  return {value.device(), std::span<const Dual<double>>(duals)};
}

std::vector<double> tangents(const std::vector<Dual<double>>& values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const auto& value : values) result.push_back(value.tangent);
  return result;
}

Outputs run_dual(const Window& window, const WindowBlocks& dx) {
  Model<Dual<double>> model(
      window.domain,
      Environment<Dual<double>>(dual_field(window.environment.topography, dx.block[2].values),
                                dual_field(window.environment.coriolis, dx.block[3].values)));
  State<Dual<double>> x(dual_field(window.initial.thickness, dx.block[0].values),
                        dual_field(window.initial.velocity, dx.block[1].values));
  for (int n = 0; n < window.steps; ++n) model.step(x);
  return {tangents(x.thickness.to_host()), tangents(x.velocity.to_host())};
}

const std::array<const char*, 4> input_name{"thickness", "velocity", "topography", "coriolis"};

/// x + a p.
State<double> moved(const State<double>& x, double a, const WindowBlocks& p) {
  auto h = x.thickness.to_host(), u = x.velocity.to_host();
  for (std::size_t n = 0; n < h.size(); ++n) h[n] += a * p.block[0].values[n];
  for (std::size_t n = 0; n < u.size(); ++n) u[n] += a * p.block[1].values[n];
  return state_of(x.device(), h, u);
}

}  // namespace

std::vector<Check> verify_window(const Window& window, const WindowOptions& options) {
  const auto say = [&](const std::string& text) {
    if (options.progress) options.progress(text);
  };
  const auto& mesh = window.domain.mesh();
  Model<double> model(window.domain, copy_of(window.environment));
  say("forecast");
  const Trajectory trajectory(model, copy_of(window.initial), window.steps);
  const auto dx = draw_window(mesh, options, "perturbation", options.seed);
  const auto drawn = draw_window(mesh, options, "adjoint", options.seed);
  const Outputs y{drawn.block[0].values, drawn.block[1].values};

  std::vector<Check> checks;
  std::array<std::array<std::vector<double>, 4>, 2> of_random;
  for (std::size_t k = 0; k < 2; ++k) {
    Outputs y_k = y;
    std::fill(y_k[1 - k].begin(), y_k[1 - k].end(), 0.0);
    say("adjoint of random " + std::string(input_name[k]));
    of_random[k] = run_adjoint(model, trajectory, y_k);
  }
  for (std::size_t j = 0; j < 4; ++j) {
    const auto dx_j = keep_only(dx, j);
    say("tangent and dual forecast from " + std::string(input_name[j]));
    const auto ax = run_tangent(model, trajectory, dx_j);
    const auto exact = run_dual(window, dx_j);
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string pair = std::string(input_name[j]) + " to " + input_name[k];
      Outputs own = ax;
      std::fill(own[1 - k].begin(), own[1 - k].end(), 0.0);
      const auto back = run_adjoint(model, trajectory, own);
      const auto& dx_values = dx.block[j].values;
      checks.push_back({"window: tangent against dual numbers, " + pair,
                        relative_difference(ax[k], exact[k]), 1e-12});
      checks.push_back({"window: dot product, y = A x, " + pair,
                        dot_product_error(ax[k], ax[k], dx_values, back[j]), 1e-12});
      checks.push_back({"window: dot product, random y, " + pair,
                        dot_product_error(ax[k], y[k], dx_values, of_random[k][j]), 1e-12});
    }
  }

  const Trajectory none(model, copy_of(window.initial), 0);
  const auto identity = run_adjoint(model, none, y);
  checks.push_back({"window: no steps is the identity",
                    relative_difference(identity[0], y[0]) +
                        relative_difference(identity[1], y[1]) + norm(identity[2]) +
                        norm(identity[3]),
                    0});
  return checks;
}

double TaylorTest::worst_slope() const {
  double worst = 2;
  for (std::size_t n = 1; n < rows.size(); ++n) {
    const double slope =
        std::log(rows[n - 1].remainder / rows[n].remainder) / std::log(rows[n - 1].a / rows[n].a);
    if (!(std::abs(slope - 2) <= std::abs(worst - 2))) worst = slope;
  }
  return worst;
}

TaylorTest taylor_test(const Window& window, const EnergyNorm& response,
                       const WindowOptions& options, int decades) {
  Model<double> model(window.domain, copy_of(window.environment));
  const auto result = gradient(model, window.initial, response, window.steps);
  const auto p = draw_window(window.domain.mesh(), options, "direction", options.seed);
  const double slope = dot(result.gradient.state.thickness.to_host(), p.block[0].values) +
                       dot(result.gradient.state.velocity.to_host(), p.block[1].values);
  TaylorTest test;
  double a = 1;
  for (int n = 0; n <= decades; ++n, a /= 10) {
    if (options.progress) options.progress("Taylor remainder " + std::to_string(n));
    auto x = moved(window.initial, a, p);
    for (int step = 0; step < window.steps; ++step) model.step(x);
    const double change = response.value(window.domain, x)[0] - result.response[0];
    test.rows.push_back({a, std::abs(change - a * slope)});
  }
  return test;
}

EnergyNorm energy_about_rest(Domain& domain, const State<double>& initial) {
  const auto& mesh = domain.mesh();
  const Array<double> area(domain.device(), mesh.area_cell);
  const int members = initial.members();
  const auto volume = exact_dot<double>(domain.device(), mesh.cells, members, area.pointer(),
                                        initial.thickness.values().pointer());
  const auto total = exact_dot<double>(domain.device(), mesh.cells, 1, nullptr, area.pointer());
  std::vector<double> rest;
  for (Index i = 0; i < mesh.cells; ++i)
    for (const double one : volume) rest.push_back(one / total[0]);
  State<double> target(CellField<double>(domain.device(), std::span<const double>(rest), members),
                       EdgeField<double>(domain.device(), mesh.edges, members));
  set_zero(target.velocity);
  return {std::move(target), volume[0] / total[0]};
}

}  // namespace hexad
