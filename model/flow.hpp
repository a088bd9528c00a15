#pragma once

#include <tuple>

#include "hexad/core/view.hpp"

namespace hexad {

/// Groups of views that operators of the whole flow take together. `Views` lists the fields in
/// order, for the registry.

/// The prognostic state: thickness (m) at cells, normal velocity (m/s) at edges.
template <class T>
struct StateIn {
  using Views = std::tuple<CellIn<T>, EdgeIn<T>>;
  CellIn<T> thickness;
  EdgeIn<T> velocity;

  [[nodiscard]] int lanes() const { return velocity.lanes; }
};
template <class T>
struct StateOut {
  using Views = std::tuple<CellOut<T>, EdgeOut<T>>;
  CellOut<T> thickness;
  EdgeOut<T> velocity;

  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator StateIn<T>() const { return {thickness, velocity}; }
};

/// What a flow takes place in, constant over a step: topography (m) and gravity (m/s2) at cells,
/// Coriolis parameter (1/s) at vertices, coefficients of the Laplacian (m2/s) and biharmonic (m4/s)
/// diffusion at cells. Parameters that are constant in space are fields too, so that their
/// derivative is a gather like any other; a sum over the cells ends it.
template <class T>
struct EnvironmentIn {
  using Views = std::tuple<CellIn<T>, VertexIn<T>, CellIn<T>, CellIn<T>, CellIn<T>>;
  CellIn<T> topography;
  VertexIn<T> coriolis;
  CellIn<T> gravity, viscosity, hyperviscosity;
};
template <class T>
struct EnvironmentOut {
  using Views = std::tuple<CellOut<T>, VertexOut<T>, CellOut<T>, CellOut<T>, CellOut<T>>;
  CellOut<T> topography;
  VertexOut<T> coriolis;
  CellOut<T> gravity, viscosity, hyperviscosity;

  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator EnvironmentIn<T>() const {
    return {topography, coriolis, gravity, viscosity, hyperviscosity};
  }
};

/// All that a tendency depends on.
template <class T>
struct FlowIn {
  using Views = std::tuple<StateIn<T>, EnvironmentIn<T>>;
  StateIn<T> state;
  EnvironmentIn<T> environment;

  [[nodiscard]] int lanes() const { return state.lanes(); }
  [[nodiscard]] CellIn<T> thickness() const { return state.thickness; }
  [[nodiscard]] EdgeIn<T> velocity() const { return state.velocity; }
  /// The same surroundings about another state.
  [[nodiscard]] FlowIn with(StateIn<T> other) const { return {other, environment}; }
};
template <class T>
struct FlowOut {
  using Views = std::tuple<StateOut<T>, EnvironmentOut<T>>;
  StateOut<T> state;
  EnvironmentOut<T> environment;

  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator FlowIn<T>() const { return {state, environment}; }
};

/// Rates of change of thickness (m/s) and velocity (m/s2), and the mass flux F = mean(h) u (m2/s)
/// at edges that moves the thickness and whatever is carried with it. Thickness and flux may be
/// absent where they are not wanted; in adjoints, where nothing depends on them.
template <class T>
struct RatesIn {
  using Views = std::tuple<CellIn<T>, EdgeIn<T>, EdgeIn<T>>;
  CellIn<T> thickness;
  EdgeIn<T> velocity, mass_flux;
};
template <class T>
struct RatesOut {
  using Views = std::tuple<CellOut<T>, EdgeOut<T>, EdgeOut<T>>;
  CellOut<T> thickness;
  EdgeOut<T> velocity, mass_flux;
};

/// A state after a step, and the mass flux (m2/s) that brought it about: h+ = h - dt D F. The flux
/// may be absent, as in RatesOut.
template <class T>
struct StepIn {
  using Views = std::tuple<StateIn<T>, EdgeIn<T>>;
  StateIn<T> state;
  EdgeIn<T> mass_flux;
};
template <class T>
struct StepOut {
  using Views = std::tuple<StateOut<T>, EdgeOut<T>>;
  StateOut<T> state;
  EdgeOut<T> mass_flux;
};

}  // namespace hexad
