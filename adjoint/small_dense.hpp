#pragma once

#include <cstddef>
#include <vector>

namespace hexad {

/// A small dense matrix on the host, column by column.
struct SmallMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  SmallMatrix() = default;
  SmallMatrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count, 0.0) {}

  [[nodiscard]] double& operator()(std::size_t row, std::size_t column) {
    return values[column * rows + row];
  }
  [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
    return values[column * rows + row];
  }
};

[[nodiscard]] SmallMatrix operator*(const SmallMatrix& a, const SmallMatrix& b);
[[nodiscard]] SmallMatrix operator+(SmallMatrix a, const SmallMatrix& b);

/// Eigenpairs of a symmetric matrix, largest value first, vectors as columns of length 1. What is
/// read of the matrix is its lower triangle. One thread: the same bits always.
struct SymmetricEigen {
  std::vector<double> values;
  SmallMatrix vectors;
};
[[nodiscard]] SymmetricEigen eigen_of_symmetric(const SmallMatrix& matrix);

}  // namespace hexad
