#pragma once

// Runs operators on one block of a mesh: included by what instantiates them for blocks, on the
// host only.

#include <omp.h>

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "hexad/core/quads.hpp"
#include "hexad/grids/blocks.hpp"
#include "hexad/model/context.hpp"
#include "hexad/model/sums.hpp"

namespace hexad {

/// Memory of a thread for the temporary fields of one block: handed out from the bottom up, given
/// back from the top down.
class BlockMemory {
 public:
  BlockMemory(std::byte* start, std::size_t size) : next_(start), end_(start + size) {}

  [[nodiscard]] std::byte* take(std::size_t bytes) {
    std::byte* place = next_;
    next_ += rounded(bytes);
    assert(next_ <= end_);
    return place;
  }
  void give_back(std::size_t bytes) { next_ -= rounded(bytes); }

 private:
  // A line more than needed: fields of a power of two in size would share cache sets.
  static std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

  std::byte *next_, *end_;
};

/// A temporary field of a block; of width 0, an absent one.
template <Place P, class T>
class BlockScratch {
 public:
  BlockScratch(BlockMemory& memory, std::size_t entities, std::size_t width, int lanes,
               std::size_t null_edge)
      : memory_(memory), lanes_(width > 0 ? lanes : 0), bytes_(entities * width * sizeof(T)) {
    if (width == 0) return;
    values_ = reinterpret_cast<T*>(memory.take(bytes_));
    if (P == Place::edge) std::fill_n(values_ + null_edge * width, width, T(0));
  }
  ~BlockScratch() {
    if (values_ != nullptr) memory_.give_back(bytes_);
  }
  BlockScratch(const BlockScratch&) = delete;
  BlockScratch& operator=(const BlockScratch&) = delete;

  // NOLINTBEGIN(google-explicit-constructor): a temporary is used as the views that kernels take
  operator Out<P, T>() { return out(); }
  operator In<P, T>() { return out(); }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] Out<P, T> out() { return {values_, lanes_}; }

 private:
  BlockMemory& memory_;
  int lanes_;
  std::size_t bytes_;
  T* values_ = nullptr;
};

/// Fetches the tables of the next block while this one is computed: memory is then waited for
/// seldom, and the processor's own prefetching, which stops at every page, matters little.
class Prefetch {
 public:
  void start(const BlockData& block) {
    next_ = block.tables;
    end_ = block.tables + block.tables_bytes;
  }
  /// Some lines of them.
  void advance() {
    if (next_ >= end_) return;
    for (int line = 0; line < 2; ++line) __builtin_prefetch(next_ + 64 * line, 0, 2);
    next_ += 128;
  }

 private:
  const std::byte *next_ = nullptr, *end_ = nullptr;
};

/// A Context for one block and some lanes: operators that take either run on blocks as they are.
/// `within(r)` is where results are wanted up to ring r, and `wider()` one ring further: what they
/// are computed from. T is double, four entities at a time, or a pack of members.
template <class T, int EdgesOnCell>
class BlockContext {
 public:
  using Mesh = BlockView<EdgesOnCell>;
  using Real = real_of<T>;
  const Mesh& mesh;
  const Parameters& parameters;

  BlockContext(const Mesh& view, const Parameters& p, BlockMemory& memory, Prefetch& ahead,
               int lanes, int reach = 0)
      : mesh(view), parameters(p), memory_(memory), ahead_(ahead), lanes_(lanes), reach_(reach) {}

  [[nodiscard]] Real time_step() const { return static_cast<Real>(parameters.time_step); }
  /// Values of a temporary field.
  template <Place P>
  [[nodiscard]] std::size_t values() const {
    return static_cast<std::size_t>(mesh.stride(P)) * static_cast<std::size_t>(lanes_);
  }
  [[nodiscard]] int lanes() const { return lanes_; }
  [[nodiscard]] int reach() const { return reach_; }
  [[nodiscard]] BlockContext within(int reach) const {
    return {mesh, parameters, memory_, ahead_, lanes_, reach};
  }
  [[nodiscard]] BlockContext wider() const { return within(reach_ + 1); }

