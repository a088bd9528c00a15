#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hexad/core/vec3.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad::testing {

struct NamedMesh {
  std::string name;
  Mesh mesh;
};

inline Mesh icosahedral_mesh(int level) {
  IcosahedralOptions options;
  options.level = level;
  return make_icosahedral(options);
}

/// A mesh of another program: 162 cells on the unit sphere, read at the size of the Earth.
inline Mesh mpas_mesh() { return read_mesh(HEXAD_TEST_DATA "/mpas_x1.162.nc"); }

/// The three meshes that every operator is held on.
inline std::vector<NamedMesh> all_meshes(int level = 3) {
  return {{"icosahedral", icosahedral_mesh(level)},
          {"mpas", mpas_mesh()},
          {"planar", make_planar({12, 10, 1e5})}};
}

}  // namespace hexad::testing
