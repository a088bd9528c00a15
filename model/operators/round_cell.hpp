#pragma once

#include <cstddef>
#include <utility>

#include "hexad/core/quads.hpp"
#include "hexad/core/unroll.hpp"
#include "hexad/core/value_types.hpp"
#include "hexad/core/view.hpp"

namespace hexad {

/// The type of a metric of mesh M at E: a number, or a pack of them.
template <class M, class E>
using metric_at = decltype(std::declval<const M&>().area_cell(std::declval<E>()));

/// Values per slot of a cell and lane: what a cell gives to each of its edges.
template <class T>
struct Slots {
  T* data;
  int lanes;

  HEXAD_FN T& operator()(Index slot, int lane) const {
    return data[static_cast<std::ptrdiff_t>(slot) * lanes + lane];
  }
#if !defined(__CUDACC__)
  template <int N>
  detail::BatchRef<T, N> operator()(Batch<N> slots, int) const {
    return {data, slots};
  }
  template <int N>
  Pack<T, N> operator()(Picked<N> slots, int) const {
    return detail::load(static_cast<const T*>(data), slots);
  }
#endif
  /// What edge e gets from its two cells.
  template <class M, class E>
  HEXAD_FN auto sum(const M& mesh, E e, int lane) const {
    return (*this)(mesh.slot_on_edge(e, 0), lane) + (*this)(mesh.slot_on_edge(e, 1), lane);
  }
};

/// Running sums of one quantity G round a cell: first `gather` over all slots, then `at(g)` slot by
/// slot, which is sum_{e'} (1/2 - S(e,e')) G_e' (see TangentialVelocity). p is the sum of R_iv over
/// the slots before.
template <class V, class Metric>
struct RunningSums {
  V total = V(0), weighted = V(0), before = V(0);

  HEXAD_FN void gather(const V& g, const Metric& p) {
    total += g;
    weighted += p * g;
  }
  HEXAD_FN V at(const V& g, const Metric& p) {
    const V c = p * total - weighted + real_of<Metric>(0.5) * (total - g) - before;
    before += g;
    return c;
  }
};

}  // namespace hexad
