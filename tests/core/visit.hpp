#pragma once

#include "hexad/core/for_each.hpp"
#include "hexad/core/macros.hpp"
#include "hexad/core/value_types.hpp"
#include "hexad/core/view.hpp"

namespace hexad::test {

/// Counts its visits and notes where it was.
struct Visit {
  CellOut<int> count;
  CellOut<int> where;

  HEXAD_FN void operator()(Index i, int lane) const {
    count(i, lane) += 1;
    where(i, lane) = 10 * i + lane;
  }
};

/// y = f(x) with every function that kernels have, for any value type.
template <class T>
struct Everything {
  using Real = real_of<T>;
  CellIn<T> x;
  CellOut<T> y;

  HEXAD_FN void operator()(Index i, int lane) const { y(i, lane) = of(x(i, lane)); }

  HEXAD_FN static T of(const T& a) {
    T b = Real(0.5) * a + Real(2);
    b -= a / Real(3) - Real(1) / (a + Real(4));
    b = b * b - a;
    b += sqrt(abs(b) + Real(1)) + exp(-a) + log(abs(a) + Real(1));
    b *= sin(a) * cos(b) + atan2(a, b + Real(7));
    b = select(b < a, max(a, b) / Real(2), min(a * b, Real(3) - b));
    return select(b >= T(Real(0)), b, -b);
  }
};

}  // namespace hexad::test
