#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// The tangential velocity of `TangentialVelocity` with stored weights, as established codes have
/// it (MPAS weightsOnEdge summed over edgesOnEdge):
///   (W F)_e = sum_{e'} w_ee' F_e',   w_ee' = n_ei (1/2 - S_i(e,e')) n_e'i l_e' / d_e
/// It reads about 120 bytes an edge more; kept as the plain reference and for comparison. Needs a
/// mesh made with `Tables::edge_weights`. Adjoint, by antisymmetry under the metric l d:
///   (W' y)_e = - l_e d_e sum_{e'} w_ee' y_e' / (l_e' d_e')
template <class T>
struct TangentialVelocityWeights {
  static OperatorInfo info() {
    return {.name = "tangential_velocity_weights",
            .formula = "v_e = sum_e' w_ee' F_e'",
            .inputs = {{"normal_velocity"}},
            .outputs = {{"tangential_velocity"}}};
  }

  struct Forward {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> flux;
    EdgeOut<T> result;

    HEXAD_FN void operator()(Index e, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_on_edge_count(e); ++k)
        sum += mesh.weight_on_edge(e, k) * flux(mesh.edge_on_edge(e, k), lane);
      result(e, lane) = sum;
    }
  };
  static void forward(const Context<T>& c, EdgeIn<T> flux, EdgeOut<T> tangential) {
    c.mesh.require_edge_weights();
    c.for_edges(flux.lanes, Forward{c.mesh, flux, tangential});
  }

  struct Adjoint {
    MeshView<real_of<T>> mesh;
    EdgeIn<T> y;
    EdgeOut<T> flux;

    HEXAD_FN void operator()(Index e, int lane) const {
      T sum(0);
      for (int k = 0; k < mesh.edge_on_edge_count(e); ++k) {
        const Index other = mesh.edge_on_edge(e, k);
        sum += mesh.weight_on_edge(e, k) * mesh.inv_l(other) * mesh.inv_d(other) * y(other, lane);
      }
      flux(e, lane) = -(mesh.l(e) * mesh.d(e)) * sum;
    }
  };
  static void adjoint(const Context<T>& c, EdgeIn<T> y, EdgeOut<T> flux) {
    c.mesh.require_edge_weights();
    c.for_edges(y.lanes, Adjoint{c.mesh, y, flux});
  }
};

}  // namespace hexad
