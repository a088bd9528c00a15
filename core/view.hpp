#pragma once

#include <cstddef>

#include "hexad/core/macros.hpp"
#include "hexad/core/types.hpp"

namespace hexad {

/// What a kernel reads: `lanes` values of type T per entity of place P, lane innermost.
template <Place P, class T>
struct In {
  const T* data = nullptr;
  int lanes = 0;

  HEXAD_FN const T& operator()(Index entity, int lane) const {
    return data[static_cast<std::ptrdiff_t>(entity) * lanes + lane];
  }
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