  template <class Kernel>
  void for_cells(int, const Kernel& kernel) const {
    run(mesh.cells_within(reach_), kernel);
  }
  template <class Kernel>
  void for_edges(int, const Kernel& kernel) const {
    run(mesh.edges_within(reach_), kernel);
  }
  /// Also the edges that touch from outside.
  template <class Kernel>
  void for_spokes(int, const Kernel& kernel) const {
    run(mesh.spokes_within(reach_), kernel);
  }
  template <class Kernel>
  void for_vertices(int, const Kernel& kernel) const {
    run(mesh.vertices_within(reach_), kernel);
  }

  /// A temporary field of `width` values per entity: as many as there are lanes, or more for slots
  /// and quads. Nothing comes from an edge that a cell does not have: the null edge's are 0.
  template <Place P>
  [[nodiscard]] BlockScratch<P, T> scratch(int width) const {
    return optional_scratch<P>(width, true);
  }
  template <Place P>
  [[nodiscard]] BlockScratch<P, T> optional_scratch(int width, bool wanted) const {
    const auto each = static_cast<std::size_t>(wanted ? width : 0);
    return BlockScratch<P, T>(memory_, static_cast<std::size_t>(mesh.stride(P)), each, lanes_,
                              static_cast<std::size_t>(mesh.null_edge));
  }

 private:
  template <class Kernel>
  void run(Index count, const Kernel& kernel) const {
    const Kernel mine = kernel;  // private copies: views stay in registers
    const Mesh view = mesh;
    if constexpr (std::is_same_v<T, double>) {
      for (Index n = 0; n < count; n += 4) {
        ahead_.advance();
        mine(view, Batch<4>{n}, 0);
      }
    } else {
      const int lanes = lanes_;
      for (Index n = 0; n < count; ++n) {
        ahead_.advance();
        for (int lane = 0; lane < lanes; ++lane) mine(view, n, lane);
      }
    }
  }

  BlockMemory& memory_;
  Prefetch& ahead_;
  int lanes_, reach_;
};

/// Moves fields between the whole mesh and a block: `lanes` of them from `first_lane` on.
template <class T>
struct BlockTransfer {
  const BlockData& mesh;
  int first_lane, lanes;

  /// The values of a sum at the first `count` entities of the block.
  template <Place P>
  void load(const Sum<P, T>& sum, Index count, Out<P, T> local) const {
    using R = real_of<T>;
    const auto &first = sum.terms[0], &second = sum.terms[1], &third = sum.terms[2];
    const auto x = [](const auto& term, Index n, int lane) { return term.x(n, lane); };
    if (sum.count == 1 && first.a == R(1))
      load_each<P>(count, local, [&](Index n, int lane) { return x(first, n, lane); });
    else if (sum.count == 1)
      load_each<P>(count, local, [&](Index n, int lane) { return first.a * x(first, n, lane); });
    else if (sum.count == 2)
      load_each<P>(count, local, [&](Index n, int lane) {
        return first.a * x(first, n, lane) + second.a * x(second, n, lane);
      });
    else if (sum.count == 3)
      load_each<P>(count, local, [&](Index n, int lane) {
        return first.a * x(first, n, lane) + second.a * x(second, n, lane) +
               third.a * x(third, n, lane);
      });
  }

  /// Carries out what becomes of the owned values of a local field.
  template <Place P>
  void store(const Updates<P, T>& updates, In<P, T> local) const {
    for (int n = 0; n < updates.count; ++n) store_one(updates.items[n], local);
  }

 private:
  [[nodiscard]] Index first(Place place) const {
    return place == Place::cell   ? mesh.first_cell
           : place == Place::edge ? mesh.first_edge
                                  : mesh.first_vertex;
  }
  [[nodiscard]] Index owned(Place place) const {
    return place == Place::cell   ? mesh.owned_cells
           : place == Place::edge ? mesh.owned_edges
                                  : mesh.owned_vertices;
  }
  [[nodiscard]] const Index* halo(Place place) const {
    return place == Place::cell   ? mesh.cell_halo
           : place == Place::edge ? mesh.edge_halo
                                  : mesh.vertex_halo;
  }

