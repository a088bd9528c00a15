#pragma once

#include <cstdint>

#include "hexad/core/array.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/macros.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// The mesh as kernels see it: plain pointers into one memory. R is the type of the metrics.
/// Connectivity is reached through these accessors only, so that its layout stays a measured
/// choice. Symbols: A_i area, K_iv kite, R_iv = K_iv / A_i, d_e and l_e lengths, n_ei = +1 where
/// cell i is the first of edge e and -1 else, t_ev = +1 where vertex v is the second of edge e.
template <class R>
struct MeshView {
  Index cells = 0, edges = 0, vertices = 0;
  int max_edges = 0;

  // --- round a cell, slots 0 .. edge_count(i) - 1, counter-clockwise
  HEXAD_FN int edge_count(Index i) const { return edge_count_[i]; }
  HEXAD_FN Index slot(Index i, int k) const { return i * max_edges + k; }
  HEXAD_FN Index edge_on_cell(Index i, int k) const { return edges_on_cell_[slot(i, k)]; }
  HEXAD_FN Index vertex_on_cell(Index i, int k) const { return vertices_on_cell_[slot(i, k)]; }
  HEXAD_FN Index cell_on_cell(Index i, int k) const { return cells_on_cell_[slot(i, k)]; }
  /// n_ei of the edge in slot k.
  HEXAD_FN R normal_sign(Index i, int k) const { return normal_sign_[slot(i, k)]; }
  /// n_ei x.
  template <class V>
  HEXAD_FN V times_sign(Index i, int k, const V& x) const {
    return normal_sign(i, k) * x;
  }
  /// Sum of R_iv over the slots before k.
  HEXAD_FN R kites_before(Index i, int k) const { return kites_before_[slot(i, k)]; }
  /// 1: a slot below edge_count(i) is in use (see BlockView).
  HEXAD_FN R in_use(Index, int) const { return R(1); }
  /// K_iv and R_iv of the vertex in slot k.
  HEXAD_FN R kite_on_cell(Index i, int k) const { return kite_on_cell_[slot(i, k)]; }
  HEXAD_FN R kite_fraction(Index i, int k) const { return kite_fraction_[slot(i, k)]; }
  /// Coefficients of the velocity reconstruction (operators/velocity_reconstruction.hpp).
  HEXAD_FN R east_weight(Index i, int k) const { return east_weight_[slot(i, k)]; }
  HEXAD_FN R north_weight(Index i, int k) const { return north_weight_[slot(i, k)]; }

  /// Unit vector at the centre of the cell towards the neighbour in slot k, in the local frame;
  /// absent unless asked for.
  HEXAD_FN R east_direction(Index i, int k) const { return east_direction_[slot(i, k)]; }
  HEXAD_FN R north_direction(Index i, int k) const { return north_direction_[slot(i, k)]; }
  void require_directions() const {
    if (east_direction_ == nullptr)
      throw RunError("the mesh holds no directions towards neighbours", "",
                     "make its DeviceMesh with Tables{.directions = true}");
  }

  // --- on an edge, j = 0, 1
  HEXAD_FN Index cell_on_edge(Index e, int j) const { return cells_on_edge_[2 * e + j]; }
  HEXAD_FN Index vertex_on_edge(Index e, int j) const { return vertices_on_edge_[2 * e + j]; }
  /// The slot of edge e among those of its j-th cell.
  HEXAD_FN Index slot_on_edge(Index e, int j) const { return slots_on_edge_[2 * e + j]; }

  // --- round a vertex, j = 0, 1, 2
  HEXAD_FN Index cell_on_vertex(Index v, int j) const { return cells_on_vertex_[3 * v + j]; }
  HEXAD_FN Index edge_on_vertex(Index v, int j) const { return edges_on_vertex_[3 * v + j]; }
  /// t_ev of the j-th edge, and K_iv of the j-th cell.
  HEXAD_FN R circulation_sign(Index v, int j) const { return circulation_sign_[3 * v + j]; }
  HEXAD_FN R kite_on_vertex(Index v, int j) const { return kite_on_vertex_[3 * v + j]; }
  /// t_ev x.
  template <class V>
  HEXAD_FN V times_circulation(Index v, int j, const V& x) const {
    return circulation_sign(v, j) * x;
  }
  /// R_iv of the j-th cell.
  HEXAD_FN R kite_fraction_on_vertex(Index v, int j) const {
    return kite_fraction_on_vertex_[3 * v + j];
  }

