#pragma once

#include "hexad/core/types.hpp"

namespace hexad {

/// Calls body(n) for n in [0, count) on the host's threads (0: OpenMP's default). For the building
/// of meshes, before there are fields: each call writes only what belongs to n, so the result does
/// not depend on the number of threads. `entities` is how many one call handles; where there are
/// few in all, waking the threads would cost more than it gains. body must not throw.
template <class Body>
void parallel_for(Index count, int threads, const Body& body, Index entities = 1) {
  constexpr Index few = 4096;
  if (threads == 1 || count < few / entities) {
    for (Index n = 0; n < count; ++n) body(n);
  } else if (threads > 0) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (Index n = 0; n < count; ++n) body(n);
  } else {
#pragma omp parallel for schedule(static)
    for (Index n = 0; n < count; ++n) body(n);
  }
}

}  // namespace hexad
