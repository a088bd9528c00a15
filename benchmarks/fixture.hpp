#pragma once

#include "hexad/grids/mesh.hpp"
#include "hexad/model/model.hpp"

namespace hexad::bench {

/// A physical flow on a mesh and all that the kernels take beside it: a zonal flow over a mountain
/// (Williamson et al. 1992, test 5) with a wave in geostrophic balance, another phase in each
/// member. Perturbation and adjoint input are such waves too. The step is half of what the gravity
/// wave allows.
class Fixture {
 public:
  /// The mesh must outlive it.
  Fixture(const Mesh& mesh, const Device& device, int members, Tables tables = {});

  [[nodiscard]] int members() const { return x.members(); }
  [[nodiscard]] int threads() const { return domain.device().threads; }
  [[nodiscard]] const Mesh& mesh() const { return domain.mesh(); }
  template <class T>
  [[nodiscard]] Context<T> context() {
    return domain.context<T>();
  }
  template <class T>
  [[nodiscard]] FlowIn<T> at() const {
    return flow<T>(x, environment);
  }
  template <class T>
  [[nodiscard]] FlowIn<T> perturbed() const {
    return flow<T>(dx, d_environment);
  }
  template <class T>
  [[nodiscard]] RatesOut<T> rates() {
    return {result.thickness.template out<T>(), result.velocity.template out<T>(), {}};
  }
  /// The adjoint of rates or of a step: no mass flux.
  template <class T>
  [[nodiscard]] StateIn<T> adjoint() const {
    return y.template in<T>();
  }

  Domain domain;
  State<double> x, dx, y, result;
  Environment<double> environment, d_environment, sum;
};

/// Calls f.template operator()<T>() with the value type that the model would take for so many
/// members on the host (model.cpp).
template <class F>
void with_width(int members, const F& f) {
  if (members % width_of<Pack4> == 0) return f.template operator()<Pack4>();
  f.template operator()<double>();
}

}  // namespace hexad::bench
