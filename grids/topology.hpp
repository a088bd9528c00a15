#pragma once

#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// The lists of `build_connectivity` alone, without positions and metrics. Edges are numbered by
/// the first cell that touches them and run from their lower-numbered cell to the higher; the
/// lists of a cell start at its lowest-numbered vertex.
void build_lists(Mesh& mesh);

/// Cells of a mesh in the order of a space-filling curve: place n of the curve holds cell
/// curve_order(mesh)[n]. On the sphere a closed Hilbert curve over the six faces of a cube, on the
/// plane one Hilbert curve over the period.
std::vector<Index> curve_order(const Mesh& mesh);

/// Numbers the cells of a triangulation (cell positions and cells_on_vertex) along the curve and
/// its vertices by the first cell that touches them, and builds its lists. Returns where each cell
/// was before.
std::vector<Index> renumber_along_curve(Mesh& mesh);

/// Makes a whole mesh of the cell positions and cells_on_vertex of a generator: numbered along the
/// curve, ids as they then stand, metrics, and a file_id that depends on the geometry alone:
/// `kind`, then a hash of cells and triangles. The mesh is validated before it is handed out.
void finish_generated(Mesh& mesh, const std::string& kind);

/// Cells of the largest mesh: slots of cells are counted in 32 bits, up to 8 a cell here.
inline constexpr double most_cells = 2147483647.0 / 8;

}  // namespace hexad
