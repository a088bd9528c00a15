#include "hexad/adjoint/verify_operators.hpp"

#include <algorithm>
#include <limits>

#include "hexad/adjoint/operator_run.hpp"

namespace hexad {
namespace {

using Blocks = OperatorRun::Blocks;

/// A step that is stable on this mesh for the flows that the registry describes: half a grid
/// distance at 300 m/s.
double stable_step(const Mesh& mesh) {
  return 0.5 * *std::min_element(mesh.dc_edge.begin(), mesh.dc_edge.end()) / 300.0;
}

Parameters parameters_for(const OperatorEntry& entry, const Mesh& mesh) {
  Parameters parameters = entry.parameters;
  parameters.time_step = stable_step(mesh);
  return parameters;
}

double largest_magnitude(const Blocks& blocks) {
  double largest = 0;
  for (const auto& block : blocks)
    for (const double value : block.values) largest = std::max(largest, std::abs(value));
  return largest;
}

Blocks sum(Blocks a, const Blocks& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    for (std::size_t n = 0; n < a[k].values.size(); ++n) a[k].values[n] += b[k].values[n];
  return a;
}

Blocks zeros(const Blocks& blocks) { return only(blocks, blocks.size()); }

/// Values of `part` that are not bit for bit those of member `member` in `whole`.
double differing(const Blocks& whole, int members, int member, const Blocks& part) {
  double count = 0;
  for (std::size_t k = 0; k < part.size(); ++k)
    for (std::size_t n = 0; n < part[k].values.size(); ++n) {
      const auto at = n * static_cast<std::size_t>(members) + static_cast<std::size_t>(member);
      if (!(whole[k].values[at] == part[k].values[n])) ++count;
    }
  return count;
}

/// Forward, tangent and adjoint, one after the other.
Blocks everything(const OperatorRun& run, std::uint64_t seed, int first_member = 0) {
  const auto x = run.draw_inputs(seed, first_member);
  Blocks all = run.forward(x);
  for (auto& block : run.tangent(x, run.draw_perturbations(seed, first_member)))
    all.push_back(std::move(block));
  for (auto& block : run.adjoint(x, run.draw_outputs(seed, first_member)))
    all.push_back(std::move(block));
  return all;
}

}  // namespace

std::vector<Check> verify_operator(const OperatorEntry& entry, const Mesh& mesh,
                                   const Device& device, std::uint64_t seed) {
  Domain domain(device, mesh, parameters_for(entry, mesh), all_tables);
  const OperatorRun run(entry, domain);
  const auto x = run.draw_inputs(seed);
  const auto dx = run.draw_perturbations(seed);
  const auto y = run.draw_outputs(seed);

  double by_dual = 0, own_dot = 0, random_dot = 0, linearity = 0;
  for (std::size_t j = 0; j < dx.size(); ++j) {
    const auto dx_j = only(dx, j);
    const auto ax = run.tangent(x, dx_j);
    const auto exact = run.dual(x, dx_j);
    for (std::size_t k = 0; k < ax.size(); ++k) {
      by_dual = std::max(by_dual, relative_difference(ax[k].values, exact[k].values));
      const auto own = run.adjoint(x, only(ax, k));
      own_dot = std::max(
          own_dot, dot_product_error(ax[k].values, ax[k].values, dx[j].values, own[j].values));
      const auto other = run.adjoint(x, only(y, k));
      random_dot = std::max(
          random_dot, dot_product_error(ax[k].values, y[k].values, dx[j].values, other[j].values));
    }
    const auto dx2 = only(run.draw_perturbations(seed + 1), j);
    const auto of_sum = run.tangent(x, sum(dx_j, dx2));
    const auto sum_of = sum(ax, run.tangent(x, dx2));
    for (std::size_t k = 0; k < ax.size(); ++k)
      linearity = std::max(linearity, relative_difference(of_sum[k].values, sum_of[k].values));
  }
  const double zero =
      largest_magnitude(run.tangent(x, zeros(dx))) + largest_magnitude(run.adjoint(x, zeros(y)));
  double single = 0;
  if (entry.single.forward != nullptr) {
    const auto in_double = run.forward(x), in_single = run.single(x);
    for (std::size_t k = 0; k < in_double.size(); ++k)
      single = std::max(single, relative_difference(in_single[k].values, in_double[k].values));
  }

  const auto& name = entry.name;
  return {{name + ": tangent against dual numbers", by_dual, 1e-14},
          {name + ": dot product, y = A x", own_dot, 1e-14},
          {name + ": dot product, random y", random_dot, 1e-15},
          {name + ": zero stays zero", zero, 0},
          {name + ": linearity", linearity, 1e-14},
          {name + ": single against double precision", single, 0x1p-16}};
}

std::vector<Check> verify_reproducible(const OperatorEntry& entry, const Mesh& mesh,
                                       std::uint64_t seed) {
  const auto parameters = parameters_for(entry, mesh);
  const auto run_on = [&](const Device& device, int members, int width) {
    Domain domain(device, mesh, parameters, all_tables);
    return everything(OperatorRun(entry, domain, members, width), seed);
  };
  const auto& name = entry.name;
  const auto base = run_on({.threads = 1}, 1, 1);
  const auto against_base = [&](const std::string& what, const Device& device) {
    return Check{name + ": same bits " + what, differing(run_on(device, 1, 1), 1, 0, base), 0};
  };
  std::vector<Check> checks{
      against_base("with 2 threads", {.threads = 2}),
      against_base("in reversed order", {.threads = 2, .order = Order::reversed}),
      against_base("in shuffled order", {.threads = 2, .order = Order::shuffled}),
      against_base("on the mock device", {.backend = Backend::mock, .threads = 2})};

  constexpr int members = 8;
  Domain domain({.threads = 1}, mesh, parameters, all_tables);
  for (const int width : {4, 1}) {
    const auto together = run_on({.threads = 2}, members, width);
    double count = 0;
    for (int member = 0; member < members; ++member)
      count += differing(together, members, member,
                         everything(OperatorRun(entry, domain), seed, member));
    checks.push_back(
        {name + ": same bits for each of 8 members, " + std::to_string(width) + " at a time", count,
         0});
  }
  return checks;
}

std::vector<Check> verify_agreement(const OperatorEntry& entry, const Mesh& mesh,
                                    const Device& device, std::uint64_t seed) {
  const auto run_on = [&](const Device& where) {
    Domain domain(where, mesh, parameters_for(entry, mesh), all_tables);
    return everything(OperatorRun(entry, domain), seed);
  };
  const auto on_host = run_on(Device{}), on_device = run_on(device);
  double worst = 0;
  for (std::size_t k = 0; k < on_host.size(); ++k)
    worst = std::max(worst, relative_difference(on_device[k].values, on_host[k].values));
  return {{entry.name + ": the device agrees with the host", worst, 1e-14}};
}

}  // namespace hexad
