#include "hexad/adjoint/small_dense.hpp"

#define EIGEN_DONT_PARALLELIZE  // threads must not change a bit
#include <Eigen/Eigenvalues>

#include "hexad/core/error.hpp"

namespace hexad {

SmallMatrix operator*(const SmallMatrix& a, const SmallMatrix& b) {
  SmallMatrix product(a.rows, b.columns);
  for (std::size_t column = 0; column < b.columns; ++column)
    for (std::size_t k = 0; k < a.columns; ++k)
      for (std::size_t row = 0; row < a.rows; ++row)
        product(row, column) += a(row, k) * b(k, column);
  return product;
}

SmallMatrix operator+(SmallMatrix a, const SmallMatrix& b) {
  for (std::size_t n = 0; n < a.values.size(); ++n) a.values[n] += b.values[n];
  return a;
}

SymmetricEigen eigen_of_symmetric(const SmallMatrix& matrix) {
  const auto size = static_cast<Eigen::Index>(matrix.rows);
  const Eigen::Map<const Eigen::MatrixXd> view(matrix.values.data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(view);
  if (solver.info() != Eigen::Success)
    throw RunError("the eigenvalues of a small matrix cannot be computed",
                   std::to_string(matrix.rows) + " rows",
                   "its numbers are not finite: run hexad forecast on the case");
  SymmetricEigen result{{}, SmallMatrix(matrix.rows, matrix.rows)};
  for (std::size_t k = 0; k < matrix.rows; ++k) {  // Eigen has the smallest first
    const auto from = size - 1 - static_cast<Eigen::Index>(k);
    result.values.push_back(solver.eigenvalues()(from));
    for (std::size_t row = 0; row < matrix.rows; ++row)
      result.vectors(row, k) = solver.eigenvectors()(static_cast<Eigen::Index>(row), from);
  }
  return result;
}

}  // namespace hexad
