#include "hexad/adjoint/block_algebra.hpp"

#include "hexad/core/launch.hpp"
#include "hexad/core/reduce.hpp"

namespace hexad {
namespace {

template <Place P>
struct Multiply {
  In<P, double> diagonal, x;
  Out<P, double> result;
  HEXAD_FN void operator()(Index n, int member) const {
    result(n, member) = diagonal(n, 0) * x(n, member);
  }
};

/// Lane row + rows column: x_row y_column.
template <Place P>
struct PairProduct {
  In<P, double> x, y;
  HEXAD_FN double operator()(Index n, int lane) const {
    return x(n, lane % x.lanes) * y(n, lane / x.lanes);
  }
};

template <Place P>
struct ColumnProduct {
  In<P, double> x;
  int column;
  HEXAD_FN double operator()(Index n, int other) const { return x(n, other) * x(n, column); }
};

template <Place P>
struct AddProduct {
  double a;
  In<P, double> x;
  const double* c;  ///< (column of y, column of x)
  Out<P, double> y;
  HEXAD_FN void operator()(Index n, int column) const {
    double sum = 0;
    for (int k = 0; k < x.lanes; ++k)
      sum += c[static_cast<std::ptrdiff_t>(column) * x.lanes + k] * x(n, k);
    y(n, column) += a * sum;
  }
};

template <Place P>
struct SubtractColumns {
  const double* c;
  Out<P, double> x;
  int column;
  HEXAD_FN void operator()(Index n, int) const {
    double sum = 0;
    for (int k = 0; k < column; ++k) sum += c[k] * x(n, k);
    x(n, column) -= sum;
  }
};

template <Place P>
struct ScaleColumn {
  double a;
  Out<P, double> x;
  int column;
  HEXAD_FN void operator()(Index n, int) const { x(n, column) *= a; }
};

template <Place P>
struct CopyMembers {
  In<P, double> from;
  int first;
  Out<P, double> to;
  int to_first;
  HEXAD_FN void operator()(Index n, int member) const {
    to(n, to_first + member) = from(n, first + member);
  }
};

template <Place P>
ExactSums pair_sums(const Field<P, double>& x, const Field<P, double>& y) {
  return exact_sums_of(x.device(), x.entities(), x.members() * y.members(),
                       PairProduct<P>{x.in(), y.in()});
}

template <Place P>
ExactSums column_sums(const Field<P, double>& x, int column) {
  return exact_sums_of(x.device(), x.entities(), column + 1, ColumnProduct<P>{x.in(), column});
}

template <Place P>
void add_product_at(double a, const Field<P, double>& x, const double* c, Field<P, double>& y) {
  for_each(x.device(), x.entities(), y.members(), AddProduct<P>{a, x.in(), c, y.out()});
}

template <Place P>
void subtract_columns_at(const double* c, Field<P, double>& x, int column) {
  for_each(x.device(), x.entities(), 1, SubtractColumns<P>{c, x.out(), column});
}

template <Place P>
void scale_column_at(double a, Field<P, double>& x, int column) {
  for_each(x.device(), x.entities(), 1, ScaleColumn<P>{a, x.out(), column});
}

template <Place P>
void copy_members_at(const Field<P, double>& from, int first, Field<P, double>& to, int to_first,
                     int count) {
  for_each(from.device(), from.entities(), count,
           CopyMembers<P>{from.in(), first, to.out(), to_first});
}

}  // namespace

template <Place P>
void multiply(const Field<P, double>& diagonal, const Field<P, double>& x,
              Field<P, double>& result) {
  for_each(x.device(), x.entities(), x.members(), Multiply<P>{diagonal.in(), x.in(), result.out()});
}
template void multiply(const CellField<double>&, const CellField<double>&, CellField<double>&);
template void multiply(const EdgeField<double>&, const EdgeField<double>&, EdgeField<double>&);
template void multiply(const VertexField<double>&, const VertexField<double>&,
                       VertexField<double>&);

ExactSums added(ExactSums a, ExactSums b) {
  const auto left = a.integers(), right = b.integers();
  std::vector<std::int64_t> sum(left.begin(), left.end());
  for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += right[n];
  return ExactSums(std::move(sum));
}

SmallMatrix products(const State<double>& x, const State<double>& y) {
  SmallMatrix result(static_cast<std::size_t>(x.members()), static_cast<std::size_t>(y.members()));
  result.values =
      totals<double>(added(pair_sums(x.thickness, y.thickness), pair_sums(x.velocity, y.velocity)));
  return result;
}

void add_product(double a, const State<double>& x, const SmallMatrix& c, State<double>& y) {
  const Array<double> coefficients(x.device(), c.values);
  for_each_field(
      [&](const auto& from, auto& to) { add_product_at(a, from, coefficients.pointer(), to); }, x,
      y);
}

std::vector<double> products_with_column(const State<double>& x, int column) {
  return totals<double>(added(column_sums(x.thickness, column), column_sums(x.velocity, column)));
}

void subtract_columns(const std::vector<double>& c, State<double>& x, int column) {
  const Array<double> coefficients(x.device(), c);
  for_each_field([&](auto& field) { subtract_columns_at(coefficients.pointer(), field, column); },
                 x);
}

void scale_column(double a, State<double>& x, int column) {
  for_each_field([&](auto& field) { scale_column_at(a, field, column); }, x);
}

void copy_members(const State<double>& from, int first, State<double>& to, int to_first,
                  int count) {
  for_each_field([&](const auto& source,
                     auto& target) { copy_members_at(source, first, target, to_first, count); },
                 from, to);
}

}  // namespace hexad
