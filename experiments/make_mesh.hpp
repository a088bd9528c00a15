#pragma once

#include <cstddef>

#include "hexad/experiments/console.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// The mesh of a case: read, or made with its progress shown.
Mesh make_mesh(const MeshChoice& choice, int threads, const Console& console);

/// Makes an icosahedral mesh and shows how far the relaxation is.
Mesh make_icosahedral_shown(IcosahedralOptions options, const Console& console);

/// How many cells the mesh of a case will have, without making it or reading the whole file.
Index count_cells(const MeshChoice& choice);

/// Memory that a mesh takes on the host (bytes).
std::size_t host_bytes(const Mesh& mesh);

}  // namespace hexad
