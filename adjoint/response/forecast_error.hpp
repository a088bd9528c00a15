#pragma once

#include "hexad/adjoint/response/difference_energy.hpp"

namespace hexad {

/// Energy of the error of a forecast: DifferenceEnergy from a state that is taken for the truth.
class ForecastErrorResponse : public DifferenceEnergy {
 public:
  using DifferenceEnergy::DifferenceEnergy;
};

}  // namespace hexad
