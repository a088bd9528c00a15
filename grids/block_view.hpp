#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hexad/core/quads.hpp"
#include "hexad/core/unroll.hpp"

namespace hexad {

/// A block of a mesh: cells that the block owns and rings of neighbours about them, numbered for
/// itself.
///
/// Entities are sorted by ring, so that all within some reach come first:
/// - cells: ring 0 is what the block owns, ring r + 1 what adjoins ring r;
/// - vertices by the least ring of their cells; edges by that of their vertices, then by that of
///   their cells: `edges_within(r)` are all edges of cells within r, `spokes_within(r)` all edges
///   that touch a vertex within r.
/// In each class of ring 0 what the block owns comes first: the entities whose lowest-numbered cell
/// it owns, which follow one another in the whole mesh as well.
///
/// In tables four entities stand together, slot by slot, as a Batch reads them; neighbours are
/// 16-bit numbers, and n_ei and t_ev are the signs of metrics in the same slot. Every cell has as
/// many slots as the block's largest: slots that a cell lacks have no area, and lead to an edge of
/// their own, `null_edge`, whose values are 0 (see BlockContext::scratch).
struct BlockData {
  static constexpr int most_rings = 6;
  static constexpr int most_slots = 20;  // of a cell

  // --- counts
  int rings = 0;  ///< Of cells about the owned ones. Connectivity is there up to rings - 1.
  Index owned_cells = 0, owned_edges = 0, owned_vertices = 0;
  Index first_cell = 0, first_edge = 0, first_vertex = 0;  ///< Of the owned, in the whole mesh.
  Index cells_within_[most_rings + 1] = {}, vertices_within_[most_rings] = {};
  Index edges_within_[most_rings] = {}, spokes_within_[most_rings] = {};
  Index cell_stride = 0, edge_stride = 0, vertex_stride = 0;  ///< Room for all, and for one Batch.
  int max_edges = 0;
  Index null_edge = 0;

  // --- the memory of all tables
  const std::byte* tables = nullptr;
  std::size_t tables_bytes = 0;

  [[nodiscard]] Index cells_within(int reach) const { return cells_within_[reach]; }
  [[nodiscard]] Index edges_within(int reach) const { return edges_within_[reach]; }
  [[nodiscard]] Index spokes_within(int reach) const { return spokes_within_[reach]; }
  [[nodiscard]] Index vertices_within(int reach) const { return vertices_within_[reach]; }
  [[nodiscard]] Index stride(Place place) const {
    return place == Place::cell ? cell_stride : place == Place::edge ? edge_stride : vertex_stride;
  }

  // --- numbers in the whole mesh of what is not owned
  const Index *cell_halo = nullptr, *edge_halo = nullptr, *vertex_halo = nullptr;

  // --- the tables
  const std::uint16_t *edge_on_cell_ = nullptr, *vertex_on_cell_ = nullptr;
  const std::uint16_t *cell_on_edge_ = nullptr, *vertex_on_edge_ = nullptr;
  const std::uint16_t* slot_on_edge_ = nullptr;
  const std::uint16_t *cell_on_vertex_ = nullptr, *edge_on_vertex_ = nullptr;
  const double *signed_kites_before_ = nullptr, *signed_kite_fraction_ = nullptr;
  const double* signed_kite_on_vertex_ = nullptr;
  const double *area_cell_ = nullptr, *area_vertex_ = nullptr, *d_ = nullptr, *l_ = nullptr;

  /// Where slot k of an entity with `slots` of them stands.
  static Index in_table(Index n, int k, int slots) { return (n & ~3) * slots + 4 * k + (n & 3); }
  static Picked<4> in_table(Picked<4> n, int k, int slots) {
    return {{in_table(n.at[0], k, slots), in_table(n.at[1], k, slots), in_table(n.at[2], k, slots),
             in_table(n.at[3], k, slots)}};
  }
  static Batch<4> in_table(Batch<4> n, int k, int slots) { return {n.first * slots + 4 * k}; }
};

#if !defined(__CUDACC__)  // blocks are for processors

/// A block as kernels see it, with the accessors of a MeshView, for one entity (Index) or several
/// at once (Batch, which gives Picked neighbours and packs of metrics). Slots is the number of
/// slots of its cells where that is known beforehand, or 0.
template <int Slots>
struct BlockView : BlockData {
  static constexpr int slots = Slots;
  explicit BlockView(const BlockData& data) : BlockData(data) {}

