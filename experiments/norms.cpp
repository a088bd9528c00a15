#include "hexad/experiments/norms.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hexad {

ErrorNorms error_norms(std::span<const double> values, std::span<const double> truth,
                       std::span<const double> weights) {
  double sum1 = 0, sum2 = 0, truth1 = 0, truth2 = 0, largest = 0, largest_truth = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const double error = std::abs(values[n] - truth[n]), size = std::abs(truth[n]);
    sum1 += weights[n] * error;
    sum2 += weights[n] * error * error;
    truth1 += weights[n] * size;
    truth2 += weights[n] * size * size;
    largest = std::max(largest, error);
    largest_truth = std::max(largest_truth, size);
  }
  return {sum1 / truth1, std::sqrt(sum2 / truth2), largest / largest_truth};
}

ErrorNorms thickness_error(const Mesh& mesh, std::span<const double> thickness,
                           std::span<const double> truth) {
  return error_norms(thickness, truth, mesh.area_cell);
}

ErrorNorms wind_error(const Mesh& mesh, std::span<const double> velocity,
                      std::span<const double> truth) {
  std::vector<double> weights(mesh.dc_edge.size());
  for (std::size_t e = 0; e < weights.size(); ++e)
    weights[e] = 0.5 * mesh.dc_edge[e] * mesh.dv_edge[e];
  return error_norms(velocity, truth, weights);
}

}  // namespace hexad
