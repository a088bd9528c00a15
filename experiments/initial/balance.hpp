#pragma once

#include "hexad/experiments/initial/initial.hpp"

namespace hexad {

/// Wind from the height, by linear balance f grad(psi) = grad(g (h + b)) of a wind u = k x
/// grad(psi) without divergence. Kept: thickness and ground. Derived: the wind, all of it. Since f
/// grad(psi) is a gradient for zonal flow only, and f is zero at the equator, it is met in the
/// sense of least squares, with a wind of little vorticity where f says nothing: psi at cells is
/// the minimum of
///   sum_e (l_e d_e / 2) (f_e (G psi)_e - (G g (h + b))_e)^2 + sum_i (A_i / 2) eps_i (D G psi)_i^2
///   eps = (2 Omega)^2 a^2 w^4 exp(-(latitude / w)^2),   w = 5 degrees,
/// a symmetric positive system, which conjugate gradients solve; then u_e = -(psi_v1 - psi_v0) /
/// l_e of psi interpolated to vertices (barycentric_map; means over kites are of first order, and
/// their differences of none). (Variational mass-wind laws of the sphere: Daley 1983, Tellus 35A,
/// 17-27.) A note in the flow tells the solver's residual. Sphere only.
void balance_wind(const Mesh& mesh, const ModelChoice& model, InitialFlow& flow);

/// Height from the wind, by nonlinear balance in the model's own discrete form. Kept: the
/// rotational part of the wind, the ground and the mean depth of the layer. Derived: the height;
/// the divergent part of the wind, u - G chi with D G chi = D u, is taken off. Then the thickness
/// is changed until the divergence does not change at the start,
///   D V(h, u) = 0,   V = du/dt = Q(h, u) - G (g (h + b) + K),
/// which is D G (g h) = D (Q - G (K + g b)). Q depends on h through the potential vorticity, but
/// little: each step solves D G (g dh) = D V(h, u) with conjugate gradients, and the steps end
/// when the divergence tendency is 1e-10 of what it was or no longer falls. A note in the flow
/// tells both. (Charney 1955, Tellus 7, 22-26; the wind being given, the equation is linear.)
void balance_height(const Mesh& mesh, const ModelChoice& model, InitialFlow& flow);

/// du/dt at the start (m s-2) at edges, of the model.
std::vector<double> wind_tendency(const Mesh& mesh, const ModelChoice& model,
                                  const InitialFlow& flow);

}  // namespace hexad
