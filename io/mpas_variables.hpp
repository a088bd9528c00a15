#pragma once

#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/in_parts.hpp"

namespace hexad {

/// What kind of quantity a variable of an MPAS mesh file is: how it scales with the radius, how two
/// of them are compared, and which files have it.
enum class MpasKind {
  position,      ///< Cartesian coordinate: scales with the radius.
  longitude,     ///< rad, in [0, 2 pi)
  latitude,      ///< rad
  angle,         ///< rad, modulo 2 pi
  length,        ///< scales with the radius
  area,          ///< scales with its square
  weight,        ///< dimensionless; weightsOnEdge
  density,       ///< meshDensity: given, not rebuilt
  quality,       ///< figures of merit
  connectivity,  ///< 1-based int32, 0 where there is none
  stencil,       ///< edgesOnEdge and nEdgesOnEdge
  index,         ///< indexToCellID and the like
};

/// One variable of the MPAS mesh specification, in the order of the user's mesh file. The values
/// are made a part at a time when asked for, so that a large mesh is written in bounded memory; one
/// of the two functions is set. They refer to the mesh, which must outlive them.
struct MpasVariable {
  std::string name;
  std::vector<std::string> dimensions;
  MpasKind kind;
  std::string units, long_name;
  FillRows<double> doubles;
  FillRows<int> ints;
};

/// All variables of the specification for a mesh. `sphere_radius` is that of the file: 1 or metres
/// (the radius of the mesh). On a plane it is ignored.
std::vector<MpasVariable> mpas_variables(const Mesh& mesh, double sphere_radius);

/// Length of a dimension of the specification; for `Time` 0.
std::size_t mpas_dimension(const Mesh& mesh, const std::string& name);

/// Rows of a variable of the specification.
Rows mpas_rows(const Mesh& mesh, const MpasVariable& variable);

/// Writes a variable that the file defines, a part at a time.
void write_variable(nc::File& file, const Mesh& mesh, const MpasVariable& variable);

/// order[place in the user's file] = index in the mesh.
std::vector<Index> user_order(const Mesh& mesh, Place place);

/// x such that x * radius rounds to `metres`, where there is one: what a file on the unit sphere
/// holds, so that reading it again gives the same bits.
double on_unit_sphere(double metres, double radius);

}  // namespace hexad
