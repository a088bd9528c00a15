#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "hexad/io/case/date.hpp"

namespace hexad {

/// Solid-body wind that carries tracers, test case 1 of Williamson et al. (1992).
struct Williamson1Choice {
  double alpha = 0;     ///< Between the axis of the flow and that of the sphere (rad).
  double depth = 1000;  ///< Of the layer, everywhere (m).
};
/// Steady zonal flow, test case 2 of Williamson et al. (1992).
struct Williamson2Choice {
  double alpha = 0;  ///< Between the axis of the flow and that of the sphere (rad).
};
/// Zonal flow over a mountain, test case 5 of Williamson et al. (1992).
struct Williamson5Choice {};
/// Rossby-Haurwitz wave, test case 6 of Williamson et al. (1992).
struct Williamson6Choice {};
/// Unstable jet of Galewsky et al. (2004).
struct GalewskyChoice {
  bool perturbed = true;  ///< With the bump of height that sets the instability off.
};
/// A layer at rest under a flat surface.
struct RestChoice {
  double depth = 8000;  ///< Height of the surface above sea level (m).
};
/// A Gaussian hill on a layer at rest: thickness = depth + height exp(-(r / width)^2).
struct HillChoice {
  double depth = 1000, height = 10, width = 1000e3;  ///< m
};
/// A latitude-longitude analysis.
struct AnalysisChoice {
  /// none; geostrophic: wind from the height; nonlinear: height from the rotational wind.
  enum class Balance { none, geostrophic, nonlinear };
  std::filesystem::path file;
  std::optional<double> level;       ///< In the file's own unit.
  std::optional<int> month;          ///< Value of the file's coordinate `month`.
  std::optional<Date> time;          ///< Value of the file's coordinate `time`.
  std::optional<double> mean_depth;  ///< Takes the place of the area mean of the height (m).
  Balance balance = Balance::none;
};
/// A state of another run: a history or a restart.
struct StateChoice {
  enum class Remap { conservative, barycentric };
  std::filesystem::path file;
  std::optional<Date> time;  ///< The last one of the file.
  int member = 1;            ///< Counted from 1.
  Remap remap = Remap::conservative;
};
using InitialChoice =
    std::variant<Williamson1Choice, Williamson2Choice, Williamson5Choice, Williamson6Choice,
                 GalewskyChoice, RestChoice, HillChoice, AnalysisChoice, StateChoice>;

/// The ground from a latitude-longitude file.
struct TopographyChoice {
  std::filesystem::path file;
  std::optional<std::string> variable;  ///< Where the file does not say which it is.
  double scale = 1;                     ///< Factor after everything else.
  double smoothing = 0;                 ///< Standard deviation of the Gaussian (m); 0: none.
};

/// A tracer and its shape at the start.
struct TracerChoice {
  enum class Shape { cosine_bell, gaussian, slotted_cylinder, constant, file };
  std::string name;
  Shape shape = Shape::constant;
  double longitude = 0, latitude = 0;  ///< Of the centre on a sphere (rad).
  std::optional<double> x, y;          ///< Of the centre on a plane (m); its middle.
  double radius = 0;                   ///< m
  double amplitude = 1;                ///< Above the background, in the tracer's own unit.
  double background = 0;
};

}  // namespace hexad
