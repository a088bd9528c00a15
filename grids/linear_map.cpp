#include "hexad/grids/linear_map.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "hexad/core/error.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

void require_size(const char* what, std::size_t size, Index wanted, int members) {
  const auto needed = static_cast<std::size_t>(wanted) * static_cast<std::size_t>(members);
  if (size != needed)
    throw RunError("a linear map was given " + std::to_string(size) + " values of " + what +
                   ", not " + std::to_string(needed));
}

/// Numbers 0 .. count - 1 in the order of their ids.
std::vector<Index> ordered(Index count, std::span<const Index> ids) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (!ids.empty())
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return ids[a] < ids[b]; });
  return order;
}

}  // namespace

void LinearMap::apply(std::span<const double> x, std::span<double> y, int members) const {
  require_size("its columns", x.size(), columns, members);
  require_size("its rows", y.size(), rows, members);
  parallel_for(rows, 0, [&](Index r) {
    for (int member = 0; member < members; ++member) {
      double sum = 0;
      for (std::int64_t k = row_start[r]; k < row_start[r + 1]; ++k)
        sum += weight[k] * x[static_cast<std::ptrdiff_t>(column[k]) * members + member];
      y[static_cast<std::ptrdiff_t>(r) * members + member] = sum;
    }
  });
}

std::vector<double> LinearMap::apply(std::span<const double> x, int members) const {
  std::vector<double> y(static_cast<std::size_t>(rows) * static_cast<std::size_t>(members));
  apply(x, y, members);
  return y;
}

LinearMap LinearMap::transposed(std::span<const Index> row_ids) const {
  LinearMap result;
  result.rows = columns;
  result.columns = rows;
  result.row_start.assign(static_cast<std::size_t>(columns) + 1, 0);
  result.column.resize(entries());
  result.weight.resize(entries());
  for (const Index c : column) ++result.row_start[c + 1];
  std::partial_sum(result.row_start.begin(), result.row_start.end(), result.row_start.begin());
  std::vector<std::int64_t> next(result.row_start.begin(), result.row_start.end() - 1);
  for (const Index r : ordered(rows, row_ids))
    for (std::int64_t k = row_start[r]; k < row_start[r + 1]; ++k) {
      const std::int64_t place = next[column[k]]++;
      result.column[place] = r;
      result.weight[place] = weight[k];
    }
  return result;
}

LinearMap make_map(Index rows, Index columns, std::vector<MapEntry> entries,
                   std::span<const Index> column_ids) {
  const auto id = [&](Index c) { return column_ids.empty() ? c : column_ids[c]; };
  std::stable_sort(entries.begin(), entries.end(), [&](const MapEntry& a, const MapEntry& b) {
    return a.row != b.row ? a.row < b.row : id(a.column) < id(b.column);
  });
  LinearMap map;
  map.rows = rows;
  map.columns = columns;
  map.row_start.assign(static_cast<std::size_t>(rows) + 1, 0);
  const MapEntry* last = nullptr;
  for (const auto& entry : entries) {
    if (last != nullptr && last->row == entry.row && last->column == entry.column) {
      map.weight.back() += entry.weight;
    } else {
      map.column.push_back(entry.column);
      map.weight.push_back(entry.weight);
      ++map.row_start[entry.row + 1];
    }
    last = &entry;
  }
  std::partial_sum(map.row_start.begin(), map.row_start.end(), map.row_start.begin());
  return map;
}

}  // namespace hexad
