#pragma once

#include <string>
#include <vector>

#include "hexad/grids/generate.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// How far a quantity of a mesh file lies from what its cell positions and connectivity give.
struct MetricCheck {
  std::string name;    ///< Of the variable in the file.
  double largest = 0;  ///< Largest difference: relative for lengths and areas, of the radius (or
                       ///< the mean spacing of a plane) for positions, rad for angles.
  Index where = 0;     ///< Cell, edge or vertex in the file, 0-based.
  double in_file = 0, rebuilt = 0;  ///< The two values there, in the file's units.
};

/// What was noticed when a mesh was read.
struct ReadReport {
  std::vector<MetricCheck> metrics;
  std::vector<std::string> remarks;  ///< Departures from the specification that do no harm.

  /// The check of a variable; RunError when the file did not have it.
  [[nodiscard]] const MetricCheck& metric(const std::string& name) const;
};

/// Reads a mesh of the MPAS mesh specification, in the file's order, and rebuilds all its metrics
/// (build_metrics): those of the file are never used; where a report is wanted they are read and
/// compared. A mesh on the unit sphere is scaled to `radius` (m); one in metres keeps its own.
/// Memory beyond the mesh itself is bounded: 24 bytes a cell and a few MiB.
/// InputError (InputErrors of require_valid) names the file and what is wrong with it.
/// Specification: https://mpas-dev.github.io/files/documents/MPAS-MeshSpec.pdf
Mesh read_mesh(const std::string& path, ReadReport* report = nullptr, double radius = earth_radius);

/// Writes a complete file of the MPAS mesh specification in the user's order (cell_id and so on),
/// on a sphere of radius mesh.file_radius: 1 or metres. Reading it again gives the same mesh bit
/// for bit. `history` goes into the attribute of that name. CDF-2, or CDF-5 where a variable
/// exceeds 4 GiB: the parallel libraries under MPAS do not all read NetCDF-4. A part at a time, in
/// bounded memory.
/// RunError when it cannot be written; no half file is left.
void write_mesh(const std::string& path, const Mesh& mesh, const std::string& history = {});

/// Bytes of the values of such a file, for a mesh of which only the counts of entities and
/// max_edges need be set.
std::size_t mesh_file_bytes(const Mesh& counts);

/// Number of cells in a mesh file, which is not looked at otherwise. InputError.
Index cells_in_file(const std::string& path);

/// Writes graph.info, which gpmetis takes: counts of cells and of edges between them, then the
/// neighbours (1-based) of each cell in the user's order.
void write_graph(const std::string& path, const Mesh& mesh);

}  // namespace hexad
