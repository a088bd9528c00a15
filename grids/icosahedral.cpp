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

/// The regular icosahedron on the unit sphere. Its corners are (0, +-1, +-phi) and their cyclic
/// permutations; it is turned so that no corner, edge midpoint or face centre lies on a pole or on
/// the prime meridian, and so that no cell of a mesh made from it does.
Mesh icosahedron() {
  Mesh mesh;
  mesh.radius = 1;
  const double phi = std::numbers::phi;
  for (const double s : {1.0, -1.0})
    for (const double t : {phi, -phi}) {
      mesh.cell_position.push_back(normalised(Vec3{0, s, t}));
      mesh.cell_position.push_back(normalised(Vec3{s, t, 0}));
      mesh.cell_position.push_back(normalised(Vec3{t, 0, s}));
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

/// Turns about x, then about z, by angles (radians) that no symmetry of the icosahedron shares.
Vec3 turned(Vec3 p) {
  const double a = 0.35, b = 0.2;
  const Vec3 q{p.x, std::cos(a) * p.y - std::sin(a) * p.z, std::sin(a) * p.y + std::cos(a) * p.z};
  return {std::cos(b) * q.x - std::sin(b) * q.y, std::sin(b) * q.x + std::cos(b) * q.y, q.z};
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
/// The cells come along a space-filling curve, so that memory is met in order while they relax.
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

void relax_level(Mesh& mesh, const IcosahedralOptions& options, int level) {
  if (!options.optimise) return;
  LloydOptions lloyd;
  lloyd.over_relaxation = options.over_relaxation;
  lloyd.tolerance = options.tolerance;
  lloyd.max_iterations = options.max_iterations;
  lloyd.threads = options.threads;
  if (options.progress)
    lloyd.progress = [&options, level](int iteration, double move) {
      options.progress(level, iteration, move);
    };
  relax(mesh, lloyd);
}

}  // namespace

Mesh make_icosahedral(const IcosahedralOptions& options) {
  require_possible(options);
  // Even factors of the root division are bisections too: each has a relaxed mesh to start from.
  int root = options.root_division, bisections = options.level;
  for (; root % 2 == 0; root /= 2) ++bisections;
  Mesh mesh = icosahedron();
  for (Vec3& p : mesh.cell_position) p = turned(p);
  if (root > 1) mesh = subdivided(mesh, root);
  for (int n = 0; n < bisections; ++n) {
    relax_level(mesh, options, n - bisections + options.level);
    mesh = subdivided(mesh, 2);
  }
  relax_level(mesh, options, options.level);
  mesh.radius = options.radius;
  for (Vec3& p : mesh.cell_position) p = options.radius * p;
  finish_generated(mesh, "icosahedral");
  return mesh;
}

}  // namespace hexad
