#pragma once

#include <type_traits>

#include "hexad/core/pack.hpp"
#include "hexad/core/types.hpp"

namespace hexad {

/// N consecutive entities, which a kernel computes together.
template <int N>
struct Batch {
  Index first;
};

/// N entities anywhere: the neighbours of a Batch, each of its own.
template <int N>
struct Picked {
  Index at[N];
};

/// How many entities an entity argument of a kernel stands for: Index, Batch or Picked.
template <class E>
inline constexpr int entities_in = 1;
template <int N>
inline constexpr int entities_in<Batch<N>> = N;
template <int N>
inline constexpr int entities_in<Picked<N>> = N;

namespace detail {
template <class T, int N>
struct ValuesAt {
  using type = Pack<T, N>;
};
template <class T>
struct ValuesAt<T, 1> {
  using type = T;
};
}  // namespace detail

/// What a kernel computes with when fields of T are read at E: T itself, or a pack of them.
template <class T, class E>
using values_at = typename detail::ValuesAt<T, entities_in<E>>::type;

}  // namespace hexad
