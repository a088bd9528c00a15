#pragma once

#include <cstdint>

namespace hexad {

/// What a norm of perturbations measures.
enum class NormKind { energy, enstrophy };

/// The search for singular vectors that a case asks for.
struct VectorsChoice {
  int count = 5;
  int block = 4;
  int iterations = 50;
  double tolerance = 1e-3;
  std::uint64_t seed = 1;
  double amplitude = 1;  ///< Largest normal velocity of what is written (m s-1).
  NormKind final_norm = NormKind::energy;
};

}  // namespace hexad
