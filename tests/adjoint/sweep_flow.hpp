#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hexad/adjoint/energy_norm.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/adjoint/sweep.hpp"
#include "test_meshes.hpp"

namespace hexad::testing {

/// The energy norm of the difference from a state, at several steps.
class SumOfNorms : public Objective {
 public:
  SumOfNorms(const State<double>& target, std::vector<int> steps)
      : norm_(copy_of(target), 9.8, 8000), steps_(std::move(steps)) {}
  SumOfNorms(const SumOfNorms& other) = delete;

  [[nodiscard]] bool acts_at(int step) const override {
    return std::find(steps_.begin(), steps_.end(), step) != steps_.end();
  }
  [[nodiscard]] std::vector<double> value(Domain& domain, const Environment<double>&,
                                          const State<double>& x, int) override {
    return norm_.value(domain, x);
  }
  void add_derivative(Domain& domain, const Environment<double>&, const State<double>& x, int,
                      State<double>& y, Environment<double>&) override {
    State<double> part(x.device(), domain.mesh(), x.members(), x.tracers.size());
    norm_.derivative(domain, x, part);
    for_each_field([](auto& to, const auto& more) { add(to, more); }, y, part);
  }

 private:
  template <Place P>
  static void add(Field<P, double>& to, const Field<P, double>& more) {
    auto values = to.to_host();
    const auto others = more.to_host();
    for (std::size_t n = 0; n < values.size(); ++n) values[n] += others[n];
    to = Field<P, double>(to.device(), std::span<const double>(values), to.members());
  }

  EnergyNorm norm_;
  std::vector<int> steps_;
};

/// A flow with noise of the mesh's own scale, over topography, and a state to measure it against.
/// Members are apart by their noise.
struct SweepFlow {
  SweepFlow(const Mesh& mesh, const Device& device, Scheme scheme, int members = 1, int tracers = 0,
            int first_member = 0)
      : domain(device, mesh, parameters_of(mesh), Tables{.directions = tracers > 0}),
        model(domain, environment_of(mesh, device, members), scheme),
        initial(state_of(mesh, device, "initial", members, tracers, first_member)),
        target(state_of(mesh, device, "target", members, tracers, first_member)) {}

  SweepResult run(int steps, const SumOfNorms& objective, const SweepOptions& options) {
    return run_from(initial, steps, objective, options);
  }
  SweepResult run_from(const State<double>& x, int steps, const SumOfNorms& objective,
                       const SweepOptions& options) {
    return sweep(model, x, steps, const_cast<SumOfNorms&>(objective), options);
  }

  Domain domain;
  Model<double> model;
  State<double> initial, target;

 private:
  static Parameters parameters_of(const Mesh& mesh) {
    Parameters parameters;
    parameters.time_step = 0.1 * *std::min_element(mesh.dc_edge.begin(), mesh.dc_edge.end()) / 300;
    return parameters;
  }
  static std::vector<double> noise(const Mesh& mesh, Place place, double spread,
                                   const std::string& name, int members = 1, int first = 0) {
    return draw(mesh, place, 0, spread, name.c_str(), 1, members, first).values;
  }
  static State<double> state_of(const Mesh& mesh, const Device& device, const std::string& name,
                                int members, int tracers, int first) {
    auto h = noise(mesh, Place::cell, 50, name + " thickness", members, first);
    for (double& value : h) value += 8000;
    const auto u = noise(mesh, Place::edge, 5, name + " velocity", members, first);
    State<double> state{CellField<double>(device, std::span<const double>(h), members),
                        EdgeField<double>(device, std::span<const double>(u), members),
                        {}};
    for (int n = 0; n < tracers; ++n) {
      const auto q =
          noise(mesh, Place::cell, 100, name + " tracer " + std::to_string(n), members, first);
      state.tracers.emplace_back(device, std::span<const double>(q), members);
    }
    return state;
  }
  static Environment<double> environment_of(const Mesh& mesh, const Device& device, int members) {
    Environment<double> one;
    one.topography =
        CellField<double>(device, std::span<const double>(noise(mesh, Place::cell, 20, "ground")));
    one.coriolis = VertexField<double>(
        device, std::span<const double>(noise(mesh, Place::vertex, 1e-4, "rotation")));
    one.gravity = constant_field(device, mesh, 9.8);
    one.viscosity = constant_field(device, mesh, 1e4);
    one.hyperviscosity = constant_field(device, mesh, 0);
    return repeat(one, members);
  }
};

}  // namespace hexad::testing
