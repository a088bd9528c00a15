#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hexad/io/case/initial_choice.hpp"
#include "hexad/io/case/region_choice.hpp"

namespace hexad {

/// What a response function measures (docs/responses.md).
enum class ResponseKind {
  thickness,
  surface_height,
  wind,
  vorticity,
  tracer,
  circulation,
  kinetic_energy,
  total_energy,
  departure,
  forecast_error
};
const char* to_string(ResponseKind kind);

/// One term of the response of a case.
struct ResponseChoice {
  std::string name;
  ResponseKind kind = ResponseKind::departure;
  double weight = 1;
  std::optional<PointChoice> point;  ///< Instead of the region.
  Region region;
  bool northward = false;            ///< Of the wind's two components.
  std::string tracer;                ///< Its name.
  std::optional<StateChoice> state;  ///< That a forecast error is measured from.
  // When (s after the start): an instant, or the mean from `from` to the instant.
  std::optional<double> at;    ///< The end of the window where it is not given.
  std::optional<double> from;  ///< Begin of a mean.
};

/// Which gradients `hexad sensitivity` makes, and when.
struct SensitivityChoice {
  enum class Input { thickness, wind, vorticity, tracers, topography, coriolis, parameters };
  std::optional<double> every;  ///< s; at the start alone without it.
  std::vector<Input> inputs{Input::thickness,  Input::wind,     Input::vorticity, Input::tracers,
                            Input::topography, Input::coriolis, Input::parameters};
  bool check = true;

  [[nodiscard]] bool wants(Input input) const {
    for (const Input one : inputs)
      if (one == input) return true;
    return false;
  }
};

}  // namespace hexad
