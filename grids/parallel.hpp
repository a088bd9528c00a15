#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

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

/// Calls body(n, parts[b]) for n of block b, one after another within a block: sums and lists of
/// parts, joined in the order of the blocks, are the same for any number of threads.
inline constexpr Index block_of_entities = 4096;
template <class Part, class Body>
void parallel_blocks(Index count, int threads, std::vector<Part>& parts, const Body& body) {
  parallel_for(
      static_cast<Index>(parts.size()), parts.size() == 1 ? 1 : threads,
      [&](Index b) {
        const Index first = b * block_of_entities;
        const Index last = first + std::min(block_of_entities, count - first);
        for (Index n = first; n < last; ++n) body(n, parts[b]);
      },
      block_of_entities);
}

/// The same over parts that all begin as `start`; one for each block.
template <class Part, class Body>
std::vector<Part> parallel_parts(Index count, int threads, const Part& start, const Body& body) {
  std::vector<Part> parts(static_cast<std::size_t>((count - 1) / block_of_entities) + 1, start);
  if (count == 0) return parts;
  parallel_blocks(count, threads, parts, body);
  return parts;
}

/// The lowest number noted, by whichever thread: bodies cannot throw, but say where they failed.
class FirstNoted {
 public:
  void note(Index n) {
    Index seen = first_.load(std::memory_order_relaxed);
    while (n < seen && !first_.compare_exchange_weak(seen, n, std::memory_order_relaxed)) {
    }
  }
  [[nodiscard]] bool any() const { return first() != std::numeric_limits<Index>::max(); }
  [[nodiscard]] Index first() const { return first_.load(std::memory_order_relaxed); }

 private:
  std::atomic<Index> first_{std::numeric_limits<Index>::max()};
};

}  // namespace hexad
