#pragma once

#include <optional>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// A state and its surroundings on the host, in the order of the mesh.
struct InitialFlow {
  std::vector<double> thickness;   ///< h at cells (m)
  std::vector<double> velocity;    ///< u_e at edges (m s-1)
  std::vector<double> topography;  ///< b at cells (m)
  std::vector<double> coriolis;    ///< f at vertices (s-1)
  std::vector<std::vector<double>> tracers;  ///< phi at cells, in the order of the case
};

/// The state that a case starts from, one member. InputError where the choice and the mesh do not
/// go together or the analysis lacks something.
InitialFlow initial_flow(const Mesh& mesh, const InitialChoice& choice, const ModelChoice& model);

/// The solution of a case at any later time where it is known (steady states).
struct ExactSolution {
  std::vector<double> thickness;  ///< At cell centres (m).
  std::vector<double> velocity;   ///< Normal component at edge midpoints (m s-1).
};
std::optional<ExactSolution> exact_solution(const Mesh& mesh, const InitialChoice& choice,
                                            const ModelChoice& model);

/// Steady zonal flow (Williamson et al. 1992, test 2), eqs. 90-96, about the axis
/// p = (-sin alpha, 0, cos alpha); with s = p . x / a,
///   g h = g h0 - (a Omega u0 + u0^2 / 2) s^2,   psi = -a u0 s,   f = 2 Omega s
/// and u_e = -(psi_v1 - psi_v0) / l_e, so the discrete divergence of u is zero.
/// u0 = 2 pi a / (12 d), g h0 = 2.94e4 m2 s-2.
InitialFlow williamson2(const Mesh& mesh, const Williamson2Choice& choice,
                        const ModelChoice& model);
ExactSolution williamson2_exact(const Mesh& mesh, const Williamson2Choice& choice,
                                const ModelChoice& model);

/// A Gaussian hill on a layer at rest, in the middle of a plane or at 180 E, 45 N of a sphere.
InitialFlow gaussian_hill(const Mesh& mesh, const HillChoice& choice, const ModelChoice& model);

/// From an analysis: cell averages of height, wind at edge midpoints, no topography.
InitialFlow from_analysis(const Mesh& mesh, const AnalysisChoice& choice, const ModelChoice& model);

/// f = 2 Omega sin(latitude) at vertices; 2 Omega on a plane.
std::vector<double> coriolis_parameter(const Mesh& mesh, double rotation);

}  // namespace hexad
