#pragma once

// Runs operators on one block of a mesh: included by what instantiates them for blocks, on the
// host only.

#include <omp.h>

#include <algorithm>
#include <cassert>
#include <cstddef>

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

/// A Context for one block and one lane: operators that take either run on blocks as they are.
/// `within(r)` is where results are wanted up to ring r, and `wider()` one ring further: what they
/// are computed from. T is double, four entities at a time, or a pack of members.
template <class T>
class BlockContext {
 public:
  using Mesh = BlockView;
  using Real = real_of<T>;
  const BlockView& mesh;
  const Parameters& parameters;

  BlockContext(const BlockView& view, const Parameters& p, BlockMemory& memory, int reach = 0)
      : mesh(view), parameters(p), memory_(memory), reach_(reach) {}

  [[nodiscard]] Real time_step() const { return static_cast<Real>(parameters.time_step); }
  [[nodiscard]] BlockMemory& memory() const { return memory_; }
  /// Values of a temporary field.
  template <Place P>
  [[nodiscard]] std::size_t values() const {
    return static_cast<std::size_t>(mesh.stride(P));
  }
  [[nodiscard]] int reach() const { return reach_; }
  [[nodiscard]] BlockContext within(int reach) const { return {mesh, parameters, memory_, reach}; }
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

  /// A temporary field.
  template <Place P>
  class Scratch {
   public:
    Scratch(BlockMemory& memory, std::size_t values)
        : memory_(memory),
          bytes_(values * sizeof(T)),
          values_(reinterpret_cast<T*>(memory.take(bytes_))) {}
    ~Scratch() { memory_.give_back(bytes_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // NOLINTBEGIN(google-explicit-constructor): a temporary is used as the views that kernels take
    operator Out<P, T>() { return out(); }
    operator In<P, T>() { return out(); }
    // NOLINTEND(google-explicit-constructor)
    [[nodiscard]] Out<P, T> out() { return {values_, 1}; }

   private:
    BlockMemory& memory_;
    std::size_t bytes_;
    T* values_;
  };
  /// `lanes` values each: more than one only for the slots of cells.
  template <Place P>
  [[nodiscard]] Scratch<P> scratch(int lanes) const {
    return Scratch<P>(memory_, values<P>() * static_cast<std::size_t>(lanes));
  }

 private:
  template <class Kernel>
  void run(Index count, const Kernel& kernel) const {
    const Kernel mine = kernel;  // private copies: views stay in registers
    const BlockView view = mesh;
    if constexpr (std::is_same_v<T, double>) {
      for (Index n = 0; n < count; n += 4) mine(view, Batch<4>{n}, 0);
    } else {
      for (Index n = 0; n < count; ++n) mine(view, n, 0);
    }
  }

  BlockMemory& memory_;
  int reach_;
};

/// Moves fields between the whole mesh and a block, one lane of them.
template <class T>
struct BlockTransfer {
  const BlockView& mesh;
  int lane;

  /// The values of a sum at the first `count` entities of the block.
  template <Place P>
  void load(const Sum<P, T>& sum, Index count, Out<P, T> local) const {
    using R = real_of<T>;
    const auto& [first, second, third] = sum.terms;
    const auto x = [this](const auto& term, Index n) { return term.x(n, lane); };
    if (sum.count == 1 && first.a == R(1))
      load_each<P>(count, local, [&](Index n) { return x(first, n); });
    else if (sum.count == 1)
      load_each<P>(count, local, [&](Index n) { return first.a * x(first, n); });
    else if (sum.count == 2)
      load_each<P>(count, local,
                   [&](Index n) { return first.a * x(first, n) + second.a * x(second, n); });
    else if (sum.count == 3)
      load_each<P>(count, local, [&](Index n) {
        return first.a * x(first, n) + second.a * x(second, n) + third.a * x(third, n);
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
    for (Index n = 0; n < own; ++n) to[n] = value(start + n);
    for (Index n = own; n < count; ++n) to[n] = value(where[n]);
  }

  template <Place P>
  void store_one(const Update<P, T>& update, In<P, T> local) const {
    using R = real_of<T>;
    const Index own = owned(P), start = first(P);
    const T* k = local.data;
    const R a = update.a;
    const auto& [x, y, unused] = update.others.terms;
    const Out<P, T> result = update.result;
    const int at = lane;
    if (update.others.count == 0 && a == R(1))
      for (Index n = 0; n < own; ++n) result(start + n, at) = k[n];
    else if (update.others.count == 0)
      for (Index n = 0; n < own; ++n) result(start + n, at) = a * k[n];
    else if (update.others.count == 1)
      for (Index n = 0; n < own; ++n) result(start + n, at) = x.a * x.x(start + n, at) + a * k[n];
    else
      for (Index n = 0; n < own; ++n)
        result(start + n, at) = x.a * x.x(start + n, at) + y.a * y.x(start + n, at) + a * k[n];
  }
};

/// Calls body(block context, transfer) for every block and lane, on the host's threads. `fields` is
/// how many values per slot of a cell the body holds at a time, at most.
template <class T, class Body>
void for_blocks(const Context<T>& c, const MeshBlocks& blocks, int lanes, std::size_t fields,
                const Body& body) {
  const int threads = host_threads(c.device());
  const bool forward = c.device().order == Order::forward;
  const Index count = blocks.count();
  const std::size_t bytes = (blocks.most_values() * sizeof(T) + 128) * fields;
  auto buffer = c.workspace.take(bytes * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    BlockMemory memory(buffer.pointer() + bytes * static_cast<std::size_t>(omp_get_thread_num()),
                       bytes);
#pragma omp for schedule(dynamic)
    for (Index n = 0; n < count; ++n) {
      const BlockView& block = blocks[forward ? n : count - 1 - n];
      for (int lane = 0; lane < lanes; ++lane)
        body(BlockContext<T>(block, c.parameters, memory), BlockTransfer<T>{block, lane});
    }
  }
  c.workspace.give_back(std::move(buffer));
}

}  // namespace hexad
