#pragma once

#include <cstdint>
#include <vector>

#include "hexad/adjoint/block_algebra.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// Vectors (members) of independent normal numbers, the same on any partition: numbers `first` and
/// on of a sequence that the seed names.
[[nodiscard]] State<double> random_vectors(Domain& domain, std::uint64_t seed, int first,
                                           int count);

/// Approximate eigenpairs of a symmetric operator, largest value first.
struct RitzPairs {
  std::vector<double> values;     ///< theta_k
  SmallMatrix vectors;            ///< In terms of the basis, one column each.
  std::vector<double> residuals;  ///< |A v - theta v| of each, v of length 1.
};

/// An orthonormal basis Q_0, Q_1, ... of the space spanned by X, A X, A^2 X, ... for a symmetric
/// operator A and a block X of b vectors, and what A is in it:
///   A Q_j = sum_{i <= j} Q_i T_ij + Q_{j+1} B_j
/// With b = 1 it is the method of Lanczos (1950), with several and X random the block Krylov
/// method of Halko, Martinsson and Tropp (2011) and Musco and Musco (2015). Each new block is made
/// orthogonal to all before it, twice (Giraud, Langou and Rozloznik 2005: twice is enough), by
/// exact dot products. A vector of which nothing is left (the space is complete) is replaced by a
/// random one, so that multiple eigenvalues are found.
class BlockKrylov {
 public:
  /// What one application of A added to the projected operator.
  struct Step {
    SmallMatrix projected;  ///< T_0j ... T_jj, one upon the other: (j + 1) b rows, b columns.
    SmallMatrix next;       ///< B_j
  };

  /// Starts with Q_0 from random vectors of the seed; at most as many vectors as the state has
  /// values can be orthogonal.
  BlockKrylov(Domain& domain, std::uint64_t seed, int block);
  /// Goes on with blocks Q_0 ... Q_n and steps 0 ... n - 1 of an earlier one, to the same bits.
  BlockKrylov(Domain& domain, std::uint64_t seed, std::vector<State<double>> blocks,
              std::vector<Step> steps);

  /// The newest block, which A is to be applied to.
  [[nodiscard]] const State<double>& newest() const { return blocks_.back(); }
  /// Takes its image A Q and adds the next block. RunError where the image is not a number.
  void extend(State<double> image);

  [[nodiscard]] int steps() const { return static_cast<int>(steps_.size()); }
  [[nodiscard]] const std::vector<Step>& all_steps() const { return steps_; }
  [[nodiscard]] int block() const { return blocks_.front().members(); }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  /// Rayleigh and Ritz: eigenpairs of Q' A Q over the blocks whose image is known. The residuals
  /// follow from B alone: |B_j y| with y the last b numbers of the vector.
  [[nodiscard]] RitzPairs ritz() const;
  /// Q Y of the first `count` Ritz vectors.
  [[nodiscard]] State<double> vectors(const RitzPairs& pairs, int count) const;

 private:
  [[nodiscard]] SmallMatrix project(State<double>& x) const;
  [[nodiscard]] SmallMatrix orthonormalise(State<double>& x, const std::vector<double>& least);
  double replace_column(State<double>& x, int column);

  Domain& domain_;
  std::uint64_t seed_;
  std::vector<State<double>> blocks_;
  std::vector<Step> steps_;
};

}  // namespace hexad
