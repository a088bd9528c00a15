#include "hexad/grids/locate.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "hexad/core/error.hpp"
#include "hexad/grids/geometry.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr double round_off = 1e-12;  // of a weight

bool on_plane(const Mesh& mesh) { return mesh.geometry == Geometry::plane; }

/// The point on the sphere's surface, or as it is on a plane.
Vec3 on_surface(const Mesh& mesh, Vec3 point) {
  const double length = norm(point);
  if (!std::isfinite(length) || (!on_plane(mesh) && length == 0))
    throw InputError("a point to be located is no place on the mesh", {},
                     "give finite coordinates away from the sphere's centre");
  return on_plane(mesh) ? Vec3{point.x, point.y, 0} : (mesh.radius / length) * point;
}

double squared_distance(const Mesh& mesh, Vec3 a, Vec3 b) {
  const Vec3 way = separation(mesh, a, b);
  return dot(way, way);
}

Index walk_to_cell(const Mesh& mesh, Vec3 point, Index start) {
  Index here = start;
  double distance = squared_distance(mesh, point, mesh.cell_position[here]);
  for (bool nearer = true; nearer;) {
    nearer = false;
    const Index from = here;
    for (int k = 0; k < mesh.edge_count[from]; ++k) {
      const Index there = mesh.cells_on_cell[mesh.slot(from, k)];
      const double other = squared_distance(mesh, point, mesh.cell_position[there]);
      if (!(other < distance)) continue;
      distance = other;
      here = there;
      nearer = true;
    }
  }
  return here;
}

/// Barycentric weights of a point, of any sign; they add up to 1.
std::array<double, 3> weights_in(const Mesh& mesh, Vec3 point, Index vertex) {
  std::array<Vec3, 3> to;  // from the point to the corners
  for (std::size_t j = 0; j < 3; ++j)
    to[j] = separation(mesh, point, mesh.cell_position[mesh.cells_on_vertex[vertex][j]]);
  std::array<double, 3> weights;
  double sum = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    const Vec3 a = to[(j + 1) % 3], b = to[(j + 2) % 3];
    weights[j] = on_plane(mesh) ? area_on_plane(a, b) : dot(point, cross(a, b));
    sum += weights[j];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// The triangle across the side opposite the cell at a corner. Round a vertex come edge slot j,
/// cell slot j, edge slot j + 1; the side opposite cell j is crossed by edge slot j + 2.
Index across(const Mesh& mesh, Index vertex, std::size_t corner) {
  const Index edge = mesh.edges_on_vertex[vertex][(corner + 2) % 3];
  const auto& ends = mesh.vertices_on_edge[edge];
  return ends[0] == vertex ? ends[1] : ends[0];
}

TrianglePlace walk_to_triangle(const Mesh& mesh, Vec3 point, Index cell) {
  Index vertex = mesh.vertices_on_cell[mesh.slot(cell, 0)];
  for (Index steps = 0; steps <= mesh.vertices; ++steps) {
    auto weights = weights_in(mesh, point, vertex);
    const auto least = static_cast<std::size_t>(std::min_element(weights.begin(), weights.end()) -
                                                weights.begin());
    if (weights[least] >= -round_off) {
      double sum = 0;
      for (double& weight : weights) sum += weight = std::max(weight, 0.0);
      for (double& weight : weights) weight /= sum;
      return {vertex, mesh.cells_on_vertex[vertex], weights};
    }
    vertex = across(mesh, vertex, least);
  }
  throw RunError("no triangle of the mesh holds the point " + std::to_string(point.x) + ", " +
                     std::to_string(point.y) + ", " + std::to_string(point.z),
                 {}, "look at the mesh with hexad grid info: it may not be Delaunay");
}

}  // namespace

Index nearest_cell(const Mesh& mesh, Vec3 point, Index start) {
  return walk_to_cell(mesh, on_surface(mesh, point), start);
}

TrianglePlace locate(const Mesh& mesh, Vec3 point, Index start) {
  const Vec3 there = on_surface(mesh, point);
  return walk_to_triangle(mesh, there, walk_to_cell(mesh, there, start));
}

LinearMap barycentric_map(const Mesh& mesh, std::span<const Vec3> points, int threads) {
  // Points of a stretch follow one another, so each walk starts where the last ended. The
  // stretches do not depend on the number of threads.
  constexpr Index stretch = 512;
  const auto count = static_cast<Index>(points.size());
  LinearMap map;
  map.rows = count;
  map.columns = mesh.cells;
  map.row_start.resize(points.size() + 1);
  for (std::size_t r = 0; r < map.row_start.size(); ++r)
    map.row_start[r] = static_cast<std::int64_t>(3 * r);
  map.column.resize(3 * points.size());
  map.weight.resize(3 * points.size());
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count / stretch) + 1);
  const auto fill = [&](Index row, Index start) {
    TrianglePlace place = locate(mesh, points[row], start);
    std::array<std::size_t, 3> order{0, 1, 2};
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return mesh.cell_id[place.cells[a]] < mesh.cell_id[place.cells[b]];
    });
    for (std::size_t j = 0; j < 3; ++j) {
      map.column[3 * static_cast<std::size_t>(row) + j] = place.cells[order[j]];
      map.weight[3 * static_cast<std::size_t>(row) + j] = place.weights[order[j]];
    }
    return place.cells[0];
  };
  parallel_for((count + stretch - 1) / stretch, threads,
               [&](Index n) {
                 try {
                   Index near = 0;
                   for (Index row = n * stretch; row < std::min(count, (n + 1) * stretch); ++row)
                     near = fill(row, near);
                 } catch (...) {
                   failures[n] = std::current_exception();
                 }
               },
               stretch);
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return map;
}

}  // namespace hexad
