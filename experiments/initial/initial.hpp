#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// A state and its surroundings on the host, in the order of the mesh.
struct InitialFlow {
  std::vector<double> thickness;             ///< h at cells (m)
  std::vector<double> velocity;              ///< u_e at edges (m s-1)
  std::vector<double> topography;            ///< b at cells (m)
  std::vector<double> coriolis;              ///< f at vertices (s-1)
  std::vector<std::vector<double>> tracers;  ///< phi at cells, in the order of Case::tracers
  std::map<std::string, std::vector<double>> tracers_of_file;  ///< Those that a state brought.
  std::vector<std::string> notes, warnings;  ///< What a person should know of it, a line each.
};

/// The state that a case starts from, one member. InputError where the choice and the mesh do not
/// go together, a file lacks something, or the ground reaches the surface.
InitialFlow initial_flow(const Mesh& mesh, const Case& run);

/// The solution of a case at a later time, where it is known.
struct ExactSolution {
  std::vector<double> thickness;             ///< At cell centres (m).
  std::vector<double> velocity;              ///< Normal component at edge midpoints (m s-1).
  std::vector<std::vector<double>> tracers;  ///< phi at cell centres, in the order of Case::tracers
  bool at_rest = false;                      ///< No wind: its error is an absolute one.
};
/// `start` is what initial_flow gave, `seconds` the time since then.
std::optional<ExactSolution> exact_solution(const Mesh& mesh, const Case& run,
                                            const InitialFlow& start, double seconds);

/// Solid-body wind that carries tracers (Williamson et al. 1992, test 1), eqs. 75-78: about the
/// axis p = (-sin alpha, 0, cos alpha), psi = -a u0 p . x / a with u0 = 2 pi a / (12 d), over a
/// layer of one depth. The thickness then stays as it is and tracers turn about the axis once in
/// 12 days; run it with model.wind: prescribed.
InitialFlow williamson1(const Mesh& mesh, const Williamson1Choice& choice,
                        const ModelChoice& model);

/// Steady zonal flow (Williamson et al. 1992, test 2), eqs. 90-96, about the axis
/// p = (-sin alpha, 0, cos alpha); with s = p . x / a,
///   g h = g h0 - (a Omega u0 + u0^2 / 2) s^2,   psi = -a u0 s,   f = 2 Omega s
/// u0 = 2 pi a / (12 d), g h0 = 2.94e4 m2 s-2.
InitialFlow williamson2(const Mesh& mesh, const Williamson2Choice& choice,
                        const ModelChoice& model);
ExactSolution williamson2_exact(const Mesh& mesh, const Williamson2Choice& choice,
                                const ModelChoice& model);

/// Zonal flow over an isolated mountain (Williamson et al. 1992, test 5): the wind and surface of
/// test 2 along the equator with u0 = 20 m/s and h0 = 5960 m, over a cone (eq. 134)
///   b = 2000 m (1 - r / R),  r^2 = min(R^2, (lambda - 3 pi / 2)^2 + (theta - pi / 6)^2),
/// R = pi / 9; h = surface - b.
InitialFlow williamson5(const Mesh& mesh, const ModelChoice& model);

/// Rossby-Haurwitz wave of wave number R = 4 (Williamson et al. 1992, test 6), eqs. 142-149:
///   psi = -a^2 omega sin(theta) + a^2 K cos^R(theta) sin(theta) cos(R lambda)
/// with omega = K = 7.848e-6 1/s, and the height in balance with it, h0 = 8000 m at the poles.
InitialFlow williamson6(const Mesh& mesh, const ModelChoice& model);

/// Mid-latitude jet (Galewsky et al. 2004), eqs. 2-4: between theta_0 = pi / 7 and
/// theta_1 = pi / 2 - theta_0
///   u = u_max / e_n exp(1 / ((theta - theta_0) (theta - theta_1))),  u_max = 80 m/s,
/// e_n = exp(-4 / (theta_1 - theta_0)^2), no wind elsewhere, and
///   g h = g h0 - integral from the south pole of a u (f + u tan(theta) / a) d theta,
/// h0 such that the layer's mean depth is 10 km. Perturbed by
///   h' = 120 m cos(theta) exp(-(3 lambda)^2) exp(-(15 (pi / 4 - theta))^2),  |lambda| <= pi.
/// Both this integral and that of psi = -a integral of u are taken to round-off (`Cumulative` of
/// quadrature.hpp).
InitialFlow galewsky(const Mesh& mesh, const GalewskyChoice& choice, const ModelChoice& model);

/// No wind under a flat surface at the height of choice.depth; steady over any ground.
InitialFlow layer_at_rest(const Mesh& mesh, const RestChoice& choice, const ModelChoice& model);

/// A Gaussian hill on a layer at rest, in the middle of a plane or at 180 E, 45 N of a sphere.
InitialFlow gaussian_hill(const Mesh& mesh, const HillChoice& choice, const ModelChoice& model);

/// From an analysis over a ground (at cells, or none): the surface is the cell average of the
/// height, moved up or down as a whole where the layer's mean depth is given; wind at edge
/// midpoints.
InitialFlow from_analysis(const Mesh& mesh, const AnalysisChoice& choice, const ModelChoice& model,
                          const std::vector<double>& ground);

/// f = 2 Omega sin(latitude) at vertices; 2 Omega on a plane.
std::vector<double> coriolis_parameter(const Mesh& mesh, double rotation);

/// u_e = -(psi_v1 - psi_v0) / l_e of a stream function at vertices: the discrete divergence of u is
/// zero, since the differences round a cell add up to nothing.
std::vector<double> rotational_wind(const Mesh& mesh, const std::vector<double>& stream_function);

}  // namespace hexad
