#include "hexad/grids/blocks.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr Index lanes = 4;  // entities of a Batch
constexpr Index most_entities = std::numeric_limits<std::uint16_t>::max();

Index padded(std::size_t count) {
  // A Batch more: what fills up the last one is written to, the null edge must not be.
  return (static_cast<Index>(count) + lanes - 1) / lanes * lanes + lanes;
}

/// Where entities of the whole mesh stand in a block: a table that outlives the block, so that only
/// what was entered has to be cleared.
class Numbers {
 public:
  explicit Numbers(Index entities) : local_(static_cast<std::size_t>(entities), -1) {}

  [[nodiscard]] bool has(Index n) const { return local_[static_cast<std::size_t>(n)] >= 0; }
  /// The number in the block; 0, which exists, for what is outside.
  [[nodiscard]] std::uint16_t operator[](Index n) const {
    return static_cast<std::uint16_t>(std::max(local_[static_cast<std::size_t>(n)], 0));
  }
  void enter(Index n, std::size_t local) {
    local_[static_cast<std::size_t>(n)] = static_cast<Index>(local);
  }
  void clear(const std::vector<Index>& entities) {
    for (const Index n : entities) local_[static_cast<std::size_t>(n)] = -1;
  }

 private:
  std::vector<Index> local_;
};

/// The entities of a block in its order, by their numbers in the whole mesh.
struct Members {
  std::vector<Index> cells, edges, vertices;
};

/// Memory for the tables of blocks that follow one another: few large pieces, which lie on large
/// pages.
class Slabs {
 public:
  /// For `blocks` blocks to come, of about the size of the first.
  explicit Slabs(Index blocks) : blocks_(blocks) {}

  std::byte* take(std::size_t bytes) {
    if (slabs_.empty() || used_ + bytes > slabs_.back().size()) {
      const std::size_t wanted = bytes * static_cast<std::size_t>(std::max<Index>(blocks_, 1));
      slabs_.emplace_back(Device{}, std::clamp(wanted + wanted / 32, bytes, std::max(bytes, most)));
      used_ = 0;
    }
    std::byte* place = slabs_.back().pointer() + used_;
    used_ += bytes;
    --blocks_;
    return place;
  }
  [[nodiscard]] std::vector<Array<std::byte>> release() { return std::move(slabs_); }

 private:
  static constexpr std::size_t most = std::size_t{32} << 20;
  Index blocks_;
  std::vector<Array<std::byte>> slabs_;
  std::size_t used_ = 0;
};

/// What a thread keeps from block to block.
struct Builder {
  Builder(const Mesh& m, Index blocks)
      : mesh(m),
        cell_numbers(m.cells),
        edge_numbers(m.edges),
        vertex_numbers(m.vertices),
        slabs(blocks) {}

  const Mesh& mesh;
  Numbers cell_numbers, edge_numbers, vertex_numbers;
  Slabs slabs;

  /// False if the block is too large for its numbers.
  bool build(Index first, Index end, int rings, BlockData& view);

 private:
  void add_cells(Members& members, Index first, Index end, int rings, BlockData& view);
  void add_vertices(Members& members, int rings, BlockData& view);
  void add_edges(Members& members, int rings, BlockData& view);
  void fill(const Members& members, BlockData& view);
  void fill_cells(const Members& members, const BlockData& view);
  void fill_edges(const Members& members, const BlockData& view);
  void fill_vertices(const Members& members, const BlockData& view);

  [[nodiscard]] std::span<const Index> round_cell(const std::vector<Index>& list, Index i) const {
    return {&list[mesh.slot(i, 0)], static_cast<std::size_t>(mesh.edge_count[at(i)])};
  }
  static std::size_t at(Index n) { return static_cast<std::size_t>(n); }
};

/// Enters a sorted list of new entities.
void append(std::vector<Index>& list, Numbers& numbers, std::vector<Index>& added) {
  std::sort(added.begin(), added.end());
  for (const Index n : added) {
    numbers.enter(n, list.size());
    list.push_back(n);
  }
  added.clear();
}

void Builder::add_cells(Members& members, Index first, Index end, int rings, BlockData& view) {
  std::vector<Index> added;
  for (Index i = first; i < end; ++i) added.push_back(i);
  append(members.cells, cell_numbers, added);
  view.first_cell = first;
  view.owned_cells = end - first;
  view.cells_within_[0] = view.owned_cells;
  std::size_t from = 0;
  for (int ring = 1; ring <= rings; ++ring) {
    const std::size_t to = members.cells.size();
    for (std::size_t n = from; n < to; ++n)
      for (const Index neighbour : round_cell(mesh.cells_on_cell, members.cells[n]))
        if (!cell_numbers.has(neighbour)) {
          cell_numbers.enter(neighbour, 0);  // once is enough; its number follows
          added.push_back(neighbour);
        }
    append(members.cells, cell_numbers, added);
    view.cells_within_[ring] = static_cast<Index>(members.cells.size());
    from = to;
  }
}

