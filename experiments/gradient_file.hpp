#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// Writes a gradient as a file of one record, at the start of the case: for thickness, normal
/// velocity, topography and Coriolis parameter the discrete derivative dJ/dx (`derivative_...`) and
/// its Riesz representer in the area-weighted inner product (`gradient_...`), which is what one
/// draws; the representer of the wind also as eastward and northward components at cells.
void write_gradient(const std::string& path, const Case& run, Domain& domain,
                    const ForecastGradient& gradient,
                    const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace hexad
