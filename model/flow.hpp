#pragma once

#include <tuple>

#include "hexad/core/view.hpp"

namespace hexad {

/// Groups of views that operators of the whole flow take together. `Views` lists the members in
/// order, for the registry.

/// The prognostic state: thickness (m) at cells, normal velocity (m/s) at edges.
template <class T>
struct StateIn {
  using Views = std::tuple<CellIn<T>, EdgeIn<T>>;
  CellIn<T> thickness;
  EdgeIn<T> velocity;
};
template <class T>
struct StateOut {
  using Views = std::tuple<CellOut<T>, EdgeOut<T>>;
  CellOut<T> thickness;
  EdgeOut<T> velocity;

  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator StateIn<T>() const { return {thickness, velocity}; }
};

/// All that a tendency depends on: the state, the topography (m) at cells and the Coriolis
/// parameter (1/s) at vertices.
template <class T>
struct FlowIn {
  using Views = std::tuple<CellIn<T>, EdgeIn<T>, CellIn<T>, VertexIn<T>>;
  CellIn<T> thickness;
  EdgeIn<T> velocity;
  CellIn<T> topography;
  VertexIn<T> coriolis;

  [[nodiscard]] int lanes() const { return thickness.lanes; }
  [[nodiscard]] StateIn<T> state() const { return {thickness, velocity}; }
  /// The same surroundings about another state.
  [[nodiscard]] FlowIn with(StateIn<T> other) const {
    return {other.thickness, other.velocity, topography, coriolis};
  }
};
template <class T>
struct FlowOut {
  using Views = std::tuple<CellOut<T>, EdgeOut<T>, CellOut<T>, VertexOut<T>>;
  CellOut<T> thickness;
  EdgeOut<T> velocity;
  CellOut<T> topography;
  VertexOut<T> coriolis;

  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator FlowIn<T>() const { return {thickness, velocity, topography, coriolis}; }
  [[nodiscard]] StateOut<T> state() const { return {thickness, velocity}; }
};

}  // namespace hexad
