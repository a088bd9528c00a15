#pragma once

#include "hexad/grids/generate.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad::test {

inline const ModelChoice earth{9.80616, 7.292e-5};

inline Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  return make_icosahedral(options);
}

inline Case case_of(const InitialChoice& initial) {
  Case run;
  run.initial = initial;
  run.model = earth;
  return run;
}

}  // namespace hexad::test
