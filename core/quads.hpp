#pragma once

#include "hexad/core/view.hpp"

namespace hexad {

/// Four values of one entity, which are read together.
template <class V>
struct Quad {
  V a, b, c, d;
};

#if !defined(__CUDACC__)
namespace detail {

/// Of four vectors as rows, the columns.
template <class T, class Values>
Quad<Pack<T, 4>> transposed(Values a, Values b, Values c, Values d) {
  const Values low_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);   // a0 b0 a2 b2
  const Values high_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);  // a1 b1 a3 b3
  const Values low_cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Values high_cd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  using P = Pack<T, 4>;
  return {P::of(__builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5)),
          P::of(__builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5)),
          P::of(__builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7)),
          P::of(__builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7))};
}

}  // namespace detail
#endif

/// Quads per entity and lane: what is gathered from neighbours together lies together, on one
/// cache line, and is read by one vector load each.
template <class T>
struct Quads {
  T* data = nullptr;
  int lanes = 0;

  HEXAD_FN Quad<T> operator()(Index entity, int lane) const {
    const T* at = data + 4 * (static_cast<std::ptrdiff_t>(entity) * lanes + lane);
    return {at[0], at[1], at[2], at[3]};
  }
  /// Of the entities that a kernel runs on.
  HEXAD_FN Quad<T> own(Index entity, int lane) const { return (*this)(entity, lane); }
  HEXAD_FN void set(Index entity, int lane, const Quad<T>& quad) const {
    T* at = data + 4 * (static_cast<std::ptrdiff_t>(entity) * lanes + lane);
    at[0] = quad.a;
    at[1] = quad.b;
    at[2] = quad.c;
    at[3] = quad.d;
  }
#if !defined(__CUDACC__)
  Quad<Pack<T, 4>> operator()(Picked<4> entities, int) const {
    const auto at = [&](int n) {
      return detail::load<4>(data, Batch<4>{4 * entities.at[n]}).values;
    };
    return detail::transposed<T>(at(0), at(1), at(2), at(3));
  }
  Quad<Pack<T, 4>> own(Batch<4> entities, int lane) const {
    const Index n = entities.first;
    return (*this)(Picked<4>{{n, n + 1, n + 2, n + 3}}, lane);
  }
  void set(Batch<4> entities, int, const Quad<Pack<T, 4>>& quad) const {
    const auto rows =
        detail::transposed<T>(quad.a.values, quad.b.values, quad.c.values, quad.d.values);
    const auto place = [&](int n) {
      return detail::BatchRef<T, 4>(data, {4 * (entities.first + n)});
    };
    place(0) = rows.a;
    place(1) = rows.b;
    place(2) = rows.c;
    place(3) = rows.d;
  }

#endif
};

}  // namespace hexad
