#pragma once

#include <cstddef>
#include <cstring>

#include "hexad/core/entities.hpp"
#include "hexad/core/macros.hpp"
#include "hexad/core/types.hpp"

namespace hexad {

#if !defined(__CUDACC__)
namespace detail {

// Values of N entities at once, from fields of one lane.
template <int N, class T>
Pack<T, N> load(const T* data, Batch<N> entities) {
  Pack<T, N> pack;
  std::memcpy(&pack.values, data + entities.first, sizeof(pack.values));
  return pack;
}
template <class T>
Pack<T, 4> load(const T* data, Picked<4> entities) {
  const auto& at = entities.at;
  using Values = typename Pack<T, 4>::Values;
  return Pack<T, 4>::of(Values{data[at[0]], data[at[1]], data[at[2]], data[at[3]]});
}

/// Where the values of a Batch go.
template <class T, int N>
class BatchRef {
 public:
  BatchRef(T* data, Batch<N> entities) : place_(data + entities.first) {}
  // NOLINTNEXTLINE(misc-unconventional-assign-operator): stands for the values themselves
  void operator=(Pack<T, N> pack) const { std::memcpy(place_, &pack.values, sizeof(pack.values)); }
  void operator+=(Pack<T, N> pack) const { *this = load<N>(place_, Batch<N>{0}) + pack; }
  void operator-=(Pack<T, N> pack) const { *this = load<N>(place_, Batch<N>{0}) - pack; }
  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator Pack<T, N>() const { return load<N>(place_, Batch<N>{0}); }

 private:
  T* place_;
};

}  // namespace detail
#endif

/// What a kernel reads: `lanes` values of type T per entity of place P, lane innermost.
template <Place P, class T>
struct In {
  const T* data = nullptr;
  int lanes = 0;

  HEXAD_FN const T& operator()(Index entity, int lane) const {
    return data[static_cast<std::ptrdiff_t>(entity) * lanes + lane];
  }
#if !defined(__CUDACC__)
  // Several entities at once: fields of one lane.
  template <int N>
  Pack<T, N> operator()(Batch<N> entities, int) const {
    return detail::load<N>(data, entities);
  }
  template <int N>
  Pack<T, N> operator()(Picked<N> entities, int) const {
    return detail::load(data, entities);
  }
#endif
  /// Whether there is a field at all: operators may be called without what is not wanted.
  [[nodiscard]] HEXAD_FN bool exists() const { return data != nullptr; }
};

/// What a kernel writes.
template <Place P, class T>
struct Out {
  T* data = nullptr;
  int lanes = 0;

  HEXAD_FN T& operator()(Index entity, int lane) const {
    return data[static_cast<std::ptrdiff_t>(entity) * lanes + lane];
  }
#if !defined(__CUDACC__)
  template <int N>
  detail::BatchRef<T, N> operator()(Batch<N> entities, int) const {
    return {data, entities};
  }
#endif
  [[nodiscard]] HEXAD_FN bool exists() const { return data != nullptr; }
  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  HEXAD_FN operator In<P, T>() const { return {data, lanes}; }
};

template <class T>
using CellIn = In<Place::cell, T>;
template <class T>
using EdgeIn = In<Place::edge, T>;
template <class T>
using VertexIn = In<Place::vertex, T>;
template <class T>
using CellOut = Out<Place::cell, T>;
template <class T>
using EdgeOut = Out<Place::edge, T>;
template <class T>
using VertexOut = Out<Place::vertex, T>;

}  // namespace hexad
