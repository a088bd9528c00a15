#include "hexad/grids/lloyd.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "hexad/grids/geometry.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr Index block = 1024;  // cells summed one after another, whatever the number of threads

struct Sums {
  double largest = 0;   // squared distance from a centroid
  double progress = 0;  // of the steps along the way to the centroids
};

/// The iteration: x are the cells, y where momentum carries them, corners the circumcentres of y.
class Relaxation {
 public:
  Relaxation(Mesh& mesh, const LloydOptions& options)
      : mesh_(mesh),
        options_(options),
        x_(mesh.cell_position),
        y_(mesh.cell_position),
        corners_(mesh.vertices),
        sums_((mesh.cells + block - 1) / block) {}

  /// One step; returns the largest distance of y from a centroid.
  double step() {
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum_ * momentum_));
    const double carry = (momentum_ - 1.0) / next;
    momentum_ = next;
    parallel_for(mesh_.vertices, options_.threads, [&](Index v) {
      const auto [a, b, c] = mesh_.cells_on_vertex[v];
      corners_[v] = circumcentre_on_sphere(y_[a], y_[b], y_[c]);
    });
    parallel_for(
        static_cast<Index>(sums_.size()), options_.threads,
        [&](Index n) {
          Sums sums;
          for (Index i = n * block; i < std::min((n + 1) * block, mesh_.cells); ++i)
            move(i, carry, sums);
          sums_[n] = sums;
        },
        block);
    Sums total;
    for (const Sums& sums : sums_) {
      total.largest = std::max(total.largest, sums.largest);
      total.progress += sums.progress;
    }
    if (total.progress < 0) {
      momentum_ = 1;
      y_ = x_;
    }
    return std::sqrt(total.largest);
  }

 private:
  void move(Index i, double carry, Sums& sums) {
    const Index* vertex = &mesh_.vertices_on_cell[mesh_.slot(i, 0)];
    const Vec3 here = y_[i], before = x_[i];
    const Vec3 way = normalised(centroid_direction(here, mesh_.edge_count[i],
                                                   [&](int k) { return corners_[vertex[k]]; })) -
                     here;
    const Vec3 after = normalised(here + options_.step * way);
    sums.largest = std::max(sums.largest, dot(way, way));
    sums.progress += dot(way, after - before);
    x_[i] = after;
    y_[i] = normalised(after + carry * (after - before));
  }

  const Mesh& mesh_;
  const LloydOptions& options_;
  std::vector<Vec3>& x_;
  std::vector<Vec3> y_, corners_;
  std::vector<Sums> sums_;
  double momentum_ = 1;
};

}  // namespace

LloydResult relax(Mesh& mesh, const LloydOptions& options) {
  // Between the centres of regular hexagons that would cover the sphere.
  const double spacing = std::sqrt(8.0 * std::numbers::pi / (std::numbers::sqrt3 * mesh.cells));
  Relaxation relaxation(mesh, options);
  LloydResult result;
  while (result.iterations < options.max_iterations) {
    result.largest_offset = relaxation.step() / spacing;
    ++result.iterations;
    const bool done = !(result.largest_offset > options.tolerance);
    if (options.progress && (done || result.iterations % 10 == 0))
      options.progress(result.iterations, result.largest_offset);
    if (done) break;
  }
  return result;
}

}  // namespace hexad
