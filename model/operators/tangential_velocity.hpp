#pragma once

#include "hexad/model/operators/round_cell.hpp"
#include "hexad/model/registry.hpp"

namespace hexad {

/// Tangential component from normal components (Thuburn et al. 2009, eq. 33; Ringler et al. 2010,
/// eq. 24), without stored weights:
///   (W F)_e = (1 / d_e) sum_{i on e} n_ei sum_{e' on i, e' != e} (1/2 - S_i(e,e')) n_e'i l_e' F_e'
/// where S_i(e,e') sums R_iv over the vertices met going counter-clockwise round cell i from e to
/// e'. F and W F at edges (X); t_e = k x n_e. C W F = - I D F to round-off at every vertex.
///
/// Each cell gives all its edges their contributions in two rounds of running sums: with
/// G_k = n_k l_k F_k and P_k = sum_{j<k} R_j,
///   c_a = P_a sum_k G_k - sum_k P_k G_k + (1/2) (sum_{k>a} G_k - sum_{k<a} G_k),
/// and an edge adds those of its two cells. Since S(e,e') + S(e',e) = 1, W is antisymmetric under
/// the metric, so the adjoint is the same kernel with l and 1/d exchanged and the sign turned:
///   (W' y)_e = - l_e sum_{i on e} n_ei sum_{e'} (1/2 - S_i(e,e')) n_e'i y_e' / d_e'
template <class T>
struct TangentialVelocity {
  static OperatorInfo info() {
    return {.name = "tangential_velocity",
            .formula = "v_e = (1/d_e) sum_i n_ei sum_e' (1/2 - S_i(e,e')) n_e'i l_e' F_e'",
            .inputs = {{"normal_velocity"}},
            .outputs = {{"tangential_velocity"}}};
  }

  /// n_a c_a of every slot a, with G = n * scale * F; scale is l forward and 1/d in the adjoint.
  template <bool IsAdjoint>
  struct RoundCells {
    EdgeIn<T> input;
    Slots<T> contribution;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E i, int lane) const {
      using V = values_at<T, E>;
      using Metric = metric_at<M, E>;
      const int n = mesh.edge_count(i);
      const auto source = [&](int k) -> V {
        const auto e = mesh.edge_on_cell(i, k);
        return mesh.normal_sign(i, k) * (IsAdjoint ? mesh.inv_d(e) : mesh.l(e)) * input(e, lane);
      };
      const auto g = mesh.template keep<V>(i, n, source);
      RunningSums<V, Metric> sums;
      Metric p(0);
      for (int k = 0; k < n; ++k) {
        sums.gather(g[k], p);
        p += mesh.kite_fraction(i, k);
      }
      p = Metric(0);
      for (int k = 0; k < n; ++k) {
        contribution(mesh.slot(i, k), lane) = mesh.normal_sign(i, k) * sums.at(g[k], p);
        p += mesh.kite_fraction(i, k);
      }
    }
  };

  template <bool IsAdjoint>
  struct AddTwo {
    Slots<T> contribution;
    EdgeOut<T> result;

    template <class M, class E>
    HEXAD_FN void operator()(const M& mesh, E e, int lane) const {
      const auto factor = IsAdjoint ? -mesh.l(e) : mesh.inv_d(e);
      result(e, lane) = factor * contribution.sum(mesh, e, lane);
    }
  };

  template <bool IsAdjoint, class C>
  static void apply(const C& c, EdgeIn<T> input, EdgeOut<T> result) {
    auto buffer = c.template scratch<Place::cell>(input.lanes * c.mesh.max_edges);
    const Slots<T> slots{buffer.out().data, input.lanes};
    c.wider().for_cells(input.lanes, RoundCells<IsAdjoint>{input, slots});
    c.for_edges(input.lanes, AddTwo<IsAdjoint>{slots, result});
  }
  static void forward(const Context<T>& c, EdgeIn<T> flux, EdgeOut<T> tangential) {
    apply<false>(c, flux, tangential);
  }
  static void adjoint(const Context<T>& c, EdgeIn<T> y, EdgeOut<T> flux) {
    apply<true>(c, y, flux);
  }
};

}  // namespace hexad
