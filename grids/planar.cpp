#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/topology.hpp"

namespace hexad {

void require_possible(const PlanarOptions& options) {
  if (options.nx < 4 || options.ny < 4 || options.ny % 2 != 0)
    throw InputError("a planar mesh of " + std::to_string(options.nx) + " x " +
                         std::to_string(options.ny) + " cells is not possible",
                     {}, "nx and ny must be at least 4, and ny even");
  if (!(options.spacing > 0) || !std::isfinite(options.spacing))
    throw InputError("the spacing of a planar mesh must be positive");
  if (static_cast<double>(options.nx) * options.ny > most_cells)
    throw InputError("a planar mesh of " + std::to_string(options.nx) + " x " +
                         std::to_string(options.ny) + " cells has too many for 32-bit numbers",
                     {}, "take fewer cells");
}

Mesh make_planar(const PlanarOptions& options) {
  require_possible(options);
  const Index nx = options.nx, ny = options.ny;
  const double dx = options.spacing, dy = 0.5 * std::numbers::sqrt3 * options.spacing;
  Mesh mesh;
  mesh.geometry = Geometry::plane;
  mesh.period_x = nx * dx;
  mesh.period_y = ny * dy;
  mesh.cell_position.reserve(nx * ny);
  mesh.cells_on_vertex.reserve(2 * nx * ny);
  const auto cell = [nx, ny](Index i, Index j) { return (j + ny) % ny * nx + (i + nx) % nx; };
  for (Index j = 0; j < ny; ++j) {
    const Index odd = j % 2;  // odd rows are shifted by half a cell
    for (Index i = 0; i < nx; ++i) {
      mesh.cell_position.push_back({(i + 0.25 + 0.5 * odd) * dx, (j + 0.5) * dy, 0});
      const Index here = cell(i, j), above_right = cell(i + odd, j + 1);
      mesh.cells_on_vertex.push_back({here, cell(i + 1, j), above_right});
      mesh.cells_on_vertex.push_back({here, above_right, cell(i + odd - 1, j + 1)});
    }
  }
  finish_generated(mesh, "planar");
  return mesh;
}

}  // namespace hexad