void Builder::add_vertices(Members& members, int rings, BlockData& view) {
  std::vector<Index> owned, others;
  const auto is_owned = [&](Index v) {
    const auto& cells = mesh.cells_on_vertex[at(v)];
    const Index lowest = std::min({cells[0], cells[1], cells[2]});
    return lowest >= view.first_cell && lowest < view.first_cell + view.owned_cells;
  };
  std::size_t n = 0;
  for (int ring = 0; ring < rings; ++ring) {
    for (; n < at(view.cells_within_[ring]); ++n)
      for (const Index v : round_cell(mesh.vertices_on_cell, members.cells[n]))
        if (!vertex_numbers.has(v)) {
          vertex_numbers.enter(v, 0);
          (ring == 0 && is_owned(v) ? owned : others).push_back(v);
        }
    if (ring == 0) view.owned_vertices = static_cast<Index>(owned.size());
    append(members.vertices, vertex_numbers, owned);
    append(members.vertices, vertex_numbers, others);
    view.vertices_within_[ring] = static_cast<Index>(members.vertices.size());
  }
  view.first_vertex = members.vertices.front();
}

void Builder::add_edges(Members& members, int rings, BlockData& view) {
  std::vector<Index> owned, around, spokes;
  std::size_t n = 0;
  for (int ring = 0; ring < rings; ++ring) {
    // All edges that touch a vertex of this ring: those of cells within it, then the others.
    for (; n < at(view.vertices_within_[ring]); ++n)
      for (const Index e : mesh.edges_on_vertex[at(members.vertices[n])]) {
        if (edge_numbers.has(e)) continue;
        edge_numbers.enter(e, 0);
        const auto& cells = mesh.cells_on_edge[at(e)];
        const Index nearest = std::min<Index>(cell_numbers[cells[0]], cell_numbers[cells[1]]);
        const Index lowest = std::min(cells[0], cells[1]);
        if (nearest >= view.cells_within_[ring])
          spokes.push_back(e);
        else if (ring == 0 && lowest >= view.first_cell &&
                 lowest < view.first_cell + view.owned_cells)
          owned.push_back(e);
        else
          around.push_back(e);
      }
    if (ring == 0) view.owned_edges = static_cast<Index>(owned.size());
    append(members.edges, edge_numbers, owned);
    append(members.edges, edge_numbers, around);
    view.edges_within_[ring] = static_cast<Index>(members.edges.size());
    append(members.edges, edge_numbers, spokes);
    view.spokes_within_[ring] = static_cast<Index>(members.edges.size());
  }
  view.first_edge = members.edges.front();
}

/// Hands out parts of one allocation, each on a cache line of its own; the first round only counts.
class Layout {
 public:
  template <class V>
  void place(const V*& table, std::size_t count) {
    if (memory_ != nullptr) table = reinterpret_cast<const V*>(memory_ + used_);
    used_ += (count * sizeof(V) + 63) / 64 * 64;
  }
  [[nodiscard]] std::size_t used() const { return used_; }
  void start(std::byte* memory) {
    memory_ = memory;
    used_ = 0;
  }

 private:
  std::byte* memory_ = nullptr;
  std::size_t used_ = 0;
};

/// The tables in the order of their use in a tendency: vertices, edges, cells.
void lay_out(Layout& layout, BlockData& view, const Members& members) {
  const auto cells = static_cast<std::size_t>(view.cell_stride);
  const auto edges = static_cast<std::size_t>(view.edge_stride);
  const auto vertices = static_cast<std::size_t>(view.vertex_stride);
  const auto slots = cells * static_cast<std::size_t>(view.max_edges);
  layout.place(view.cell_halo, members.cells.size());
  layout.place(view.edge_halo, members.edges.size());
  layout.place(view.vertex_halo, members.vertices.size());
  layout.place(view.edge_on_vertex_, 3 * vertices);
  layout.place(view.cell_on_vertex_, 3 * vertices);
  layout.place(view.signed_kite_on_vertex_, 3 * vertices);
  layout.place(view.area_vertex_, vertices);
  layout.place(view.cell_on_edge_, 2 * edges);
  layout.place(view.vertex_on_edge_, 2 * edges);
  layout.place(view.slot_on_edge_, 2 * edges);
  layout.place(view.d_, edges);
  layout.place(view.l_, edges);
  layout.place(view.edge_on_cell_, slots);
  layout.place(view.signed_kites_before_, slots);
  layout.place(view.area_cell_, cells);
  // What only adjoints and some choices of the model read.
  layout.place(view.vertex_on_cell_, slots);
  layout.place(view.signed_kite_fraction_, slots);
}