  template <Place P, class F>
  void load_each(Index count, Out<P, T> local, const F& value) const {
    const Index own = std::min(owned(P), count), start = first(P);
    const Index* where = halo(P);
    T* to = local.data;
    if constexpr (width_of<T> == 1) {  // loops that become vector code
      for (Index n = 0; n < own; ++n) to[n] = value(start + n, first_lane);
      for (Index n = own; n < count; ++n) to[n] = value(where[n], first_lane);
    } else {
      for (Index n = 0; n < count; ++n) {
        const Index from = n < own ? start + n : where[n];
        for (int lane = 0; lane < lanes; ++lane) *to++ = value(from, first_lane + lane);
      }
    }
  }

  template <Place P, class F>
  void store_each(In<P, T> local, Out<P, T> result, const F& value) const {
    const Index own = owned(P), start = first(P);
    const T* k = local.data;
    if constexpr (width_of<T> == 1) {
      for (Index n = 0; n < own; ++n)
        result(start + n, first_lane) = value(start + n, first_lane, k[n]);
    } else {
      for (Index n = 0; n < own; ++n)
        for (int lane = first_lane; lane < first_lane + lanes; ++lane)
          result(start + n, lane) = value(start + n, lane, *k++);
    }
  }
  template <Place P>
  void store_one(const Update<P, T>& update, In<P, T> local) const {
    using R = real_of<T>;
    const R a = update.a;
    const auto &x = update.others.terms[0], &y = update.others.terms[1];
    const Out<P, T> result = update.result;
    if (update.others.count == 0 && a == R(1))
      store_each<P>(local, result, [](Index, int, const T& k) { return k; });
    else if (update.others.count == 0)
      store_each<P>(local, result, [&](Index, int, const T& k) { return a * k; });
    else if (update.others.count == 1)
      store_each<P>(local, result,
                    [&](Index n, int lane, const T& k) { return x.a * x.x(n, lane) + a * k; });
    else
      store_each<P>(local, result, [&](Index n, int lane, const T& k) {
        return x.a * x.x(n, lane) + y.a * y.x(n, lane) + a * k;
      });
  }
};

/// Lanes that are computed together, where their number allows: packs that share cache lines and
/// indices. Plain numbers go one lane at a time, four entities together.
template <class T>
int lanes_together(int lanes) {
  if (width_of < T >> 1)
    for (const int together : {4, 3, 2})
      if (lanes % together == 0) return together;
  return 1;
}

/// Calls body(block context, transfer) for every block and lane, on the host's threads. `fields` is
/// how many values per slot of a cell the body holds at a time, at most.
template <class T, class Body>
void for_blocks(const Context<T>& c, const MeshBlocks& blocks, int lanes, std::size_t fields,
                const Body& body) {
  const int threads = host_threads(c.device());
  const int together = lanes_together<T>(lanes);
  const bool forward = c.device().order == Order::forward;
  const Index count = blocks.count();
  const std::size_t bytes =
      (blocks.most_values() * sizeof(T) * static_cast<std::size_t>(together) + 128) * fields;
  auto buffer = c.workspace.take(bytes * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    BlockMemory memory(buffer.pointer() + bytes * static_cast<std::size_t>(omp_get_thread_num()),
                       bytes);
    Prefetch ahead;
#pragma omp for schedule(static)
    for (Index n = 0; n < count; ++n) {
      const BlockData& block = blocks[forward ? n : count - 1 - n];
      ahead.start(blocks[forward ? std::min(n + 1, count - 1) : count - 1 - n]);
      const auto work = [&](const auto& view) {
        const BlockContext<T, std::decay_t<decltype(view)>::slots> context(view, c.parameters,
                                                                           memory, ahead, together);
        for (int lane = 0; lane < lanes; lane += together)
          body(context, BlockTransfer<T>{block, lane, together});
      };
      if (block.max_edges == 6)
        work(BlockView<6>(block));
      else
        work(BlockView<0>(block));
    }
  }
  c.workspace.give_back(std::move(buffer));
}

}  // namespace hexad
