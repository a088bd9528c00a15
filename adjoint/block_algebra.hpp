#pragma once

#include "hexad/adjoint/small_dense.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/model/state.hpp"

namespace hexad {

/// Algebra of blocks of vectors: a state of b members (without tracers) stands for b vectors, the
/// columns of a tall matrix. Sums are exact but for the rounding of each product and one at the
/// end, so no result depends on threads, order or device.

/// result(n, m) = diagonal(n) x(n, m); may be in place.
template <Place P>
void multiply(const Field<P, double>& diagonal, const Field<P, double>& x,
              Field<P, double>& result);

/// Sums over two places as one: the integers are added, and rounded when the value is asked for.
[[nodiscard]] ExactSums added(ExactSums a, ExactSums b);

/// X' Y.
[[nodiscard]] SmallMatrix products(const State<double>& x, const State<double>& y);

/// Y = Y + a X C.
void add_product(double a, const State<double>& x, const SmallMatrix& c, State<double>& y);

/// X' X of the columns up to `column` with that one: the last column of the triangle.
[[nodiscard]] std::vector<double> products_with_column(const State<double>& x, int column);

/// Column of X: x_column = x_column - sum_{p < column} c_p x_p.
void subtract_columns(const std::vector<double>& c, State<double>& x, int column);

/// x_column = a x_column.
void scale_column(double a, State<double>& x, int column);

/// Members `first` and on of `from`, `count` of them, to the members from `to_first` of `to`.
void copy_members(const State<double>& from, int first, State<double>& to, int to_first, int count);

}  // namespace hexad