/// Tables are read-only in a view; here they are written.
template <class V>
V* writable(const V* table) {
  return const_cast<V*>(table);
}

void Builder::fill_cells(const Members& members, const BlockData& view) {
  const auto connected = at(view.cells_within_[view.rings - 1]);
  for (std::size_t n = 0; n < members.cells.size(); ++n) {
    const Index i = members.cells[n];
    writable(view.cell_halo)[n] = i;
    writable(view.area_cell_)[n] = mesh.area_cell[at(i)];
    if (n >= connected) continue;
    const int count = mesh.edge_count[at(i)];
    double before = 0;
    for (int k = 0; k < view.max_edges; ++k) {
      const Index slot = BlockData::in_table(static_cast<Index>(n), k, view.max_edges);
      const auto s = mesh.slot(i, std::min(k, count - 1));
      const Index e = mesh.edges_on_cell[s], v = mesh.vertices_on_cell[s];
      writable(view.edge_on_cell_)[slot] =
          k < count ? edge_numbers[e] : static_cast<std::uint16_t>(view.null_edge);
      writable(view.vertex_on_cell_)[slot] = vertex_numbers[v];
      double kite = 0, sign = 1;
      if (k < count) {
        const auto& round = mesh.cells_on_vertex[at(v)];
        const auto place = std::find(round.begin(), round.end(), i) - round.begin();
        kite = mesh.kite_area[at(v)][static_cast<std::size_t>(place)] / mesh.area_cell[at(i)];
        const int side = mesh.cells_on_edge[at(e)][0] == i ? 0 : 1;
        sign = side == 0 ? 1 : -1;
        writable(view.slot_on_edge_)[BlockData::in_table(edge_numbers[e], side, 2)] =
            static_cast<std::uint16_t>(slot);
      }
      writable(view.signed_kite_fraction_)[slot] = sign * kite;
      writable(view.signed_kites_before_)[slot] = sign * before;
      before += kite;
    }
  }
}

void Builder::fill_edges(const Members& members, const BlockData& view) {
  for (std::size_t n = 0; n < members.edges.size(); ++n) {
    const auto e = at(members.edges[n]);
    writable(view.edge_halo)[n] = members.edges[n];
    writable(view.d_)[n] = mesh.dc_edge[e];
    writable(view.l_)[n] = mesh.dv_edge[e];
    for (std::size_t j = 0; j < 2; ++j) {
      const auto place = BlockData::in_table(static_cast<Index>(n), static_cast<int>(j), 2);
      writable(view.cell_on_edge_)[place] = cell_numbers[mesh.cells_on_edge[e][j]];
      writable(view.vertex_on_edge_)[place] = vertex_numbers[mesh.vertices_on_edge[e][j]];
    }
  }
}

void Builder::fill_vertices(const Members& members, const BlockData& view) {
  for (std::size_t n = 0; n < members.vertices.size(); ++n) {
    const auto v = at(members.vertices[n]);
    writable(view.vertex_halo)[n] = members.vertices[n];
    writable(view.area_vertex_)[n] = mesh.area_triangle[v];
    for (std::size_t j = 0; j < 3; ++j) {
      const auto place = BlockData::in_table(static_cast<Index>(n), static_cast<int>(j), 3);
      const Index e = mesh.edges_on_vertex[v][j];
      const bool ends_here = mesh.vertices_on_edge[at(e)][1] == members.vertices[n];
      writable(view.edge_on_vertex_)[place] = edge_numbers[e];
      writable(view.cell_on_vertex_)[place] = cell_numbers[mesh.cells_on_vertex[v][j]];
      writable(view.signed_kite_on_vertex_)[place] =
          ends_here ? mesh.kite_area[v][j] : -mesh.kite_area[v][j];
    }
  }
}

