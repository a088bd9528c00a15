#pragma once

#include <functional>
#include <vector>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// A symmetric, positive system K x = b on cells; K may send constants to zero where b adds up to
/// nothing.
struct EllipticSystem {
  std::function<void(const std::vector<double>& x, std::vector<double>& image)> apply;
  std::vector<double> diagonal;
};

struct SolverReport {
  int iterations = 0;
  double residual = 0;  ///< |K x - b| over |b|, in the l2 norm.
};

/// Conjugate gradients (Hestenes and Stiefel 1952), preconditioned with the diagonal, from x on,
/// until the residual is below `tolerance` of b. The same bits on any number of threads.
/// RunError where it does not get there.
SolverReport conjugate_gradients(const EllipticSystem& system, const std::vector<double>& b,
                                 std::vector<double>& x, double tolerance);

/// p with D G p = r at cells, its mean over the mesh zero: sum_e (l_e / d_e) (p_j - p_i) = A_i r_i.
/// The area mean of r must be zero, as that of every divergence is.
std::vector<double> solve_poisson(const Mesh& mesh, const std::vector<double>& r,
                                  double tolerance = 1e-12, SolverReport* report = nullptr);

/// psi at vertices with C R psi = r for u = R psi = k x grad(psi) (rotational_wind), its mean over
/// the mesh zero: sum_e (d_e / l_e) (psi_w - psi_v) = A_v r_v. The area mean of r must be zero, as
/// that of every vorticity is.
std::vector<double> solve_poisson_at_vertices(const Mesh& mesh, const std::vector<double>& r,
                                              double tolerance = 1e-12,
                                              SolverReport* report = nullptr);

/// (C u)_v of a normal velocity, as in the model.
std::vector<double> curl_of(const Mesh& mesh, const std::vector<double>& velocity);

/// (D F)_i of a normal flux at edges, and (G p)_e, as in the model.
std::vector<double> divergence_of(const Mesh& mesh, const std::vector<double>& flux);
std::vector<double> gradient_of(const Mesh& mesh, const std::vector<double>& p);

/// The sum of l_e / d_e over the edges of a cell, over its area (m-2): the diagonal of - D G.
double exchange(const Mesh& mesh, Index cell);

/// sum_i A_i x_i / sum_i A_i.
double area_mean(const Mesh& mesh, const std::vector<double>& values);

/// sqrt(sum_i A_i x_i^2 / sum_i A_i).
double root_mean_square(const Mesh& mesh, const std::vector<double>& values);

}  // namespace hexad
