#include "hexad/grids/overlap.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "hexad/core/error.hpp"
#include "hexad/grids/geometry.hpp"
#include "hexad/grids/locate.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

using Polygon = std::vector<Vec3>;

constexpr double sliver = 1e-15;  // of the target's cell: what round-off leaves of cells that touch

/// The corners of a cell: unit vectors on a sphere, relative to `origin` on a plane.
Polygon corners(const Mesh& mesh, Index cell, Vec3 origin) {
  Polygon polygon;
  const Vec3 centre = mesh.cell_position[cell];
  for (int k = 0; k < mesh.edge_count[cell]; ++k) {
    const Vec3 vertex = mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(cell, k)]];
    polygon.push_back(mesh.geometry == Geometry::sphere
                          ? normalised(vertex)
                          : separation(mesh, origin, centre) + separation(mesh, centre, vertex));
  }
  return polygon;
}

/// Positive on the left of the way from a to b.
double side(bool on_sphere, Vec3 a, Vec3 b, Vec3 p) {
  return on_sphere ? dot(a, cross(b - a, p - a)) : cross(b - a, p - a).z;
}

/// What lies on the left of the way from a to b.
Polygon left_of(bool on_sphere, Vec3 a, Vec3 b, const Polygon& polygon) {
  Polygon result;
  for (std::size_t n = 0; n < polygon.size(); ++n) {
    const Vec3 p = polygon[n], q = polygon[(n + 1) % polygon.size()];
    const double at_p = side(on_sphere, a, b, p), at_q = side(on_sphere, a, b, q);
    if (at_p >= 0) result.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
      const Vec3 cut = p + at_p / (at_p - at_q) * (q - p);
      result.push_back(on_sphere ? normalised(cut) : cut);
    }
  }
  return result;
}

double area(bool on_sphere, const Polygon& polygon) {
  double sum = 0;
  for (std::size_t n = 2; n < polygon.size(); ++n)
    sum += on_sphere ? solid_angle(polygon[0], polygon[n - 1], polygon[n])
                     : area_on_plane(polygon[n - 1] - polygon[0], polygon[n] - polygon[0]);
  return sum;
}

/// Finds the cells of the source that cells of the target overlap.
class Cutter {
 public:
  Cutter(const Mesh& source, const Mesh& target)
      : source_(source), target_(target), on_sphere_(target.geometry == Geometry::sphere) {}

  /// The row of one cell of the target; the walk through the source starts at `near`, which
  /// becomes the cell that holds the target's centre.
  std::vector<MapEntry> row(Index cell, Index& near) const {
    const Vec3 centre = target_.cell_position[cell];
    const Polygon knife = corners(target_, cell, centre);
    const double whole = area(on_sphere_, knife);
    near = nearest_cell(source_, centre, near);
    std::vector<Index> queue{near};
    std::vector<MapEntry> entries;
    double sum = 0;
    for (std::size_t n = 0; n < queue.size(); ++n) {
      const double part = common_area(knife, queue[n], centre);
      if (!(part > sliver * whole)) continue;
      entries.push_back({cell, queue[n], part});
      sum += part;
      for (int k = 0; k < source_.edge_count[queue[n]]; ++k) {
        const Index next = source_.cells_on_cell[source_.slot(queue[n], k)];
        if (std::find(queue.begin(), queue.end(), next) == queue.end()) queue.push_back(next);
      }
    }
    // The parts add up to the whole but for round-off; rows add up to 1.
    for (auto& entry : entries) entry.weight /= sum;
    return entries;
  }

 private:
  [[nodiscard]] double common_area(const Polygon& knife, Index cell, Vec3 origin) const {
    Polygon rest = corners(source_, cell, origin);
    for (std::size_t n = 0; n < knife.size() && !rest.empty(); ++n)
      rest = left_of(on_sphere_, knife[n], knife[(n + 1) % knife.size()], rest);
    return area(on_sphere_, rest);
  }

  const Mesh& source_;
  const Mesh& target_;
  bool on_sphere_;
};

}  // namespace

void require_same_place(const Mesh& source, const Mesh& target) {
  if (source.geometry != target.geometry)
    throw InputError(source.geometry == Geometry::plane
                         ? "fields of a plane cannot be brought to a sphere"
                         : "fields of a sphere cannot be brought to a plane",
                     {}, "take a state of a mesh of the same kind");
  const auto differ = [](double a, double b) { return std::abs(a - b) > 1e-9 * std::abs(b); };
  if (source.geometry == Geometry::plane &&
      (differ(source.period_x, target.period_x) || differ(source.period_y, target.period_y)))
    throw InputError("the planes have other periods: " + std::to_string(source.period_x) + " x " +
                         std::to_string(source.period_y) + " m and " +
                         std::to_string(target.period_x) + " x " + std::to_string(target.period_y) +
                         " m",
                     {}, "take planes of one size");
}

LinearMap overlap_map(const Mesh& source, const Mesh& target, int threads) {
  require_same_place(source, target);
  constexpr Index stretch = 256;  // each starts its walk anew, on any number of threads
  const Cutter cutter(source, target);
  const Index stretches = (target.cells + stretch - 1) / stretch;
  std::vector<std::vector<MapEntry>> parts(static_cast<std::size_t>(stretches));
  parallel_for(
      stretches, threads,
      [&](Index n) {
        Index near = 0;
        for (Index i = n * stretch; i < std::min(target.cells, (n + 1) * stretch); ++i) {
          const auto row = cutter.row(i, near);
          parts[n].insert(parts[n].end(), row.begin(), row.end());
        }
      },
      stretch);
  std::vector<MapEntry> entries;
  for (const auto& part : parts) entries.insert(entries.end(), part.begin(), part.end());
  return make_map(target.cells, source.cells, std::move(entries), source.cell_id);
}

}  // namespace hexad
