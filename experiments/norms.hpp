#pragma once

#include <span>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Normalised errors of Williamson et al. (1992), eqs. 82-84, with weights w that stand for areas:
///   l1 = sum w |x - t| / sum w |t|,  l2 = sqrt(sum w (x - t)^2 / sum w t^2),
///   linf = max |x - t| / max |t|
struct ErrorNorms {
  double l1 = 0, l2 = 0, linf = 0;
};
ErrorNorms error_norms(std::span<const double> values, std::span<const double> truth,
                       std::span<const double> weights);

/// Of a thickness at cells, weighted by A_i.
ErrorNorms thickness_error(const Mesh& mesh, std::span<const double> thickness,
                           std::span<const double> truth);
/// Of normal velocities at edges, weighted by the area that belongs to an edge, l_e d_e / 2: since
/// each edge measures one of two components, this is half of the norm of the vector error.
ErrorNorms wind_error(const Mesh& mesh, std::span<const double> velocity,
                      std::span<const double> truth);

}  // namespace hexad