  // --- round a cell
  template <class E>
  [[nodiscard]] int edge_count(E) const {
    return Slots > 0 ? Slots : max_edges;
  }
  template <class E>
  [[nodiscard]] E slot(E i, int k) const {
    return in_table(i, k, edge_count(i));
  }
  template <class E>
  [[nodiscard]] auto edge_on_cell(E i, int k) const {
    return pick(edge_on_cell_, slot(i, k));
  }
  template <class E>
  [[nodiscard]] auto vertex_on_cell(E i, int k) const {
    return pick(vertex_on_cell_, slot(i, k));
  }
  /// n_ei of the edge in slot k; 0 for a slot that the cell lacks.
  template <class E>
  [[nodiscard]] auto normal_sign(E i, int k) const {
    return sign_or_zero(at(signed_kite_fraction_, slot(i, k)));
  }
  /// n_ei x, where x is 0 in slots that the cell lacks.
  template <class E, class V>
  [[nodiscard]] V times_sign(E i, int k, const V& x) const {
    return with_sign_of(at(signed_kites_before_, slot(i, k)), x);
  }
  template <class E>
  [[nodiscard]] auto kite_fraction(E i, int k) const {
    return abs(at(signed_kite_fraction_, slot(i, k)));
  }
  /// Sum of R_iv over the slots before k.
  template <class E>
  [[nodiscard]] auto kites_before(E i, int k) const {
    return abs(at(signed_kites_before_, slot(i, k)));
  }
  /// 1, or 0 where the cell has no such slot.
  template <class E>
  [[nodiscard]] auto in_use(E i, int k) const {
    return one_or_zero(at(signed_kite_fraction_, slot(i, k)));
  }

  // --- on an edge
  template <class E>
  [[nodiscard]] auto cell_on_edge(E e, int j) const {
    return pick(cell_on_edge_, in_table(e, j, 2));
  }
  template <class E>
  [[nodiscard]] auto vertex_on_edge(E e, int j) const {
    return pick(vertex_on_edge_, in_table(e, j, 2));
  }
  template <class E>
  [[nodiscard]] auto slot_on_edge(E e, int j) const {
    return pick(slot_on_edge_, in_table(e, j, 2));
  }

  // --- round a vertex
  template <class E>
  [[nodiscard]] auto cell_on_vertex(E v, int j) const {
    return pick(cell_on_vertex_, in_table(v, j, 3));
  }
  template <class E>
  [[nodiscard]] auto edge_on_vertex(E v, int j) const {
    return pick(edge_on_vertex_, in_table(v, j, 3));
  }
  template <class E>
  [[nodiscard]] auto circulation_sign(E v, int j) const {
    return sign_or_zero(at(signed_kite_on_vertex_, in_table(v, j, 3)));
  }
  /// t_ev x.
  template <class E, class V>
  [[nodiscard]] V times_circulation(E v, int j, const V& x) const {
    return with_sign_of(at(signed_kite_on_vertex_, in_table(v, j, 3)), x);
  }
  template <class E>
  [[nodiscard]] auto kite_on_vertex(E v, int j) const {
    return abs(at(signed_kite_on_vertex_, in_table(v, j, 3)));
  }
  /// R_iv of the j-th cell.
  template <class E>
  [[nodiscard]] auto kite_fraction_on_vertex(E v, int j) const {
    return kite_on_vertex(v, j) / at(area_cell_, cell_on_vertex(v, j));
  }

  // --- lengths and areas; inverses are computed
  template <class E>
  [[nodiscard]] auto area_cell(E i) const {
    return at(area_cell_, i);
  }
  template <class E>
  [[nodiscard]] auto inv_area_cell(E i) const {
    return 1.0 / at(area_cell_, i);
  }
  template <class E>
  [[nodiscard]] auto area_vertex(E v) const {
    return at(area_vertex_, v);
  }
  template <class E>
  [[nodiscard]] auto inv_area_vertex(E v) const {
    return 1.0 / at(area_vertex_, v);
  }
  template <class E>
  [[nodiscard]] auto d(E e) const {
    return at(d_, e);
  }
  template <class E>
  [[nodiscard]] auto inv_d(E e) const {
    return 1.0 / at(d_, e);
  }
  template <class E>
  [[nodiscard]] auto l(E e) const {
    return at(l_, e);
  }
  template <class E>
  [[nodiscard]] auto inv_l(E e) const {
    return 1.0 / at(l_, e);
  }

