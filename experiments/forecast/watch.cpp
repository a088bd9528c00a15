#include "hexad/experiments/forecast/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hexad/core/exact_sum.hpp"
#include "hexad/core/log.hpp"

namespace hexad {
namespace {

/// The value of one member at one entity.
template <Place P>
double value_at(const Field<P, double>& field, Index entity, int member) {
  const auto members = static_cast<std::size_t>(field.members());
  return field
      .to_host()[static_cast<std::size_t>(entity) * members + static_cast<std::size_t>(member)];
}

}  // namespace

std::string describe_place(const Mesh& mesh, Index cell) {
  const auto i = static_cast<std::size_t>(cell);
  const int number = mesh.cell_id.empty() ? cell + 1 : mesh.cell_id[i] + 1;
  const Vec3 position = mesh.cell_position[i];
  if (mesh.geometry == Geometry::plane)
    return fmt::format("cell {} at x = {:.6g} m, y = {:.6g} m", number, position.x, position.y);
  const auto place = longitude_latitude(position);
  const double east = place.longitude * 180 / std::numbers::pi;
  const double north = place.latitude * 180 / std::numbers::pi;
  return fmt::format("cell {} at {:.1f} {}, {:.1f} {}", number, std::abs(north),
                     north < 0 ? 'S' : 'N', east > 180 ? 360 - east : east, east > 180 ? 'W' : 'E');
}

void Watch::look(Domain& domain, const Environment<double>& environment, const State<double>& state,
                 long step, long steps) {
  const auto found = largest_courant(domain, environment, state);
  for (std::size_t member = 0; member < found.size(); ++member) {
    if (!(found[member].value <= limit_))
      stop(domain, state, fmt::format("step {} of {}", step, steps), found[member],
           static_cast<int>(member));
    largest_ = std::max(largest_, found[member].value);
  }
}

void Watch::look_for_thin_layer(const Mesh& mesh, const std::vector<Diagnostics>& start,
                                const std::vector<Diagnostics>& now, long step, long steps) {
  if (warned_) return;
  ExactSum area;
  for (const double cell : mesh.area_cell) area.add(cell);
  for (std::size_t member = 0; member < now.size(); ++member) {
    const double depth = start[member].mass / area.value();
    const Extreme& thinnest = now[member].thinnest;
    if (!(thinnest.value < thin_layer_ * depth)) continue;
    warned_ = true;
    if (step == 0) return;
    const std::string which = now.size() > 1 ? fmt::format(", member {}", member + 1) : "";
    Log().warning(
        "the layer has become thin: {:.4g} m, its mean depth is {:.4g} m [step {} of {}, {}{}]; "
        "the wind there may grow too strong, take a larger mean depth or a lower topography.scale",
        thinnest.value, depth, step, steps, describe_place(mesh, thinnest.entity), which);
    return;
  }
}

void Watch::stop(Domain& domain, const State<double>& state, const std::string& when,
                 const Extreme& found, int member) const {
  const Mesh& mesh = domain.mesh();
  const auto cells = mesh.cells_on_edge[static_cast<std::size_t>(found.entity)];
  const double h0 = value_at(state.thickness, cells[0], member);
  const double h1 = value_at(state.thickness, cells[1], member);
  const Index cell = h0 > 0 ? cells[1] : cells[0];
  const double thinner = h0 > 0 ? h1 : h0;
  std::string where = when + ", " + describe_place(mesh, h0 > 0 && h1 > 0 ? cells[0] : cell);
  if (state.members() > 1) where += fmt::format(", member {}", member + 1);

  const double step = domain.parameters().time_step;
  const double courant = std::isnan(found.value) ? largest_ : found.value;
  const std::string cause =
      courant > 1 ? fmt::format(
                        "the step is too long for this flow and mesh: try time.dt below "
                        "{:.3g} s",
                        step / courant)
                  : "the layer is too thin or the initial state is not balanced: try a larger mean "
                    "depth";
  if (!std::isnan(found.value))
    throw RunError(
        fmt::format("the Courant number {:.3g} is past the limit {:.3g}", found.value, limit_),
        where, cause);
  if (thinner <= 0)
    throw RunError(fmt::format("the layer has fallen dry: its thickness is {:.4g} m", thinner),
                   where, cause);
  throw RunError("the state is not a number (NaN)", where, cause);
}

}  // namespace hexad
