#pragma once

#include <vector>

#include "hexad/model/model.hpp"

namespace hexad {

/// A largest or smallest value and the entity where it is.
struct Extreme {
  double value;
  Index entity;
};

/// Of one member: integrals by exact sums, so the same bits in any order.
struct Diagnostics {
  double mass;                 ///< sum_i A_i h_i (m3)
  double energy;               ///< sum_i A_i (h K + g h (h/2 + b))_i (m5 s-2)
  double potential_enstrophy;  ///< sum_v A_v h_v q_v^2 / 2 (m s-2)
  Extreme wind;                ///< Largest |V_i| of the reconstructed velocity (m/s), at a cell
  Extreme courant;             ///< Largest (|u_e| + sqrt(g h_e)) dt / d_e, at an edge
  Extreme thinnest;            ///< Smallest thickness (m), at a cell
  bool finite;                 ///< No NaN or infinity in the state.
  Index not_finite_cell;       ///< First cell that is not finite, or has an edge that is not; or -1.
};

/// Diagnostics of every member. Works where the state lives.
std::vector<Diagnostics> diagnose(Domain& domain, const Environment<double>& environment,
                                  const State<double>& state);

/// Fields derived from a state, for output.
struct DerivedFields {
  CellField<double> divergence, kinetic_energy, eastward_wind, northward_wind;
  VertexField<double> vorticity, potential_vorticity;
};
DerivedFields derive(Domain& domain, const Environment<double>& environment,
                     const State<double>& state);

}  // namespace hexad
