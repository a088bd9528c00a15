#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/experiments/sensitivity/vorticity_divergence.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// A gradient with respect to the state after some time, and that state.
struct SensitivityRecord {
  double seconds = 0;
  ForecastGradient gradient;
  State<double> state;
  VorticityDivergence of_wind{};  ///< Empty where it is not wanted.
};

/// With respect to concentrations phi of tracers, not to their amounts h phi:
///   dJ/dphi_i = h_i dJ/dq_i,   dJ/dh_i at fixed phi = dJ/dh_i at fixed q + sum phi_i dJ/dq_i
State<double> to_concentrations(const State<double>& derivative, const State<double>& state);

/// Writes gradients as a file of records, ascending in time: for each input that the case wants
/// the discrete derivative dJ/dx (`derivative_...`) and its Riesz representer in the area-weighted
/// inner product (`gradient_...`), which is what one draws; the representer of the wind also as
/// eastward and northward components at cells. Inputs of the environment stay what they are over
/// the run: their record at a time is what J owes to them from there on.
void write_sensitivity(const std::string& path, const Case& run, Domain& domain,
                       const std::vector<SensitivityRecord>& records,
                       const std::string& response_units,
                       const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace hexad
