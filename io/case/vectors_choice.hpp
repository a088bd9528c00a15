#pragma once

#include <cstdint>

#include "hexad/io/case/region_choice.hpp"

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
  Region initial_region, final_region;  ///< Where they start, and where they are measured.
};

}  // namespace hexad
