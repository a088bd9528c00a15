#pragma once

#include "hexad/model/operators/curl.hpp"
#include "hexad/model/operators/divergence.hpp"

namespace hexad {

/// Laplacian of a velocity at edges (m/s to 1/(m s)):
///   (L u)_e = (G D u)_e - ((C u)_v1 - (C u)_v0) / l_e
/// Self-adjoint and negative under M = diag(l_e d_e): <u, L u>_M = - |D u|^2_A - |C u|^2_Av. A
/// filter of noise, not a consistent Laplacian: the curl on triangles is first order, so L has an
/// error that does not shrink. Adjoint: L' = M L M^-1, that is
///   z = y / (l d);  (L' y)_e = l_e d_e (L z)_e
template <class T>
struct VectorLaplacian {
  static OperatorInfo info() {
    return {.name = "vector_laplacian",
            .formula = "G D u - (dC u)_e / l_e",
            .inputs = {{"normal_velocity"}},
            .outputs = {{"laplacian"}},
            .depth = 2};
  }

  /// factor * ((d_i1 - d_i0) / d_e - (z_v1 - z_v0) / l_e); factor 1, or l_e d_e in the adjoint.
  template <bool IsAdjoint>
  struct Combine {
    CellIn<T> divergence;
    VertexIn<T> vorticity;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto along_n =
          divergence(mesh.cell_on_edge(e, 1), lane) - divergence(mesh.cell_on_edge(e, 0), lane);
      const auto along_t =
          vorticity(mesh.vertex_on_edge(e, 1), lane) - vorticity(mesh.vertex_on_edge(e, 0), lane);
      result(e, lane) = IsAdjoint ? mesh.l(e) * along_n - mesh.d(e) * along_t
                                  : mesh.inv_d(e) * along_n - mesh.inv_l(e) * along_t;
    }
  };
  struct DivideByMetric {
    EdgeIn<T> y;
    EdgeOut<T> z;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      z(e, lane) = mesh.inv_l(e) * mesh.inv_d(e) * y(e, lane);
    }
  };

  template <bool IsAdjoint>
  static void apply(const Context<T>& c, EdgeIn<T> u, EdgeOut<T> result) {
    auto divergence = c.template scratch<Place::cell>(u.lanes);
    auto vorticity = c.template scratch<Place::vertex>(u.lanes);
    Divergence<T>::forward(c, u, divergence);
    Curl<T>::forward(c, u, vorticity);
    c.for_edges(u.lanes, Combine<IsAdjoint>{divergence, vorticity, result});
  }
  static void forward(const Context<T>& c, EdgeIn<T> u, EdgeOut<T> laplacian) {
    apply<false>(c, u, laplacian);
  }
  static void adjoint(const Context<T>& c, EdgeIn<T> y, EdgeOut<T> u) {
    auto z = c.template scratch<Place::edge>(y.lanes);
    c.for_edges(y.lanes, DivideByMetric{y, z});
    apply<true>(c, z, u);
  }
};

}  // namespace hexad
