#pragma once

#include <cmath>
#include <vector>

#include "hexad/core/reduce.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// Of one member: integrals by exact sums, so the same bits in any order.
struct Diagnostics {
  double mass;                 ///< sum_i A_i h_i (m3)
  double energy;               ///< sum_i A_i (h K + g h (h/2 + b))_i (m5 s-2)
  double potential_enstrophy;  ///< sum_v A_v h_v q_v^2 / 2 (m s-2)
  Extreme wind;                ///< Largest |V_i| of the reconstructed velocity (m/s), at a cell
  Extreme courant;             ///< Largest (|u_e| + sqrt(g h_e)) dt / d_e, at an edge
  Extreme thinnest;            ///< Smallest thickness (m), at a cell

  /// No NaN or infinity in the state (the sums turn NaN when there is one).
  [[nodiscard]] bool finite() const { return std::isfinite(mass) && std::isfinite(energy); }
};

/// Diagnostics of every member. Works where the state lives.
std::vector<Diagnostics> diagnose(Domain& domain, const Environment<double>& environment,
                                  const State<double>& state);

/// Largest (|u_e| + sqrt(g h_e)) dt / d_e over the edges, for each member, and its edge: NaN where
/// the state is not a number or the layer has fallen dry. One pass, cheap enough for every step.
std::vector<Extreme> largest_courant(Domain& domain, const Environment<double>& environment,
                                     const State<double>& state);

/// Fields derived from a state, for output.
struct DerivedFields {
  CellField<double> divergence, kinetic_energy, eastward_wind, northward_wind;
  VertexField<double> vorticity, potential_vorticity;
};
DerivedFields derive(Domain& domain, const Environment<double>& environment,
                     const State<double>& state);

}  // namespace hexad
