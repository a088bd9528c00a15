#include "hexad/grids/metrics.hpp"

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "hexad/grids/geometry.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

double wrapped(double x, double period) {
  return period > 0 ? x - period * std::floor(x / period) : x;
}
Vec3 wrapped(const Mesh& mesh, Vec3 p) {
  return {wrapped(p.x, mesh.period_x), wrapped(p.y, mesh.period_y), 0};
}

/// Metrics on the sphere, from unit vectors.
class OnSphere {
 public:
  explicit OnSphere(const Mesh& mesh) : mesh_(mesh), unit_cell_(mesh.cell_position) {
    parallel_for(mesh.cells, 0, [&](Index i) { unit_cell_[i] = normalised(unit_cell_[i]); });
  }
  Vec3 vertex(Index v) const {
    const auto [a, b, c] = mesh_.cells_on_vertex[v];
    return mesh_.radius * circumcentre_on_sphere(unit_cell_[a], unit_cell_[b], unit_cell_[c]);
  }
  Vec3 edge(Index e) const {
    const auto [a, b] = mesh_.cells_on_edge[e];
    return mesh_.radius * normalised(unit_cell_[a] + unit_cell_[b]);
  }
  double distance(Vec3 a, Vec3 b) const { return mesh_.radius * angle_between(a, b); }
  double kite(Index cell, Vec3 edge_before, Vec3 vertex, Vec3 edge_after) const {
    const Vec3 c = unit_cell_[cell], v = vertex / mesh_.radius;
    return mesh_.radius * mesh_.radius *
           (solid_angle(c, edge_before / mesh_.radius, v) +
            solid_angle(c, v, edge_after / mesh_.radius));
  }

 private:
  const Mesh& mesh_;
  std::vector<Vec3> unit_cell_;
};

/// Metrics on the doubly periodic plane.
class OnPlane {
 public:
  explicit OnPlane(const Mesh& mesh) : mesh_(mesh) {}
  Vec3 vertex(Index v) const {
    const auto [a, b, c] = mesh_.cells_on_vertex[v];
    const Vec3 p = mesh_.cell_position[a];
    return wrapped(mesh_, p + circumcentre_on_plane(separation(mesh_, p, mesh_.cell_position[b]),
                                                    separation(mesh_, p, mesh_.cell_position[c])));
  }
  Vec3 edge(Index e) const {
    const auto [a, b] = mesh_.cells_on_edge[e];
    const Vec3 p = mesh_.cell_position[a];
    return wrapped(mesh_, p + 0.5 * separation(mesh_, p, mesh_.cell_position[b]));
  }
  double distance(Vec3 a, Vec3 b) const { return norm(separation(mesh_, a, b)); }
  double kite(Index cell, Vec3 edge_before, Vec3 vertex, Vec3 edge_after) const {
    const Vec3 c = mesh_.cell_position[cell], v = separation(mesh_, c, vertex);
    return area_on_plane(separation(mesh_, c, edge_before), v) +
           area_on_plane(v, separation(mesh_, c, edge_after));
  }

 private:
  const Mesh& mesh_;
};

template <class Shape>
void positions_and_lengths(Mesh& mesh, const Shape& shape) {
  mesh.vertex_position.resize(mesh.vertices);
  mesh.edge_position.resize(mesh.edges);
  mesh.dc_edge.resize(mesh.edges);
  mesh.dv_edge.resize(mesh.edges);
  mesh.angle_edge.resize(mesh.edges);
  parallel_for(mesh.vertices, 0, [&](Index v) { mesh.vertex_position[v] = shape.vertex(v); });
  parallel_for(mesh.edges, 0, [&](Index e) {
    const auto& cell = mesh.cells_on_edge[e];
    const auto& vertex = mesh.vertices_on_edge[e];
    mesh.edge_position[e] = shape.edge(e);
    mesh.dc_edge[e] = shape.distance(mesh.cell_position[cell[0]], mesh.cell_position[cell[1]]);
    mesh.dv_edge[e] =
        shape.distance(mesh.vertex_position[vertex[0]], mesh.vertex_position[vertex[1]]);
    const auto frame = local_frame(mesh, mesh.edge_position[e]);
    const Vec3 normal = edge_normal(mesh, e);
    mesh.angle_edge[e] = std::atan2(dot(normal, frame.north), dot(normal, frame.east));
  });
}

template <class Shape>
void areas(Mesh& mesh, const Shape& shape) {
  mesh.kite_area.resize(mesh.vertices);
  mesh.area_triangle.resize(mesh.vertices);
  mesh.area_cell.resize(mesh.cells);
  parallel_for(mesh.vertices, 0, [&](Index v) {
    const auto& edge = mesh.edges_on_vertex[v];
    auto& kites = mesh.kite_area[v];
    for (std::size_t j = 0; j < 3; ++j)
      kites[j] = shape.kite(mesh.cells_on_vertex[v][j], mesh.edge_position[edge[(j + 1) % 3]],
                            mesh.vertex_position[v], mesh.edge_position[edge[j]]);
    mesh.area_triangle[v] = kites[0] + kites[1] + kites[2];
  });
  parallel_for(mesh.cells, 0, [&](Index i) {
    double sum = 0;
    for (int k = 0; k < mesh.edge_count[i]; ++k) {
      const Index v = mesh.vertices_on_cell[mesh.slot(i, k)];
      for (std::size_t j = 0; j < 3; ++j)
        if (mesh.cells_on_vertex[v][j] == i) sum += mesh.kite_area[v][j];
    }
    mesh.area_cell[i] = sum;
  });
}

void identity_unless_given(std::vector<Index>& ids, Index count) {
  if (ids.size() == static_cast<std::size_t>(count)) return;
  ids.resize(count);
  std::iota(ids.begin(), ids.end(), Index{0});
}

}  // namespace

void build_metrics(Mesh& mesh) {
  if (mesh.geometry == Geometry::sphere) {
    const OnSphere shape(mesh);
    positions_and_lengths(mesh, shape);
    areas(mesh, shape);
  } else {
    const OnPlane shape(mesh);
    positions_and_lengths(mesh, shape);
    areas(mesh, shape);
  }
  if (mesh.mesh_density.size() != static_cast<std::size_t>(mesh.cells))
    mesh.mesh_density.assign(mesh.cells, 1.0);
  identity_unless_given(mesh.cell_id, mesh.cells);
  identity_unless_given(mesh.edge_id, mesh.edges);
  identity_unless_given(mesh.vertex_id, mesh.vertices);
}

}  // namespace hexad
