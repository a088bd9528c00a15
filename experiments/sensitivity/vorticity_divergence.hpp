#pragma once

#include <vector>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// What a response owes to the vorticity and the divergence of the initial wind.
///
/// On a sphere every normal velocity is u = R psi + G chi with psi at vertices and chi at cells,
/// C R psi = zeta and D G chi = delta, in one way but for constants: edges = (cells - 1) +
/// (vertices - 1). So a derivative dJ/du can be written with respect to zeta and delta,
///   dJ = <dJ/du, du> = <dJ/dzeta, C du> + <dJ/ddelta, D du>   for every du.
/// With r_e = dJ/du_e / (l_e d_e) and R' (l d r) = - A C r, G' (l d r) = - A D r, the Riesz
/// representers are
///   dJ/dzeta_v / A_v = - psi_v of C R psi = C r,   dJ/ddelta_i / A_i = - chi_i of D G chi = D r,
/// minus the stream function and minus the velocity potential of the representer of the wind. A
/// constant added to either changes nothing: their means are zero.
struct VorticityDivergence {
  std::vector<double> vorticity;   ///< Representer at vertices.
  std::vector<double> divergence;  ///< Representer at cells.
};

/// From the representer r of the wind, on a sphere. RunError where a solver does not get there.
VorticityDivergence vorticity_divergence(const Mesh& mesh, const std::vector<double>& r);

/// |<dJ/du, du> - <dJ/dzeta, C du> - <dJ/ddelta, D du>| over the sum of the sizes of the three, for
/// the representer r of the wind, what came of it, and a change du.
double identity_error(const Mesh& mesh, const std::vector<double>& r,
                      const VorticityDivergence& found, const std::vector<double>& du);

}  // namespace hexad
