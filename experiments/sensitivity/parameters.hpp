#pragma once

#include <string>
#include <vector>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/experiments/console.hpp"
#include "hexad/experiments/summary.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// A number of the model that is a field of the environment: that field times (1 + e) changes the
/// response by e `scaled`; of a field that is one number p, dJ/dp = scaled / p. The initial state
/// stays what it is, whatever it was made from.
struct ParameterSensitivity {
  std::string name, units;
  double value = 0;   ///< Mean of the field; of rotation the rate Omega, f = 2 Omega sin(latitude).
  double scaled = 0;  ///< sum_n p_n dJ/dp_n, in the units of J.
};

/// Of topography (a factor on all of it), rotation, gravity, and of diffusion where there is any.
std::vector<ParameterSensitivity> parameter_sensitivities(const Case& run, Domain& domain,
                                                          const Environment<double>& environment,
                                                          const Environment<double>& derivative);

/// A table: what a change of one per cent does.
void print_parameters(const std::vector<ParameterSensitivity>& parameters, const std::string& units,
                      const Console& console);
/// For summary.json: name, value, units, scaled, and dJ/dp as `derivative`.
Json parameters_json(const std::vector<ParameterSensitivity>& parameters);

}  // namespace hexad
