#pragma once

#include <vector>

#include "hexad/adjoint/energy_norm.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// How much of a place counts, 0 to 1, one value per entity in the mesh's internal order: what
/// restricts a norm to a region. Empty lists: all of it, everywhere.
struct PlaceWeights {
  std::vector<double> cells, edges, vertices;
};

/// A norm of perturbations (h', u') as a quadratic form |x|^2 = x' N x, N symmetric and not
/// negative.
///
/// Total energy about a layer of depth H at rest, N diagonal:
///   |x|^2 = 1/2 sum_i w_i A_i g h'_i^2 + 1/2 sum_e w_e l_e d_e H u'_e^2                (m5 s-2)
/// Enstrophy, N = 1/2 C' (w A) C with the curl C at vertices:
///   |x|^2 = 1/2 sum_v w_v A_v zeta'_v^2,   zeta' = C u'                                (m2 s-2)
/// w are the weights of a region, 1 without one. Enstrophy is blind to thickness and to wind
/// without vorticity: it measures what becomes of perturbations, and cannot bound what they start
/// from. So is an energy whose weights are zero somewhere.
///
/// States are of any number of members, without tracers, on the norm's device.
class Norm {
 public:
  /// The energy of `rest` (its gravity and mean depth; its own target does not matter).
  static Norm energy(Domain& domain, const EnergyNorm& rest, const PlaceWeights& weights = {});
  /// The energy of perturbations that start in a region alone: each part over its weight, those
  /// without weight held at zero (`unscale` gives nothing there, `squared` does not look there).
  ///   |x|^2 = 1/2 sum_i A_i g h'_i^2 / w_i + 1/2 sum_e l_e d_e H u'_e^2 / w_e,  over w > 0
  static Norm confined_energy(Domain& domain, const EnergyNorm& rest, const PlaceWeights& weights);
  static Norm enstrophy(Domain& domain, const PlaceWeights& weights = {});

  /// result = N x. May not be in place.
  void apply(Domain& domain, const State<double>& x, State<double>& result) const;
  /// x' N x of each member, by exact sums.
  [[nodiscard]] std::vector<double> squared(Domain& domain, const State<double>& x) const;

  /// Whether |x| = 0 for x = 0 alone, and N = L^2 with L diagonal: what an initial norm must be.
  [[nodiscard]] bool invertible() const { return invertible_; }
  /// x = L x, x = L^-1 x. RunError unless invertible.
  void scale(State<double>& x) const;
  void unscale(State<double>& x) const;

  /// "total energy", "enstrophy", and the units of |x|^2.
  [[nodiscard]] const char* name() const { return of_vorticity_ ? "enstrophy" : "total energy"; }
  [[nodiscard]] const char* units() const { return of_vorticity_ ? "m2 s-2" : "m5 s-2"; }

 private:
  Norm() = default;
  [[nodiscard]] VertexField<double> vorticity(Domain& domain, const State<double>& x) const;
  void require_invertible() const;

  bool of_vorticity_ = false, invertible_ = false;
  State<double> diagonal_;               // of N, where it is diagonal
  State<double> root_, inverse_root_;    // L and its inverse
  VertexField<double> vertex_diagonal_;  // w A / 2, of enstrophy
};

}  // namespace hexad
