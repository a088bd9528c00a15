#pragma once

#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/model/field.hpp"
#include "hexad/model/flow.hpp"

namespace hexad {

/// What is stepped: thickness (m) at cells, normal velocity (m/s) at edges, and of each tracer its
/// amount per unit area h phi at cells (m for a dimensionless phi).
template <class S>
struct State {
  CellField<S> thickness;
  EdgeField<S> velocity;
  std::vector<CellField<S>> tracers;

  State() = default;
  State(const Device& device, const Mesh& mesh, int members = 1, std::size_t tracer_count = 0)
      : thickness(device, mesh.cells, members), velocity(device, mesh.edges, members) {
    for (std::size_t n = 0; n < tracer_count; ++n)
      tracers.emplace_back(device, mesh.cells, members);
  }
  State(CellField<S> h, EdgeField<S> u, std::vector<CellField<S>> amounts = {})
      : thickness(std::move(h)), velocity(std::move(u)), tracers(std::move(amounts)) {}

  [[nodiscard]] int members() const { return thickness.members(); }
  [[nodiscard]] const Device& device() const { return thickness.device(); }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t total = thickness.bytes() + velocity.bytes();
    for (const auto& tracer : tracers) total += tracer.bytes();
    return total;
  }
  template <class T = S>
  [[nodiscard]] StateIn<T> in() const {
    return {thickness.template in<T>(), velocity.template in<T>()};
  }
  template <class T = S>
  [[nodiscard]] StateOut<T> out() {
    return {thickness.template out<T>(), velocity.template out<T>()};
  }
};

/// What a flow takes place in, constant over a run (see EnvironmentIn): topography (m), gravity
/// (m/s2), viscosity (m2/s) and hyperviscosity (m4/s) at cells, Coriolis parameter (1/s) at
/// vertices.
template <class S>
struct Environment {
  CellField<S> topography;
  VertexField<S> coriolis;
  CellField<S> gravity, viscosity, hyperviscosity;

  Environment() = default;
  Environment(const Device& device, const Mesh& mesh, int members = 1)
      : topography(device, mesh.cells, members),
        coriolis(device, mesh.vertices, members),
        gravity(device, mesh.cells, members),
        viscosity(device, mesh.cells, members),
        hyperviscosity(device, mesh.cells, members) {}

  [[nodiscard]] int members() const { return topography.members(); }
  [[nodiscard]] std::size_t bytes() const { return coriolis.bytes() + 4 * topography.bytes(); }
  template <class T = S>
  [[nodiscard]] EnvironmentIn<T> in() const {
    return {topography.template in<T>(), coriolis.template in<T>(), gravity.template in<T>(),
            viscosity.template in<T>(), hyperviscosity.template in<T>()};
  }
  template <class T = S>
  [[nodiscard]] EnvironmentOut<T> out() {
    return {topography.template out<T>(), coriolis.template out<T>(), gravity.template out<T>(),
            viscosity.template out<T>(), hyperviscosity.template out<T>()};
  }
};

/// Calls f(field...) with each field of one or more states or environments, side by side.
template <class F, class First, class... Others>
void for_each_field(const F& f, First& first, Others&... others) {
  if constexpr (requires { first.coriolis; }) {
    f(first.topography, others.topography...);
    f(first.coriolis, others.coriolis...);
    f(first.gravity, others.gravity...);
    f(first.viscosity, others.viscosity...);
    f(first.hyperviscosity, others.hyperviscosity...);
  } else {
    f(first.thickness, others.thickness...);
    f(first.velocity, others.velocity...);
    for (std::size_t n = 0; n < first.tracers.size(); ++n)
      f(first.tracers[n], others.tracers[n]...);
  }
}

template <class S>
[[nodiscard]] State<S> copy_of(const State<S>& state) {
  State<S> result{copy_of(state.thickness), copy_of(state.velocity)};
  for (const auto& tracer : state.tracers) result.tracers.push_back(copy_of(tracer));
  return result;
}
template <class S>
[[nodiscard]] Environment<S> copy_of(const Environment<S>& environment) {
  Environment<S> result;
  for_each_field([](auto& to, const auto& from) { to = copy_of(from); }, result, environment);
  return result;
}

/// The views of a state in its environment.
template <class T>
[[nodiscard]] FlowIn<T> flow(const State<scalar_of<T>>& state,
                             const Environment<scalar_of<T>>& environment) {
  return {state.template in<T>(), environment.template in<T>()};
}
template <class T>
[[nodiscard]] FlowOut<T> flow(State<scalar_of<T>>& state, Environment<scalar_of<T>>& environment) {
  return {state.template out<T>(), environment.template out<T>()};
}

}  // namespace hexad
