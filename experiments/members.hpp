#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/case.hpp"
#include "hexad/model/state.hpp"

namespace hexad {

/// What is added to the initial state of one member.
struct Perturbation {
  std::vector<double> thickness;  ///< At cells (m); empty for none.
  std::vector<double> velocity;   ///< Along the normals of edges (m s-1); empty for none.
};

/// Random perturbation of a member by its number: normal numbers keyed on the ids that entities
/// have in the user's mesh file, on the seed and on the number, so the same in any run.
///
/// Thickness: white noise at cells, smoothed by diffusion over the time L^2 / 4, which makes of it
/// a field with the correlation exp(-r^2 / (2 L^2)) on a plane; its area mean is taken away, and
/// the rest scaled to the root mean square asked for. Velocity: -(psi_v1 - psi_v0) / l_e, which has
/// no divergence, of such a stream function psi, averaged from cells to vertices by kites; scaled
/// likewise. With L = 0 velocities are white noise at edges.
Perturbation random_perturbation(const Mesh& mesh, const RandomPerturbations& choice, int number,
                                 int threads = 0);

/// Adds its perturbation to each member of a state; the concentrations of tracers stay. InputError
/// where a file lacks something.
void perturb(const Case& run, const Mesh& mesh, State<double>& state);

}  // namespace hexad
