#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hexad/core/types.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"

/// Lists as long as a mesh read and written a part at a time: in bounded memory, the values made or
/// taken on the caller's threads while the I/O thread is at the part before or after.
namespace hexad {

/// Rows of one variable: their number, the values of each, and how many of them make a part.
struct Rows {
  std::size_t count, width;

  [[nodiscard]] std::size_t in_part() const {
    constexpr std::size_t values = 1 << 20;
    return std::max<std::size_t>(1, values / std::max<std::size_t>(1, width));
  }
  [[nodiscard]] std::size_t part_from(std::size_t first) const {
    return std::min(in_part(), count - first);
  }
};

/// Rows [first, first + count) of a variable of `rank` dimensions, the first of them that of rows.
inline nc::Slab slab_of(const nc::File& file, const std::string& variable, std::size_t first,
                        std::size_t count) {
  nc::Slab slab;
  for (const auto& dimension : file.dimensions(variable)) {
    slab.start.push_back(0);
    slab.count.push_back(dimension.length);
  }
  if (slab.start.empty()) return slab;
  slab.start[0] = first;
  slab.count[0] = count;
  return slab;
}

/// Fills rows first, first + 1, ... as many as there is room for.
template <class V>
using FillRows = std::function<void(Index first, std::span<V> values)>;

/// Writes a whole variable. May be called on any thread.
template <class V>
void write_in_parts(nc::File& file, const std::string& variable, Rows rows,
                    const FillRows<V>& fill) {
  // The part that is being written belongs to its job too, should the next one fail to be made.
  std::shared_ptr<std::vector<V>> ready, next;
  for (std::size_t first = 0; first < rows.count; first += rows.in_part()) {
    const auto count = rows.part_from(first);
    if (!next) next = std::make_shared<std::vector<V>>();
    next->resize(count * rows.width);
    fill(static_cast<Index>(first), *next);
    io_thread().drain();
    std::swap(ready, next);
    io_thread().post([&file, variable, first, count, values = ready] {
      file.write(variable, slab_of(file, variable, first, count),
                 std::span<const V>(values->data(), values->size()));
    });
  }
  io_thread().drain();
}

/// Reads a whole variable; take(first row, values) gets one part after another, in order.
template <class V, class Take>
void read_in_parts(const nc::File& file, const std::string& variable, Rows rows, const Take& take) {
  std::vector<V> values;
  for (std::size_t first = 0; first < rows.count; first += rows.in_part()) {
    const auto count = rows.part_from(first);
    values.resize(count * rows.width);
    io_thread().run([&] {
      file.read(variable, slab_of(file, variable, first, count),
                std::span<V>(values.data(), values.size()));
    });
    take(static_cast<Index>(first), std::span<const V>(values.data(), values.size()));
  }
}

}  // namespace hexad
