#include "hexad/experiments/initial/balance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/grids/locate.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/model/model.hpp"
#include "hexad/model/operators/velocity_tendency.hpp"

namespace hexad {
namespace {

constexpr double tolerance = 1e-12;  // of the solver, against the right-hand side

/// The least squares of balance_wind: K = G' (l d f^2) G + L' (A eps) L with L = D G, of which
/// L' = A L A^-1.
class LinearBalance {
 public:
  LinearBalance(const Mesh& mesh, double rotation) : mesh_(mesh) {
    constexpr double width = 5 * std::numbers::pi / 180;
    const double omega = 2 * rotation;
    for (const Vec3& position : mesh.edge_position)
      coriolis_.push_back(omega * position.z / norm(position));
    for (const Vec3& position : mesh.cell_position) {
      const double latitude = longitude_latitude(position).latitude / width;
      epsilon_.push_back(std::pow(omega * mesh.radius * width * width, 2) *
                         std::exp(-latitude * latitude));
    }
  }

  [[nodiscard]] std::vector<double> stream_function(const std::vector<double>& geopotential,
                                                    SolverReport& report) const {
    std::vector<double> b(geopotential.size());
    for (Index i = 0; i < mesh_.cells; ++i) b[i] = forcing(geopotential, i);
    EllipticSystem system;
    system.apply = [this](const std::vector<double>& x, std::vector<double>& image) {
      apply(x, image);
    };
    for (Index i = 0; i < mesh_.cells; ++i) system.diagonal.push_back(diagonal(i));
    std::vector<double> psi(b.size(), 0.0);
    report = conjugate_gradients(system, b, psi, tolerance);
    return psi;
  }

 private:
  /// f(edge, neighbour, l / d) summed over the edges of a cell.
  template <class F>
  double over_edges(Index i, const F& f) const {
    double sum = 0;
    for (int k = 0; k < mesh_.edge_count[i]; ++k) {
      const std::size_t slot = mesh_.slot(i, k);
      const Index e = mesh_.edges_on_cell[slot];
      sum += f(e, mesh_.cells_on_cell[slot], mesh_.dv_edge[e] / mesh_.dc_edge[e]);
    }
    return sum;
  }
  [[nodiscard]] double forcing(const std::vector<double>& geopotential, Index i) const {
    return over_edges(i, [&](Index e, Index j, double weight) {
      return weight * coriolis_[e] * (geopotential[i] - geopotential[j]);
    });
  }
  [[nodiscard]] double laplacian(const std::vector<double>& x, Index i) const {
    return over_edges(i, [&](Index, Index j, double weight) { return weight * (x[j] - x[i]); }) /
           mesh_.area_cell[i];
  }
  void apply(const std::vector<double>& x, std::vector<double>& image) const {
    std::vector<double> bent(x.size());  // eps L x
    parallel_for(mesh_.cells, 0, [&](Index i) { bent[i] = epsilon_[i] * laplacian(x, i); });
    parallel_for(mesh_.cells, 0, [&](Index i) {
      image[i] = over_edges(i, [&](Index e, Index j, double weight) {
        return weight * (coriolis_[e] * coriolis_[e] * (x[i] - x[j]) + bent[j] - bent[i]);
      });
    });
  }
  [[nodiscard]] double diagonal(Index i) const {
    const double own = over_edges(i, [](Index, Index, double weight) { return weight; });
    return over_edges(i,
                      [&](Index e, Index j, double weight) {
                        return weight * (coriolis_[e] * coriolis_[e] +
                                         epsilon_[j] * weight / mesh_.area_cell[j]);
                      }) +
           epsilon_[i] * own * own / mesh_.area_cell[i];
  }

  const Mesh& mesh_;
  std::vector<double> coriolis_, epsilon_;  // at edges, at cells
};

/// du/dt of the model on the host, without diffusion.
class Momentum {
 public:
  Momentum(const Mesh& mesh, const ModelChoice& model, const InitialFlow& flow)
      : domain_(Device{}, mesh, parameters(model)),
        environment_(Device{}, mesh),
        rate_(Device{}, mesh.edges) {
    set_zero(environment_);
    environment_.topography = CellField<double>(Device{}, flow.topography);
    environment_.coriolis = VertexField<double>(Device{}, flow.coriolis);
    environment_.gravity = constant_field(Device{}, mesh, model.gravity);
  }

  std::vector<double> operator()(const InitialFlow& flow) {
    const State<double> state(CellField<double>(Device{}, flow.thickness),
                              EdgeField<double>(Device{}, flow.velocity));
    VelocityTendency<double>::forward(domain_.context<double>(),
                                      hexad::flow<double>(state, environment_), rate_.out());
    return rate_.to_host();
  }

 private:
  static Parameters parameters(const ModelChoice& model) {
    Parameters result = model.parameters;
    result.viscous = result.hyperviscous = false;
    result.wind = WindChoice::predicted;
    return result;
  }
  Domain domain_;
  Environment<double> environment_;
  EdgeField<double> rate_;
};

void remove_divergent_part(const Mesh& mesh, std::vector<double>& velocity) {
  const auto potential = solve_poisson(mesh, divergence_of(mesh, velocity), tolerance);
  const auto divergent = gradient_of(mesh, potential);
  for (std::size_t e = 0; e < velocity.size(); ++e) velocity[e] -= divergent[e];
}

}  // namespace

void balance_wind(const Mesh& mesh, const ModelChoice& model, InitialFlow& flow) {
  if (mesh.geometry != Geometry::sphere || model.rotation == 0)
    throw InputError("a geostrophic wind needs a sphere that turns", "initial.analysis.balance",
                     "take balance: none");
  std::vector<double> geopotential(flow.thickness.size());
  for (std::size_t i = 0; i < geopotential.size(); ++i)
    geopotential[i] = model.gravity * (flow.thickness[i] + flow.topography[i]);
  SolverReport report;
  const auto psi = LinearBalance(mesh, model.rotation).stream_function(geopotential, report);
  flow.velocity = rotational_wind(mesh, barycentric_map(mesh, mesh.vertex_position).apply(psi));
  flow.notes.push_back(
      fmt::format("balance: wind from the height by linear balance, residual {:.1e} after {} "
                  "iterations",
                  report.residual, report.iterations));
}

void balance_height(const Mesh& mesh, const ModelChoice& model, InitialFlow& flow) {
  constexpr double enough = 1e-10;
  constexpr int most_steps = 20;
  remove_divergent_part(mesh, flow.velocity);
  Momentum momentum(mesh, model, flow);
  auto tendency = divergence_of(mesh, momentum(flow));
  const double start = root_mean_square(mesh, tendency);
  double now = start, before = 3 * start;
  int iterations = 0, steps = 0;
  while (now > enough * start && now < 0.5 * before && steps < most_steps) {
    SolverReport report;
    const auto change = solve_poisson(mesh, tendency, 1e-6, &report);
    for (std::size_t i = 0; i < change.size(); ++i) flow.thickness[i] += change[i] / model.gravity;
    iterations += report.iterations;
    ++steps;
    tendency = divergence_of(mesh, momentum(flow));
    before = now;
    now = root_mean_square(mesh, tendency);
  }
  flow.notes.push_back(fmt::format(
      "balance: height from the rotational wind, divergence tendency {:.1e} to {:.1e} 1/s2 in {} "
      "steps, {} iterations",
      start, now, steps, iterations));
}

std::vector<double> wind_tendency(const Mesh& mesh, const ModelChoice& model,
                                  const InitialFlow& flow) {
  return Momentum(mesh, model, flow)(flow);
}

}  // namespace hexad