  /// Values f(k) of a cell's slots, computed once and kept in reach.
  template <class V>
  struct Kept {
    V values[most_slots];
    [[nodiscard]] const V& operator[](int k) const { return values[k]; }
    void set(int k, const V& value) { values[k] = value; }
  };
  /// Of quads each part by itself: the compiler copies whole ones piece by piece.
  template <class V>
  struct Kept<Quad<V>> {
    V a[most_slots], b[most_slots], c[most_slots], d[most_slots];
    [[nodiscard]] Quad<V> operator[](int k) const { return {a[k], b[k], c[k], d[k]}; }
    void set(int k, const Quad<V>& quad) {
      a[k] = quad.a;
      b[k] = quad.b;
      c[k] = quad.c;
      d[k] = quad.d;
    }
  };
  /// Of one entity, whose neighbours' values lie whole: read again at every use.
  template <class F>
  struct Again {
    const F& f;
    auto operator[](int k) const { return f(k); }
  };
  template <class V, class E, class F>
  [[nodiscard]] auto keep(E, int count, const F& f) const {
    if constexpr (entities_in<E> == 1) {
      return Again<F>{f};
    } else {
      if constexpr (Slots > 0) {
        Kept<V> kept;
        HEXAD_UNROLL
        for (int k = 0; k < Slots; ++k) kept.set(k, f(k));
        return kept;
      } else {
        Kept<V> kept{};
        for (int k = 0; k < count; ++k) kept.set(k, f(k));
        return kept;
      }
    }
  }

 private:
  static Index pick(const std::uint16_t* table, Index n) { return table[n]; }
  static Picked<4> pick(const std::uint16_t* table, Batch<4> n) {
    const std::uint16_t* entry = table + n.first;
    return {{entry[0], entry[1], entry[2], entry[3]}};
  }
  static Picked<4> pick(const std::uint16_t* table, Picked<4> n) {
    return {{table[n.at[0]], table[n.at[1]], table[n.at[2]], table[n.at[3]]}};
  }
  static double at(const double* table, Index n) { return table[n]; }
  static Pack<double, 4> at(const double* table, Batch<4> n) { return detail::load<4>(table, n); }
  static Pack<double, 4> at(const double* table, Picked<4> n) { return detail::load(table, n); }
  /// x, its sign turned where that of s is -.
  static double with_sign_of(double s, double x) { return std::signbit(s) ? -x : x; }
  static Pack<double, 4> with_sign_of(Pack<double, 4> s, Pack<double, 4> x) {
    using Bits = PackMask<double, 4>;
    const Pack<double, 4> minus_zero(-0.0);
    const auto bits = [](Pack<double, 4> pack) { return std::bit_cast<Bits>(pack).holds; };
    return std::bit_cast<Pack<double, 4>>(Bits{bits(x) ^ (bits(s) & bits(minus_zero))});
  }
  static Pack<double, 4> with_sign_of(double s, Pack<double, 4> x) {
    return with_sign_of(Pack<double, 4>(s), x);
  }
  static double one_or_zero(double x) { return x != 0 ? 1.0 : 0.0; }
  static Pack<double, 4> one_or_zero(Pack<double, 4> x) {
    using Bits = PackMask<double, 4>;
    const Pack<double, 4> one(1.0);
    return std::bit_cast<Pack<double, 4>>(Bits{std::bit_cast<Bits>(one).holds & (x.values != 0.0)});
  }
  static double sign_or_zero(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }
  static Pack<double, 4> sign_or_zero(Pack<double, 4> x) {
    using Bits = PackMask<double, 4>;
    const Pack<double, 4> one(1.0), minus_zero(-0.0);
    const auto bits = [](Pack<double, 4> pack) { return std::bit_cast<Bits>(pack).holds; };
    const Bits signed_one{(bits(x) & bits(minus_zero)) | bits(one)};
    return std::bit_cast<Pack<double, 4>>(Bits{signed_one.holds & (x.values != 0.0)});
  }
};

#endif

}  // namespace hexad