void Builder::fill(const Members& members, BlockData& view) {
  Layout layout;
  lay_out(layout, view, members);
  std::byte* memory = slabs.take(layout.used());
  std::fill_n(memory, layout.used(), std::byte(0));
  layout.start(memory);
  lay_out(layout, view, members);
  view.tables = memory;
  view.tables_bytes = layout.used();
  // What only fills up a Batch divides by lengths and areas too.
  std::fill_n(writable(view.area_cell_), view.cell_stride, 1.0);
  std::fill_n(writable(view.area_vertex_), view.vertex_stride, 1.0);
  std::fill_n(writable(view.d_), view.edge_stride, 1.0);
  std::fill_n(writable(view.l_), view.edge_stride, 1.0);
  fill_cells(members, view);
  fill_edges(members, view);
  fill_vertices(members, view);
}

bool Builder::build(Index first, Index end, int rings, BlockData& view) {
  Members members;
  view.rings = rings;
  add_cells(members, first, end, rings, view);
  add_vertices(members, rings, view);
  add_edges(members, rings, view);
  view.cell_stride = padded(members.cells.size());
  view.edge_stride = padded(members.edges.size());
  view.vertex_stride = padded(members.vertices.size());
  view.null_edge = view.edge_stride - 1;
  for (const Index i : members.cells)
    view.max_edges = std::max(view.max_edges, mesh.edge_count[at(i)]);
  const Index most =
      std::max({view.cell_stride * view.max_edges, view.edge_stride, view.vertex_stride});
  const bool fits = most <= most_entities && view.max_edges <= BlockData::most_slots;
  if (fits) fill(members, view);
  cell_numbers.clear(members.cells);
  edge_numbers.clear(members.edges);
  vertex_numbers.clear(members.vertices);
  return fits;
}

}  // namespace

MeshBlocks::MeshBlocks(const Mesh& mesh, Index size, int rings, int threads) {
  const Index count = (mesh.cells + size - 1) / size;
  views_.resize(static_cast<std::size_t>(count));
  // A few long stretches of blocks, each with a builder of its own.
  const Index stretches = std::min<Index>(count, 8);
  const auto first_of = [&](Index stretch) {
    return static_cast<Index>(static_cast<std::int64_t>(count) * stretch / stretches);
  };
  std::vector<std::vector<Array<std::byte>>> slabs(static_cast<std::size_t>(stretches));
  std::vector<char> fits(static_cast<std::size_t>(stretches), 1);
  const auto build = [&](Index stretch) {
    const auto at = static_cast<std::size_t>(stretch);
    Builder builder(mesh, first_of(stretch + 1) - first_of(stretch));
    for (Index n = first_of(stretch); n < first_of(stretch + 1); ++n)
      if (!builder.build(n * size, std::min((n + 1) * size, mesh.cells), rings,
                         views_[static_cast<std::size_t>(n)]))
        fits[at] = 0;
    slabs[at] = builder.slabs.release();
  };
  parallel_for(stretches, threads, build, mesh.cells / stretches);
  fit_ = std::count(fits.begin(), fits.end(), 0) == 0;
  for (auto& list : slabs)
    for (auto& slab : list) tables_.push_back(std::move(slab));
  for (const BlockData& view : views_)
    most_values_ = std::max(
        most_values_,
        static_cast<std::size_t>(std::max(view.cell_stride * view.max_edges, view.edge_stride)));
}

std::size_t MeshBlocks::bytes() const {
  std::size_t total = views_.size() * sizeof(BlockData);
  for (const auto& table : tables_) total += table.size();
  return total;
}

bool MeshBlocks::possible(const Mesh& mesh) {
  Index before = 0;
  for (const auto& cells : mesh.cells_on_edge) {
    const Index lowest = std::min(cells[0], cells[1]);
    if (lowest < before) return false;
    before = lowest;
  }
  before = 0;
  for (const auto& cells : mesh.cells_on_vertex) {
    const Index lowest = std::min({cells[0], cells[1], cells[2]});
    if (lowest < before) return false;
    before = lowest;
  }
  return true;
}

const MeshBlocks* BlockStore::get(Index size, int rings) {
  if (!possible_) return nullptr;
  if (size_ > 0) size = size_;
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.size == size && entry.rings == rings;
  });
  if (known != entries_.end()) return known->blocks->fit() ? known->blocks.get() : nullptr;
  entries_.push_back({size, rings, std::make_unique<MeshBlocks>(mesh_, size, rings, threads_)});
  return get(size, rings);
}

std::size_t BlockStore::bytes() const {
  std::size_t total = 0;
  for (const Entry& entry : entries_) total += entry.blocks->bytes();
  return total;
}

}  // namespace hexad
