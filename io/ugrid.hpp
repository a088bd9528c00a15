#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// The mesh of a file that follows UGRID-1.0, beside its MPAS variables: topology variable `mesh`,
/// coordinates in degrees (metres on a plane), face_nodes and edge_nodes, 0-based. Dimensions are
/// those of MPAS, and defined before.
void define_ugrid(nc::File& file, const Mesh& mesh, const nc::Storage& storage);
void write_ugrid(nc::File& file, const Mesh& mesh);

/// UGRID's name of a place: face, edge or node.
std::string ugrid_location(Place place);

/// Names of the coordinates of a place, longitude first: "face_lon face_lat".
std::string ugrid_coordinates(const Mesh& mesh, Place place);

}  // namespace hexad
