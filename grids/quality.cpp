#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hexad/grids/geometry.hpp"
#include "hexad/grids/lloyd.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double degrees = 180.0 / std::numbers::pi;

Vec3 centroid_on_plane(const Mesh& mesh, Index i) {
  const Vec3 centre = mesh.cell_position[i];
  const int count = mesh.edge_count[i];
  const auto corner = [&](int k) {
    return separation(mesh, centre,
                      mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, k % count)]]);
  };
  Vec3 sum{};
  double area = 0;
  for (int k = 0; k < count; ++k) {
    const Vec3 p = corner(k), q = corner(k + 1);
    const double part = area_on_plane(p, q);
    sum += (part / 3.0) * (p + q);
    area += part;
  }
  return centre + sum / area;
}

void lengths_and_areas(const Mesh& mesh, Quality& q) {
  const auto [d_min, d_max] = std::minmax_element(mesh.dc_edge.begin(), mesh.dc_edge.end());
  q.spacing_min = *d_min;
  q.spacing_mean = mean_spacing(mesh);
  q.spacing_max = *d_max;
  const auto [a_min, a_max] = std::minmax_element(mesh.area_cell.begin(), mesh.area_cell.end());
  q.area_min = *a_min;
  q.area_max = *a_max;
  long double sum = 0;
  for (const double a : mesh.area_cell) sum += a;
  q.area_mean = static_cast<double>(sum / mesh.cells);
  const long double whole = mesh.geometry == Geometry::sphere
                                ? 4.0L * std::numbers::pi_v<long double> *
                                      static_cast<long double>(mesh.radius) * mesh.radius
                                : static_cast<long double>(mesh.period_x) * mesh.period_y;
  q.area_error = static_cast<double>(std::abs(sum / whole - 1.0L));
}

Vec3 centroid(const Mesh& mesh, Index i) {
  if (mesh.geometry == Geometry::plane) return centroid_on_plane(mesh, i);
  const auto corner = [&](int k) {
    return normalised(mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, k)]]);
  };
  return mesh.radius * normalised(centroid_direction(normalised(mesh.cell_position[i]),
                                                     mesh.edge_count[i], corner));
}

/// Takes the figures of part into q.
void join_cells(Quality& q, const Quality& part) {
  q.centroid_offset_max = std::max(q.centroid_offset_max, part.centroid_offset_max);
  q.cell_quality_min = std::min(q.cell_quality_min, part.cell_quality_min);
  q.neighbour_ratio_max = std::max(q.neighbour_ratio_max, part.neighbour_ratio_max);
  q.pentagons += part.pentagons;
  q.hexagons += part.hexagons;
  q.heptagons += part.heptagons;
  q.others += part.others;
}

void cells_shape(const Mesh& mesh, Quality& q) {
  std::vector<double> offsets(mesh.cells);
  Quality start{};
  start.cell_quality_min = 1;
  const auto parts = parallel_parts(mesh.cells, 0, start, [&](Index i, Quality& part) {
    offsets[i] = norm(separation(mesh, mesh.cell_position[i], centroid(mesh, i))) /
                 std::sqrt(mesh.area_cell[i]);
    part.centroid_offset_max = std::max(part.centroid_offset_max, offsets[i]);
    double l_min = infinity, l_max = 0, d_min = infinity, d_max = 0;
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const Index e = mesh.edges_on_cell[mesh.slot(i, k)];
      l_min = std::min(l_min, mesh.dv_edge[e]);
      l_max = std::max(l_max, mesh.dv_edge[e]);
      d_min = std::min(d_min, mesh.dc_edge[e]);
      d_max = std::max(d_max, mesh.dc_edge[e]);
    }
    part.cell_quality_min = std::min(part.cell_quality_min, l_min / l_max);
    part.neighbour_ratio_max = std::max(part.neighbour_ratio_max, d_max / d_min);
    const int sides = mesh.edge_count[i];
    ++(sides == 5   ? part.pentagons
       : sides == 6 ? part.hexagons
       : sides == 7 ? part.heptagons
                    : part.others);
  });
  q.cell_quality_min = 1;
  for (const Quality& part : parts) join_cells(q, part);
  double squares = 0;
  for (const double offset : offsets) squares += offset * offset;
  q.centroid_offset_rms = std::sqrt(squares / mesh.cells);
}

