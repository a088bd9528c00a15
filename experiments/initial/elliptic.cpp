#include "hexad/experiments/initial/elliptic.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hexad/core/error.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

double product(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;  // in one order on any number of threads
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

void require_converged(const SolverReport& report, double tolerance) {
  if (report.residual <= tolerance) return;
  throw RunError(fmt::format("conjugate gradients stopped at a residual of {:.1e} after {} "
                             "iterations, not at {:.1e}",
                             report.residual, report.iterations, tolerance),
                 "initial state", "look at the mesh with hexad grid info");
}

}  // namespace

SolverReport conjugate_gradients(const EllipticSystem& system, const std::vector<double>& b,
                                 std::vector<double>& x, double tolerance) {
  const auto cells = static_cast<Index>(b.size());
  const double size = std::sqrt(product(b, b));
  SolverReport report;
  if (size == 0) {
    x.assign(b.size(), 0.0);
    return report;
  }
  std::vector<double> r(b.size()), z(b.size()), p(b.size()), image(b.size());
  system.apply(x, image);
  parallel_for(cells, 0, [&](Index i) {
    r[i] = b[i] - image[i];
    p[i] = z[i] = r[i] / system.diagonal[i];
  });
  double rho = product(r, z);
  const int limit = 1000 + 100 * static_cast<int>(std::sqrt(static_cast<double>(cells)));
  report.residual = std::sqrt(product(r, r)) / size;
  while (report.residual > tolerance && report.iterations < limit) {
    system.apply(p, image);
    const double step = rho / product(p, image);
    parallel_for(cells, 0, [&](Index i) {
      x[i] += step * p[i];
      r[i] -= step * image[i];
      z[i] = r[i] / system.diagonal[i];
    });
    const double before = rho;
    rho = product(r, z);
    const double ratio = rho / before;
    parallel_for(cells, 0, [&](Index i) { p[i] = z[i] + ratio * p[i]; });
    report.residual = std::sqrt(product(r, r)) / size;
    ++report.iterations;
  }
  require_converged(report, tolerance);
  return report;
}

std::vector<double> solve_poisson(const Mesh& mesh, const std::vector<double>& r, double tolerance,
                                  SolverReport* report) {
  EllipticSystem system;
  system.apply = [&mesh](const std::vector<double>& x, std::vector<double>& image) {
    parallel_for(mesh.cells, 0, [&](Index i) {
      double sum = 0;
      for (int k = 0; k < mesh.edge_count[i]; ++k) {
        const std::size_t slot = mesh.slot(i, k);
        const Index e = mesh.edges_on_cell[slot];
        sum += mesh.dv_edge[e] / mesh.dc_edge[e] * (x[i] - x[mesh.cells_on_cell[slot]]);
      }
      image[i] = sum;
    });
  };
  const double mean = area_mean(mesh, r);  // round-off of the sum
  std::vector<double> b(r.size());
  for (Index i = 0; i < mesh.cells; ++i) {
    b[i] = -mesh.area_cell[i] * (r[i] - mean);
    double sum = 0;
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const Index e = mesh.edges_on_cell[mesh.slot(i, k)];
      sum += mesh.dv_edge[e] / mesh.dc_edge[e];
    }
    system.diagonal.push_back(sum);
  }
  std::vector<double> p(r.size(), 0.0);
  const SolverReport found = conjugate_gradients(system, b, p, tolerance);
  if (report != nullptr) *report = found;
  const double level = area_mean(mesh, p);
  for (double& value : p) value -= level;
  return p;
}

std::vector<double> solve_poisson_at_vertices(const Mesh& mesh, const std::vector<double>& r,
                                              double tolerance, SolverReport* report) {
  const auto each = [&mesh](Index v, const auto& f) {
    double sum = 0;
    for (const Index e : mesh.edges_on_vertex[v]) {
      const auto& [v0, v1] = mesh.vertices_on_edge[e];
      sum += mesh.dc_edge[e] / mesh.dv_edge[e] * f(v0 == v ? v1 : v0);
    }
    return sum;
  };
  const auto mean = [&mesh](const std::vector<double>& values) {
    double sum = 0, area = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      sum += mesh.area_triangle[v] * values[v];
      area += mesh.area_triangle[v];
    }
    return sum / area;
  };
  EllipticSystem system;
  system.apply = [&](const std::vector<double>& x, std::vector<double>& image) {
    parallel_for(mesh.vertices, 0, [&](Index v) {
      image[v] = each(v, [&](Index other) { return x[v] - x[other]; });
    });
  };
  const double level = mean(r);  // round-off of the sum
  std::vector<double> b(r.size());
  for (Index v = 0; v < mesh.vertices; ++v) {
    b[v] = -mesh.area_triangle[v] * (r[v] - level);
    system.diagonal.push_back(each(v, [](Index) { return 1.0; }));
  }
  std::vector<double> psi(r.size(), 0.0);
  const SolverReport found = conjugate_gradients(system, b, psi, tolerance);
  if (report != nullptr) *report = found;
  const double offset = mean(psi);
  for (double& value : psi) value -= offset;
  return psi;
}

std::vector<double> curl_of(const Mesh& mesh, const std::vector<double>& velocity) {
  std::vector<double> result(mesh.area_triangle.size());
  for (Index v = 0; v < mesh.vertices; ++v) {
    double sum = 0;
    for (const Index e : mesh.edges_on_vertex[v])
      sum += (mesh.vertices_on_edge[e][1] == v ? 1 : -1) * mesh.dc_edge[e] * velocity[e];
    result[v] = sum / mesh.area_triangle[v];
  }
  return result;
}

std::vector<double> divergence_of(const Mesh& mesh, const std::vector<double>& flux) {
  std::vector<double> result(mesh.area_cell.size());
  for (Index i = 0; i < mesh.cells; ++i) {
    double sum = 0;
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const Index e = mesh.edges_on_cell[mesh.slot(i, k)];
      sum += (mesh.cells_on_edge[e][0] == i ? 1 : -1) * mesh.dv_edge[e] * flux[e];
    }
    result[i] = sum / mesh.area_cell[i];
  }
  return result;
}

std::vector<double> gradient_of(const Mesh& mesh, const std::vector<double>& p) {
  std::vector<double> result(mesh.dc_edge.size());
  for (std::size_t e = 0; e < result.size(); ++e)
    result[e] = (p[static_cast<std::size_t>(mesh.cells_on_edge[e][1])] -
                 p[static_cast<std::size_t>(mesh.cells_on_edge[e][0])]) /
                mesh.dc_edge[e];
  return result;
}

double exchange(const Mesh& mesh, Index cell) {
  double sum = 0;
  for (int k = 0; k < mesh.edge_count[cell]; ++k) {
    const Index e = mesh.edges_on_cell[mesh.slot(cell, k)];
    sum += mesh.dv_edge[e] / mesh.dc_edge[e];
  }
  return sum / mesh.area_cell[cell];
}

double area_mean(const Mesh& mesh, const std::vector<double>& values) {
  double sum = 0, area = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += mesh.area_cell[i] * values[i];
    area += mesh.area_cell[i];
  }
  return sum / area;
}

double root_mean_square(const Mesh& mesh, const std::vector<double>& values) {
  double sum = 0, area = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += mesh.area_cell[i] * values[i] * values[i];
    area += mesh.area_cell[i];
  }
  return std::sqrt(sum / area);
}

}  // namespace hexad
