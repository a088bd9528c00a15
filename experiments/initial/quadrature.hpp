#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace hexad {

/// Points and weights of the Gauss-Legendre rule on [-1, 1], exact for polynomials of degree
/// 2 N - 1: the roots x of P_N by Newton's iteration, weights 2 / ((1 - x^2) P_N'(x)^2).
template <int N>
struct GaussLegendre {
  std::array<double, N> point{}, weight{};

  GaussLegendre() {
    for (int n = 0; n < N; ++n) {
      double x = -std::cos(std::numbers::pi * (n + 0.75) / (N + 0.5)), slope = 0;
      for (int iteration = 0; iteration < 8; ++iteration) {
        double before = 1, here = x;  // P_0 and P_1
        for (int k = 2; k <= N; ++k)
          before = std::exchange(here, ((2 * k - 1) * x * here - (k - 1) * before) / k);
        slope = N * (x * here - before) / (x * x - 1);
        x -= here / slope;
      }
      const auto place = static_cast<std::size_t>(n);
      point[place] = x;
      weight[place] = 2 / ((1 - x * x) * slope * slope);
    }
  }
};

/// The integral of a smooth function from `from` to x, for many x: sums over panels are kept, the
/// rest of the panel that holds x is taken by itself, each by 16 points. To round-off where the
/// function varies little over a panel.
template <class Function>
class Cumulative {
 public:
  Cumulative(Function function, double from, double to, int panels)
      : function_(std::move(function)), from_(from), width_((to - from) / panels) {
    for (int n = 0; n < panels; ++n) sums_.push_back(sums_.back() + piece(edge(n), edge(n + 1)));
  }

  /// Zero below the interval, the whole integral above it.
  double operator()(double x) const {
    const auto panels = static_cast<int>(sums_.size()) - 1;
    const int n = std::clamp(static_cast<int>((x - from_) / width_), 0, panels);
    if (x <= from_ || n == panels) return x <= from_ ? 0 : sums_.back();
    return sums_[static_cast<std::size_t>(n)] + piece(edge(n), x);
  }

 private:
  [[nodiscard]] double edge(int n) const { return from_ + n * width_; }
  [[nodiscard]] double piece(double a, double b) const {
    const double half = 0.5 * (b - a), middle = 0.5 * (a + b);
    double sum = 0;
    for (std::size_t n = 0; n < rule_.point.size(); ++n)
      sum += rule_.weight[n] * function_(middle + half * rule_.point[n]);
    return half * sum;
  }

  Function function_;
  double from_, width_;
  GaussLegendre<16> rule_;
  std::vector<double> sums_{0.0};
};

}  // namespace hexad