void triangles_shape(const Mesh& mesh, Quality& q) {
  Quality start{};
  start.angle_min = 180;
  const auto parts = parallel_parts(mesh.vertices, 0, start, [&](Index v, Quality& part) {
    const auto& cells = mesh.cells_on_vertex[v];
    double largest = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 here = mesh.cell_position[cells[j]];
      const Vec3 a = separation(mesh, here, mesh.cell_position[cells[(j + 1) % 3]]);
      const Vec3 b = separation(mesh, here, mesh.cell_position[cells[(j + 2) % 3]]);
      const double angle = degrees * angle_between(a, b);
      part.angle_min = std::min(part.angle_min, angle);
      largest = std::max(largest, angle);
    }
    part.angle_max = std::max(part.angle_max, largest);
    if (largest > 90) ++part.obtuse_triangles;
  });
  q.angle_min = 180;
  for (const Quality& part : parts) {
    q.angle_min = std::min(q.angle_min, part.angle_min);
    q.angle_max = std::max(q.angle_max, part.angle_max);
    q.obtuse_triangles += part.obtuse_triangles;
  }
}

void edges_shape(const Mesh& mesh, Quality& q) {
  const auto parts = parallel_parts(mesh.edges, 0, Quality{}, [&](Index e, Quality& part) {
    const Vec3 here = mesh.edge_position[e];
    const Vec3 a = separation(mesh, here, mesh.vertex_position[mesh.vertices_on_edge[e][0]]);
    const Vec3 b = separation(mesh, here, mesh.vertex_position[mesh.vertices_on_edge[e][1]]);
    part.offset_of_edges_max =
        std::max(part.offset_of_edges_max, 0.5 * norm(a + b) / mesh.dc_edge[e]);
    const Vec3 up = mesh.geometry == Geometry::plane ? Vec3{0, 0, 1} : here;
    if (!(dot(b - a, cross(up, edge_normal(mesh, e))) > 0)) ++part.not_delaunay;
  });
  for (const Quality& part : parts) {
    q.offset_of_edges_max = std::max(q.offset_of_edges_max, part.offset_of_edges_max);
    q.not_delaunay += part.not_delaunay;
  }
}

}  // namespace

std::vector<Vec3> centroids(const Mesh& mesh, int threads) {
  std::vector<Vec3> centre(mesh.cells);
  parallel_for(mesh.cells, threads, [&](Index i) { centre[i] = centroid(mesh, i); });
  return centre;
}

Quality quality(const Mesh& mesh) {
  Quality q{};
  lengths_and_areas(mesh, q);
  cells_shape(mesh, q);
  triangles_shape(mesh, q);
  edges_shape(mesh, q);
  return q;
}

std::vector<std::string> quality_lines(const Mesh& mesh) {
  const Quality q = quality(mesh);
  const bool sphere = mesh.geometry == Geometry::sphere;
  std::vector<std::string> lines;
  const auto add = [&lines](const char* name, const std::string& text) {
    lines.push_back(fmt::format("{:<22}{}", name, text));
  };
  add("geometry", sphere ? fmt::format("sphere of radius {:.10g} m", mesh.radius)
                         : fmt::format("doubly periodic plane, {:.10g} x {:.10g} m", mesh.period_x,
                                       mesh.period_y));
  add("cells", fmt::format("{} ({} pentagons, {} hexagons, {} heptagons, {} others)", mesh.cells,
                           q.pentagons, q.hexagons, q.heptagons, q.others));
  add("edges, vertices", fmt::format("{}, {}", mesh.edges, mesh.vertices));
  add("spacing", fmt::format("mean {:.6g} m, {:.6g} to {:.6g} (ratio {:.3f}); {:.3f} within a cell",
                             q.spacing_mean, q.spacing_min, q.spacing_max,
                             q.spacing_max / q.spacing_min, q.neighbour_ratio_max));
  add("cell area", fmt::format("mean {:.6g} m2, {:.6g} to {:.6g} (ratio {:.3f})", q.area_mean,
                               q.area_min, q.area_max, q.area_max / q.area_min));
  add("sum of areas", fmt::format("right to {:.1e}", q.area_error));
  add("centroid offset", fmt::format("largest {:.2e}, rms {:.2e} of the cell's size",
                                     q.centroid_offset_max, q.centroid_offset_rms));
  add("angles of triangles",
      fmt::format("{:.2f} to {:.2f} degrees; {} obtuse, {} edges not Delaunay", q.angle_min,
                  q.angle_max, q.obtuse_triangles, q.not_delaunay));
  add("cell quality",
      fmt::format("{:.3f} at worst (shortest over longest side)", q.cell_quality_min));
  add("edge midpoints",
      fmt::format("apart by {:.4f} of the spacing at most", q.offset_of_edges_max));
  return lines;
}

}  // namespace hexad
