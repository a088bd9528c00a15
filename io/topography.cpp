#include "hexad/io/topography.hpp"

#include <algorithm>

#include "hexad/core/error.hpp"
#include "hexad/io/analysis_axes.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/lat_lon_read.hpp"

namespace hexad {
namespace {

using Names = std::vector<std::string>;

bool is_horizontal(const nc::File& file, const std::string& variable) {
  const auto dimensions = file.dimensions(variable);
  const auto runs_along = [&](Axis axis) {
    return std::any_of(dimensions.begin(), dimensions.end(), [&](const nc::Dimension& dimension) {
      return dimension.name != variable && axis_of(file, dimension.name) == axis;
    });
  };
  return dimensions.size() >= 2 && runs_along(Axis::latitude) && runs_along(Axis::longitude);
}

std::string heights_of(const nc::File& file, const std::optional<std::string>& wanted) {
  const auto all = file.variables();
  if (wanted) {
    if (file.has_variable(*wanted)) return *wanted;
    throw InputError("the file has no variable '" + *wanted + "'", file.path(),
                     "it has " + enumerate(all));
  }
  if (auto found = find_variable(
          file, {"surface_altitude", "height_above_mean_sea_level", "bedrock_altitude"},
          {"topo", "topography", "orog", "elevation", "elev", "HSURF"}))
    return *found;
  Names candidates;
  for (const auto& variable : all)
    if (is_horizontal(file, variable)) candidates.push_back(variable);
  if (candidates.size() == 1) return candidates.front();
  throw InputError(
      candidates.empty() ? "the file has no heights on latitudes and longitudes"
                         : "the file does not say which variable is the height",
      file.path(),
      "choose topography.variable: it has " + enumerate(candidates.empty() ? all : candidates));
}

}  // namespace

LatLonField read_topography(const std::string& path, const std::optional<std::string>& variable) {
  return io_thread().run([&] {
    const auto file = nc::File::open(path);
    const auto name = heights_of(file, variable);
    const double factor = to_metres(file, name);
    LatLonField heights = read_lat_lon(file, name, {path, {}, {}, {}});
    for (double& height : heights.values) height *= factor;
    complete_poles(heights);
    return heights;
  });
}

}  // namespace hexad
