#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hexad/adjoint/krylov_folder.hpp"
#include "hexad/adjoint/norm.hpp"
#include "hexad/adjoint/propagator.hpp"

namespace hexad {

/// How far a search for singular vectors has got.
struct VectorsProgress {
  int iteration = 0;           ///< Complete ones.
  std::vector<double> values;  ///< sigma_k, as far as known; of those that are wanted.
  double worst_residual = 0;   ///< Largest |A v - sigma^2 v| / sigma^2 of them.
};

struct VectorsOptions {
  int count = 5;            ///< Vectors wanted.
  int block = 1;            ///< Vectors that A is applied to at once: 1 is Lanczos.
  int iterations = 50;      ///< Applications of A to a block, at most.
  double tolerance = 1e-3;  ///< Of each |A v - sigma^2 v| / sigma^2.
  std::uint64_t seed = 1;   ///< Of the vectors that the search starts from.
  std::function<void(const VectorsProgress&)> on_iteration = {};
  /// A run of the tangent (false) or the adjoint (true), and the steps of it that are done.
  std::function<void(bool, int)> on_step = {};
  /// Where the basis is kept as it grows, and whether to go on with what is there.
  std::optional<KrylovFolder> folder = {};
  bool resume = false;
};

/// The leading singular vectors of M between two norms: x_k with |x_k| = 1 in the initial norm
/// E = L'L for which |M x_k| / |x_k| is stationary, the ratio taken of the final norm F over E.
///   A z = L^-1 M' F M L^-1 z = sigma^2 z,   x = L^-1 z
struct SingularVectors {
  std::vector<double> values;     ///< sigma_k, the growth factors, largest first.
  std::vector<double> residuals;  ///< |A z - sigma^2 z| / sigma^2, by applying A once more.
  State<double> initial;          ///< x_k as members, |x_k|_E = 1.
  State<double> evolved;          ///< M x_k / sigma_k: 1 in the final norm, where sigma_k > 0.
  int iterations = 0;             ///< Applications of A to a block.
  int resumed_from = 0;           ///< Those of them that were found in the folder.
  bool converged = false;         ///< All residuals are within the tolerance.
  /// Largest |<x_j, x_k>_E - delta_jk|, and |<M x_j, M x_k>_F - sigma_k^2 delta_jk| / sigma_1^2.
  double initial_orthogonality = 0, evolved_orthogonality = 0;
};

/// Finds them by a block Krylov method with full reorthogonalisation (block_krylov.hpp). InputError
/// where fewer vectors than wanted can be orthogonal, or where the initial norm has no inverse.
[[nodiscard]] SingularVectors singular_vectors(Propagator& propagator, const Norm& initial_norm,
                                               const Norm& final_norm,
                                               const VectorsOptions& options);

}  // namespace hexad
