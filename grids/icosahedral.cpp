#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "hexad/grids/generate.hpp"
#include "hexad/grids/lloyd.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/grids/topology.hpp"

namespace hexad {
namespace {

Vec3 turned_about_z(Vec3 p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

/// Turns by three angles (radians) that no symmetry of the icosahedron shares.
Vec3 turned(Vec3 p) {
  const Vec3 q = turned_about_z(p, 0.13);
  const Vec3 r = turned_about_z({q.y, q.z, q.x}, 0.35);
  return turned_about_z({r.z, r.x, r.y}, 0.2);
}

/// The regular icosahedron on the unit sphere. Its corners are (0, +-1, +-phi) and their cyclic
/// permutations, turned so that no plane of its symmetry holds a pole: no cell, edge or vertex of a
/// mesh made from it lies on one.
Mesh icosahedron() {
  Mesh mesh;
  mesh.radius = 1;
  const double phi = std::numbers::phi;
  for (const double s : {1.0, -1.0})
    for (const double t : {phi, -phi}) {
      mesh.cell_position.push_back(turned(normalised(Vec3{0, s, t})));
      mesh.cell_position.push_back(turned(normalised(Vec3{s, t, 0})));
      mesh.cell_position.push_back(turned(normalised(Vec3{t, 0, s})));
    }
  const auto& corner = mesh.cell_position;
  const auto adjacent = [&corner](std::size_t a, std::size_t b) {
    return dot(corner[a], corner[b]) > 0.4;  // 1 / sqrt(5) for neighbours
  };
  for (std::size_t a = 0; a < 12; ++a)
    for (std::size_t b = a + 1; b < 12; ++b)
      for (std::size_t c = a + 1; c < 12; ++c)
        if (adjacent(a, b) && adjacent(b, c) && adjacent(c, a) &&
            dot(corner[a], cross(corner[b], corner[c])) > 0)
          mesh.cells_on_vertex.push_back(
              {static_cast<Index>(a), static_cast<Index>(b), static_cast<Index>(c)});
  build_lists(mesh);
  return mesh;
}

/// Numbers of the points of the lattice that cuts each edge of a triangulation into r parts:
/// first the old cells, then r - 1 points on each edge, then those inside each triangle.
class Lattice {
 public:
  Lattice(const Mesh& mesh, int r) : mesh_(mesh), r_(r) {}

  [[nodiscard]] Index points() const { return inside(mesh_.vertices, 0); }
  /// The point of triangle v with barycentric weights (r - a - b, a, b) / r.
  [[nodiscard]] Index point(Index v, int a, int b) const {
    const auto& cell = mesh_.cells_on_vertex[v];
    const auto& edge = mesh_.edges_on_vertex[v];
    const int c = r_ - a - b;
    if (a == r_ || b == r_ || c == r_) return a == r_ ? cell[1] : b == r_ ? cell[2] : cell[0];
    if (b == 0) return on_edge(edge[1], cell[0], a);
    if (c == 0) return on_edge(edge[2], cell[1], b);
    if (a == 0) return on_edge(edge[0], cell[2], c);
    return inside(v, (b - 1) * (2 * r_ - b - 2) / 2 + a - 1);
  }

 private:
  /// The point `steps` away from the end `from` of an edge.
  [[nodiscard]] Index on_edge(Index e, Index from, int steps) const {
    const int along = mesh_.cells_on_edge[e][0] == from ? steps : r_ - steps;
    return mesh_.cells + e * (r_ - 1) + along - 1;
  }
  [[nodiscard]] Index inside(Index v, int n) const {
    return mesh_.cells + mesh_.edges * (r_ - 1) + v * ((r_ - 1) * (r_ - 2) / 2) + n;
  }

  const Mesh& mesh_;
  int r_;
};

/// Cuts every edge of a triangulation of the unit sphere into r parts and each triangle into r^2.
Mesh subdivided(const Mesh& coarse, int r) {
  const Lattice lattice(coarse, r);
  Mesh fine;
  fine.radius = 1;
  fine.cell_position.resize(lattice.points());
  fine.cells_on_vertex.reserve(static_cast<std::size_t>(coarse.vertices) * r * r);
  for (Index v = 0; v < coarse.vertices; ++v) {
    const auto [i, j, k] = coarse.cells_on_vertex[v];
    const Vec3 p = coarse.cell_position[i], q = coarse.cell_position[j],
               s = coarse.cell_position[k];
    for (int b = 0; b <= r; ++b)
      for (int a = 0; a + b <= r; ++a) {
        const Index here = lattice.point(v, a, b);
        fine.cell_position[here] = normalised((r - a - b) * p + a * q + b * s);
        if (a + b == r) continue;
        const Index right = lattice.point(v, a + 1, b), above = lattice.point(v, a, b + 1);
        fine.cells_on_vertex.push_back({here, right, above});
        if (a + b + 1 < r)
          fine.cells_on_vertex.push_back({right, lattice.point(v, a + 1, b + 1), above});
      }
  }
  renumber_along_curve(fine);
  return fine;
}

/// A mesh on its way down the hierarchy. `moved` is how far each cell has moved (or, before it is
/// relaxed, how far it is expected to move) from where interpolation of the coarser mesh put it.
struct Stage {
  Mesh mesh;
  std::vector<Vec3> moved;
};

/// The cell of triangle v that does not touch its edge e.
Index opposite(const Mesh& mesh, Index v, Index e) {
  const auto& edges = mesh.edges_on_vertex[v];
  const auto j = static_cast<std::size_t>(std::find(edges.begin(), edges.end(), e) - edges.begin());
  return mesh.cells_on_vertex[v][(j + 1) % 3];
}

/// The middle of an edge by the butterfly rule (Dyn, Levin and Gregory 1990), exact for cubics on
/// a regular lattice: 1/2 of its ends, 1/8 of the cells beside it, -1/16 of the four next to those.
Vec3 middle(const Mesh& mesh, Index e) {
  const auto& x = mesh.cell_position;
  Vec3 sum = 0.5 * (x[mesh.cells_on_edge[e][0]] + x[mesh.cells_on_edge[e][1]]);
  for (const Index v : mesh.vertices_on_edge[e]) {
    sum += 0.125 * x[opposite(mesh, v, e)];
    for (const Index side : mesh.edges_on_vertex[v]) {
      if (side == e) continue;
      const auto& ends = mesh.vertices_on_edge[side];
      sum += -0.0625 * x[opposite(mesh, ends[0] == v ? ends[1] : ends[0], side)];
    }
  }
  return normalised(sum);
}

/// Cuts each triangle into four. The cells come along a space-filling curve, so that memory is met
/// in order while they relax. A relaxed mesh differs from its interpolated parent by O(spacing^2),
/// hence by a quarter of what its parent differed from its own.
Stage bisected(Stage coarse) {
  const Mesh& parent = coarse.mesh;
  Stage fine;
  fine.mesh.radius = 1;
  fine.mesh.cell_position.resize(parent.cells + parent.edges);
  fine.moved.resize(fine.mesh.cell_position.size());
  const bool moves = !coarse.moved.empty();
  parallel_for(parent.cells, 0, [&](Index i) {
    fine.mesh.cell_position[i] = parent.cell_position[i];
    if (moves) fine.moved[i] = 0.25 * coarse.moved[i];
  });
  parallel_for(parent.edges, 0, [&](Index e) {
    fine.mesh.cell_position[parent.cells + e] = middle(parent, e);
    const auto [a, b] = parent.cells_on_edge[e];
    if (moves) fine.moved[parent.cells + e] = 0.125 * (coarse.moved[a] + coarse.moved[b]);
  });
  fine.mesh.cells_on_vertex.resize(4 * parent.cells_on_vertex.size());
  parallel_for(parent.vertices, 0, [&](Index v) {
    const auto [i, j, k] = parent.cells_on_vertex[v];
    const Index ki = parent.cells + parent.edges_on_vertex[v][0],
                ij = parent.cells + parent.edges_on_vertex[v][1],
                jk = parent.cells + parent.edges_on_vertex[v][2];
    auto* four = &fine.mesh.cells_on_vertex[4 * static_cast<std::size_t>(v)];
    four[0] = {i, ij, ki};
    four[1] = {j, jk, ij};
    four[2] = {k, ki, jk};
    four[3] = {ij, jk, ki};
  });
  coarse = {};  // before the lists of the finer mesh take their room
  const auto order = renumber_along_curve(fine.mesh);
  std::vector<Vec3> moved(order.size());
  parallel_for(static_cast<Index>(order.size()), 0,
               [&](Index n) { moved[n] = fine.moved[order[n]]; });
  fine.moved = std::move(moved);
  return fine;
}

void relax_stage(Stage& stage, const IcosahedralOptions& options, int level) {
  auto& x = stage.mesh.cell_position;
  auto& moved = stage.moved;
  const bool interpolated = !moved.empty();  // not so where it was made from an icosahedron
  const auto cells = static_cast<Index>(x.size());
  if (interpolated)
    parallel_for(cells, 0, [&](Index i) {
      const Vec3 from = x[i];
      x[i] = normalised(from + moved[i]);
      moved[i] = from;
    });
  LloydOptions lloyd;
  lloyd.tolerance = options.tolerance;
  lloyd.max_iterations = options.max_iterations;
  lloyd.threads = options.threads;
  if (options.progress)
    lloyd.progress = [&options, level](int iteration, double offset) {
      options.progress(level, iteration, offset);
    };
  relax(stage.mesh, lloyd);
  if (interpolated) parallel_for(cells, 0, [&](Index i) { moved[i] = x[i] - moved[i]; });
}

}  // namespace

void require_possible(const IcosahedralOptions& options) {
  const double cells =
      10.0 * options.root_division * options.root_division * std::pow(4.0, options.level) + 2;
  if (options.level < 0 || options.root_division < 1)
    throw InputError("an icosahedral mesh needs level >= 0 and root division >= 1");
  if (cells > most_cells)
    throw InputError("an icosahedral mesh of level " + std::to_string(options.level) +
                         " and root division " + std::to_string(options.root_division) +
                         " has too many cells for 32-bit numbers",
                     {}, "take a lower level");
  if (!(options.radius > 0) || !std::isfinite(options.radius))
    throw InputError("the radius of a mesh must be positive");
}

Mesh make_icosahedral(const IcosahedralOptions& options) {
  require_possible(options);
  // Even factors of the root division are bisections too: each has a relaxed mesh to start from.
  int root = options.root_division, bisections = options.level;
  for (; root % 2 == 0; root /= 2) ++bisections;
  Stage stage;
  stage.mesh = icosahedron();
  if (root > 1) stage.mesh = subdivided(stage.mesh, root);
  for (int n = 0; n <= bisections; ++n) {
    if (n > 0) stage = bisected(std::move(stage));
    if (options.optimise) relax_stage(stage, options, options.level - bisections + n);
  }
  stage.moved = {};
  Mesh mesh = std::move(stage.mesh);
  mesh.radius = options.radius;
  parallel_for(mesh.cells, 0,
               [&](Index i) { mesh.cell_position[i] = options.radius * mesh.cell_position[i]; });
  finish_generated(mesh, "icosahedral");
  return mesh;
}

}  // namespace hexad
