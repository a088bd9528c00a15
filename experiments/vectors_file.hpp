#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hexad/adjoint/singular_vectors.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// What the structures of a search are multiplied by, so that the largest normal velocity of each
/// initial one is `amplitude` (m s-1).
[[nodiscard]] std::vector<double> vector_scales(const SingularVectors& found, double amplitude);

/// Writes singular vectors as a history of perturbations of two records: the initial structures at
/// the start, and what the tangent-linear model makes of them at the end of the window; vector k is
/// member k. Beside them, for each vector: growth, residual, and both norms of what is written.
void write_vectors(const std::string& path, const Case& run, Domain& domain,
                   const Environment<double>& environment, const SingularVectors& found,
                   const Norm& initial_norm, const Norm& final_norm,
                   const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace hexad