  // --- stored weights of the tangential velocity (edge_weights.hpp); absent unless asked for
  HEXAD_FN int edge_on_edge_count(Index e) const { return edge_on_edge_count_[e]; }
  HEXAD_FN Index edge_on_edge(Index e, int k) const {
    return edges_on_edge_[e * (2 * max_edges - 2) + k];
  }
  HEXAD_FN R weight_on_edge(Index e, int k) const {
    return weights_on_edge_[e * (2 * max_edges - 2) + k];
  }
  void require_edge_weights() const {
    if (weights_on_edge_ == nullptr)
      throw RunError("the mesh holds no edge weights", "",
                     "make its DeviceMesh with Tables{.edge_weights = true}");
  }

  // --- lengths and areas, and their inverses
  HEXAD_FN R area_cell(Index i) const { return area_cell_[i]; }
  HEXAD_FN R inv_area_cell(Index i) const { return inv_area_cell_[i]; }
  HEXAD_FN R area_vertex(Index v) const { return area_vertex_[v]; }
  HEXAD_FN R inv_area_vertex(Index v) const { return inv_area_vertex_[v]; }
  HEXAD_FN R d(Index e) const { return d_[e]; }
  HEXAD_FN R inv_d(Index e) const { return inv_d_[e]; }
  HEXAD_FN R l(Index e) const { return l_[e]; }
  HEXAD_FN R inv_l(Index e) const { return inv_l_[e]; }

  /// Values f(k) of a cell's slots: computed again at every use (see BlockView::keep).
  template <class F>
  struct Computed {
    const F& f;
    HEXAD_FN auto operator[](int k) const { return f(k); }
  };
  template <class V, class F>
  [[nodiscard]] HEXAD_FN Computed<F> keep(Index, int, const F& f) const {
    return {f};
  }

  const std::uint8_t* edge_count_ = nullptr;
  const Index *edges_on_cell_ = nullptr, *vertices_on_cell_ = nullptr, *cells_on_cell_ = nullptr;
  const R *normal_sign_ = nullptr, *kite_on_cell_ = nullptr, *kite_fraction_ = nullptr;
  const R* kites_before_ = nullptr;
  const R *east_weight_ = nullptr, *north_weight_ = nullptr;
  const R *east_direction_ = nullptr, *north_direction_ = nullptr;
  const Index *cells_on_edge_ = nullptr, *vertices_on_edge_ = nullptr, *slots_on_edge_ = nullptr;
  const Index *cells_on_vertex_ = nullptr, *edges_on_vertex_ = nullptr;
  const R *circulation_sign_ = nullptr, *kite_on_vertex_ = nullptr;
  const R* kite_fraction_on_vertex_ = nullptr;
  const int* edge_on_edge_count_ = nullptr;
  const Index* edges_on_edge_ = nullptr;
  const R* weights_on_edge_ = nullptr;
  const R *area_cell_ = nullptr, *inv_area_cell_ = nullptr;
  const R *area_vertex_ = nullptr, *inv_area_vertex_ = nullptr;
  const R *d_ = nullptr, *inv_d_ = nullptr, *l_ = nullptr, *inv_l_ = nullptr;
};

/// What a DeviceMesh holds beside the standard tables.
struct Tables {
  bool edge_weights = false;  ///< Of the tangential velocity, per pair of edges.
  bool directions = false;    ///< From cells towards their neighbours, which tracers need.
};
inline constexpr Tables all_tables{true, true};

/// Owns what a MeshView points to, in the memory of a device.
template <class R>
class DeviceMesh {
 public:
  DeviceMesh(const Device& device, const Mesh& mesh, Tables tables = {});
  [[nodiscard]] MeshView<R> view() const { return view_; }
  [[nodiscard]] const Device& device() const { return device_; }
  /// Memory that it takes (bytes).
  [[nodiscard]] std::size_t bytes() const;

 private:
  const Index* keep(const std::vector<Index>& values);
  const R* keep(const std::vector<double>& values);

  Device device_;
  MeshView<R> view_;
  Array<std::uint8_t> edge_count_;
  std::vector<Array<Index>> indices_;
  std::vector<Array<R>> metrics_;
};

extern template class DeviceMesh<double>;
extern template class DeviceMesh<float>;

}  // namespace hexad
