#include "hexad/experiments/initial/ground.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/grids/faults.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/io/topography.hpp"

namespace hexad {
std::vector<double> smoothed(const Mesh& mesh, std::vector<double> values, double length,
                             int threads) {
  if (!(length > 0)) return values;
  double fastest = 0;
  for (Index i = 0; i < mesh.cells; ++i) fastest = std::max(fastest, exchange(mesh, i));
  const double whole = 0.5 * length * length;
  // Half of what keeps the weights positive, so that the shortest waves fade too.
  const auto steps = static_cast<long>(std::ceil(2 * whole * fastest));
  const double tau = whole / static_cast<double>(steps);
  std::vector<double> next(values.size());
  for (long step = 0; step < steps; ++step) {
    parallel_for(mesh.cells, threads, [&](Index i) {
      double sum = 0;
      for (int k = 0; k < mesh.edge_count[i]; ++k) {
        const std::size_t slot = mesh.slot(i, k);
        const Index e = mesh.edges_on_cell[slot];
        sum += mesh.dv_edge[e] / mesh.dc_edge[e] * (values[mesh.cells_on_cell[slot]] - values[i]);
      }
      next[i] = values[i] + tau / mesh.area_cell[i] * sum;
    });
    std::swap(values, next);
  }
  return values;
}

std::vector<double> ground_of(const Mesh& mesh, const TopographyChoice& choice, int threads) {
  auto ground =
      cell_averages(mesh, read_topography(choice.file.string(), choice.variable), 1, threads);
  for (double& height : ground) height = std::max(height, 0.0);
  ground = smoothed(mesh, std::move(ground), choice.smoothing, threads);
  for (double& height : ground) height *= choice.scale;
  return ground;
}

void lay_on(InitialFlow& flow, const std::vector<double>& ground) {
  for (std::size_t i = 0; i < ground.size(); ++i) {
    flow.thickness[i] += flow.topography[i] - ground[i];
    flow.topography[i] = ground[i];
  }
}

void check_layer(const Mesh& mesh, InitialFlow& flow, double thin) {
  const auto thinnest = std::min_element(flow.thickness.begin(), flow.thickness.end());
  const auto cell = static_cast<Index>(thinnest - flow.thickness.begin());
  const double mean = area_mean(mesh, flow.thickness);
  const double ground = flow.topography[static_cast<std::size_t>(cell)];
  const std::string where =
      name_of(mesh, Place::cell, cell) + ", " + place_of(mesh, Place::cell, cell);
  if (!(*thinnest > 0))
    throw InputError(ground > 0
                         ? fmt::format("the ground reaches the surface: {:.0f} m of ground leave a "
                                       "layer of {:.0f} m",
                                       ground, *thinnest)
                         : fmt::format("the layer is {:.3g} m thick at the start", *thinnest),
                     where,
                     ground > 0 ? "lower topography.scale, or raise the surface (initial.depth, "
                                  "initial.analysis.mean_depth)"
                                : "a layer must be thicker than 0 m everywhere");
  if (*thinnest < thin * mean)
    flow.warnings.push_back(
        fmt::format("the layer is only {:.0f} m thick at {} (mean {:.0f} m): the wind there may "
                    "grow too strong",
                    *thinnest, where, mean));
}

}  // namespace hexad
