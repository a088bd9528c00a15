#pragma once

#include <cstdint>

namespace hexad {

/// Number of an entity (cell, edge or vertex) within one process, 0-based.
using Index = std::int32_t;

/// Where on the mesh a value lives.
enum class Place { cell, edge, vertex };

/// "cell", "edge" or "vertex".
constexpr const char* to_string(Place place) {
  switch (place) {
    case Place::cell:
      return "cell";
    case Place::edge:
      return "edge";
    case Place::vertex:
      return "vertex";
  }
  return "?";
}

}  // namespace hexad
