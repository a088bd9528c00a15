#pragma once

#include "hexad/grids/generate.hpp"

namespace hexad::testing {

/// A small relaxed icosahedral mesh and a small planar one.
inline Mesh icosahedral(int level, int threads = 0) {
  IcosahedralOptions options;
  options.level = level;
  options.threads = threads;
  return make_icosahedral(options);
}
inline Mesh planar(int nx = 8, int ny = 6) { return make_planar({nx, ny, 1000.0}); }

}  // namespace hexad::testing
