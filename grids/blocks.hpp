#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "hexad/core/array.hpp"
#include "hexad/grids/block_view.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// A mesh cut into blocks of consecutive cells, each with the rings of neighbours that an operator
/// of some reach reads: what such an operator needs in between then stays in cache, and is computed
/// twice where blocks meet. Tables are copied into each block, in the order in which it uses them.
class MeshBlocks {
 public:
  /// Blocks of at most `size` cells with `rings` rings about them. Built by `threads` threads (0:
  /// OpenMP's default), in a memory of their own on the host.
  MeshBlocks(const Mesh& mesh, Index size, int rings, int threads);

  [[nodiscard]] Index count() const { return static_cast<Index>(views_.size()); }
  [[nodiscard]] const BlockData& operator[](Index n) const {
    return views_[static_cast<std::size_t>(n)];
  }
  /// Memory that they take (bytes).
  [[nodiscard]] std::size_t bytes() const;
  /// Values of the largest field that a block has: per slot of its cells, or per edge.
  [[nodiscard]] std::size_t most_values() const { return most_values_; }

  /// Whether a mesh can be cut: its edges and vertices must follow the lowest-numbered cell that
  /// they touch, as they do after `order_along_curve`.
  static bool possible(const Mesh& mesh);
  /// Whether every block turned out small enough for 16-bit numbers; the others may not be used.
  [[nodiscard]] bool fit() const { return fit_; }

 private:
  std::vector<BlockData> views_;
  std::vector<Array<std::byte>> tables_;
  bool fit_ = true;
  std::size_t most_values_ = 0;
};

/// The blocks of one mesh for every reach and size that was asked for, each built when it first is.
class BlockStore {
 public:
  BlockStore(const Mesh& mesh, int threads)
      : mesh_(mesh), threads_(threads), possible_(MeshBlocks::possible(mesh)) {}

  /// Blocks of `size` cells, or of the size that was set. Null where the mesh cannot be cut so.
  [[nodiscard]] const MeshBlocks* get(Index size, int rings);
  void set_size(Index size) { size_ = size; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    Index size;
    int rings;
    std::unique_ptr<MeshBlocks> blocks;
  };
  const Mesh& mesh_;
  int threads_;
  bool possible_;
  Index size_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace hexad
