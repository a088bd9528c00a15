#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hexad/core/types.hpp"

namespace hexad {

/// One entry of a linear map: y_row += weight x_column.
struct MapEntry {
  Index row, column;
  double weight;
};

/// An irregular linear map y = A x in compressed rows: interpolation, remapping, observation.
///   y_r = sum_k weight_k x_column(k),   row_start[r] <= k < row_start[r + 1]
/// The transpose is stored as a map of its own (`transposed`), so that both are gathers. The
/// entries of a row stand in the order of the global ids of what they read, which makes the sums
/// the same on any ordering of the mesh.
struct LinearMap {
  Index rows = 0, columns = 0;
  std::vector<std::int64_t> row_start{0};  ///< rows + 1
  std::vector<Index> column;
  std::vector<double> weight;

  [[nodiscard]] std::size_t entries() const { return weight.size(); }

  /// y = A x on the host; `members` values per entry of x (columns) and y (rows), innermost.
  /// RunError when the sizes do not fit.
  void apply(std::span<const double> x, std::span<double> y, int members = 1) const;
  [[nodiscard]] std::vector<double> apply(std::span<const double> x, int members = 1) const;

  /// A'. Its entries stand in the order of the ids of the rows of this map; without `row_ids`
  /// the ids are the rows' own numbers.
  [[nodiscard]] LinearMap transposed(std::span<const Index> row_ids = {}) const;
};

/// The map of these entries, in any order; those of the same row and column are added up.
/// `column_ids` are the global ids of the columns; without them, their own numbers.
LinearMap make_map(Index rows, Index columns, std::vector<MapEntry> entries,
                   std::span<const Index> column_ids = {});

}  // namespace hexad
