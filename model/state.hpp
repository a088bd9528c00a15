#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/model/field.hpp"
#include "hexad/model/flow.hpp"

namespace hexad {

/// What is stepped: thickness (m) at cells, normal velocity (m/s) at edges.
template <class S>
struct State {
  CellField<S> thickness;
  EdgeField<S> velocity;

  State() = default;
  State(const Device& device, const Mesh& mesh, int members = 1)
      : thickness(device, mesh.cells, members), velocity(device, mesh.edges, members) {}
  State(CellField<S> h, EdgeField<S> u) : thickness(std::move(h)), velocity(std::move(u)) {}

  [[nodiscard]] int members() const { return thickness.members(); }
  [[nodiscard]] const Device& device() const { return thickness.device(); }
  [[nodiscard]] std::size_t bytes() const { return thickness.bytes() + velocity.bytes(); }
  template <class T = S>
  [[nodiscard]] StateIn<T> in() const {
    return {thickness.template in<T>(), velocity.template in<T>()};
  }
  template <class T = S>
  [[nodiscard]] StateOut<T> out() {
    return {thickness.template out<T>(), velocity.template out<T>()};
  }
};

/// What a flow takes place in, constant over a run: topography (m) at cells, Coriolis parameter
/// (1/s) at vertices.
template <class S>
struct Environment {
  CellField<S> topography;
  VertexField<S> coriolis;

  Environment() = default;
  Environment(const Device& device, const Mesh& mesh, int members = 1)
      : topography(device, mesh.cells, members), coriolis(device, mesh.vertices, members) {}
  Environment(CellField<S> b, VertexField<S> f)
      : topography(std::move(b)), coriolis(std::move(f)) {}

  [[nodiscard]] std::size_t bytes() const { return topography.bytes() + coriolis.bytes(); }
};

template <class S>
[[nodiscard]] State<S> copy_of(const State<S>& state) {
  return {copy_of(state.thickness), copy_of(state.velocity)};
}
template <class S>
[[nodiscard]] Environment<S> copy_of(const Environment<S>& environment) {
  return {copy_of(environment.topography), copy_of(environment.coriolis)};
}

/// The views of a state in its environment.
template <class T>
[[nodiscard]] FlowIn<T> flow(const State<scalar_of<T>>& state,
                             const Environment<scalar_of<T>>& environment) {
  return {state.thickness.template in<T>(), state.velocity.template in<T>(),
          environment.topography.template in<T>(), environment.coriolis.template in<T>()};
}
template <class T>
[[nodiscard]] FlowOut<T> flow(State<scalar_of<T>>& state, Environment<scalar_of<T>>& environment) {
  return {state.thickness.template out<T>(), state.velocity.template out<T>(),
          environment.topography.template out<T>(), environment.coriolis.template out<T>()};
}

}  // namespace hexad
