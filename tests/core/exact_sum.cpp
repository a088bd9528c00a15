#include "hexad/core/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "catch.hpp"
#include "devices.hpp"
#include "hexad/core/array.hpp"
#include "hexad/core/reduce.hpp"

using namespace hexad;

namespace {

using Limits = std::numeric_limits<double>;

double exact(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// An independent correctly rounded sum: growing expansions (Shewchuk 1997), rounded to even as in
/// Python's math.fsum. Needs partial sums that do not overflow.
double expansion_sum(const std::vector<double>& terms) {
  std::vector<double> partials;
  for (double x : terms) {
    std::size_t kept = 0;
    for (double y : partials) {
      if (std::abs(x) < std::abs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0.0) partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    partials.push_back(x);
  }
  std::size_t n = partials.size();
  if (n == 0) return 0.0;
  double high = partials[--n], low = 0.0;
  while (n > 0) {
    const double x = high, y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0.0) break;
  }
  if (n > 0 && ((low < 0.0 && partials[n - 1] < 0.0) || (low > 0.0 && partials[n - 1] > 0.0))) {
    const double y = 2.0 * low, x = high + y;
    if (y == x - high) high = x;
  }
  return high;
}

/// Terms of both signs over `spread` binary orders, half of them cancelled by others but for a
/// remainder.
std::vector<double> nasty(std::size_t n, int spread, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0);
  std::uniform_int_distribution<int> exponent(-spread, spread);
  std::vector<double> terms;
  while (terms.size() + 2 < n) {
    const double x = std::ldexp(mantissa(generator), exponent(generator));
    terms.push_back(x);
    terms.push_back(-x * (1.0 + 4.0 * Limits::epsilon()));
    if (terms.size() % 3 == 0) terms.push_back(std::ldexp(mantissa(generator), -spread));
  }
  std::shuffle(terms.begin(), terms.end(), generator);
  return terms;
}

}  // namespace

TEST_CASE("an exact sum forgets nothing", "[core][exact]") {
  const double largest = Limits::max(), tiny = Limits::denorm_min();
  CHECK(same_bits(exact({}), 0.0));
  CHECK(same_bits(exact({-0.0, -0.0}), 0.0));
  CHECK(exact({1e300, 1.0, -1e300}) == 1.0);
  CHECK(exact({1e300, 1e-300, -1e300, -1e-300, tiny}) == tiny);
  CHECK(exact({largest, largest, -largest}) == largest);
  CHECK(exact({-largest, -largest, largest, 5.0, largest}) == 5.0);
  CHECK(exact({largest, largest}) == Limits::infinity());
  CHECK(exact({-largest, -largest}) == -Limits::infinity());
  CHECK(exact({Limits::min(), -tiny}) == Limits::min() - tiny);
  CHECK(exact({tiny, tiny, tiny}) == 3 * tiny);
  CHECK(exact({-tiny}) == -tiny);
  CHECK(exact({-1.0, -Limits::epsilon()}) == -(1.0 + Limits::epsilon()));
  CHECK(exact(std::vector<double>(10, 0.1)) == 1.0);  // ten times the double next to 0.1
}

TEST_CASE("every finite double comes back as it went in", "[core][exact]") {
  std::mt19937_64 generator(7);
  for (int n = 0; n < 100000; ++n) {
    const std::uint64_t bits = generator();
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    REQUIRE(same_bits(exact({x}), x));
    REQUIRE(same_bits(exact({x, x, -x}), x));
  }
}

TEST_CASE("an exact sum rounds once, to nearest, ties to even", "[core][exact]") {
  const double half = 0.5 * Limits::epsilon(), tiny = Limits::denorm_min();
  const double next = 1.0 + Limits::epsilon();
  CHECK(exact({1.0, half}) == 1.0);
  CHECK(exact({next, half}) == 1.0 + 2 * Limits::epsilon());
  CHECK(exact({1.0, half, tiny}) == next);
  CHECK(exact({1.0, half, -tiny}) == 1.0);
  CHECK(exact({next, half, -tiny}) == next);
  CHECK(exact({-1.0, -half, -tiny}) == -next);
  // Rounding up into the next power of two, and past the largest number.
  CHECK(exact({2.0 - Limits::epsilon(), half, tiny}) == 2.0);
  CHECK(exact({Limits::max(), std::ldexp(1.0, 970)}) == Limits::infinity());
  CHECK(exact({Limits::max(), std::ldexp(1.0, 970), -tiny}) == Limits::max());
}

TEST_CASE("what is not finite makes the sum NaN", "[core][exact]") {
  CHECK(std::isnan(exact({1.0, Limits::infinity()})));
  CHECK(std::isnan(exact({-Limits::infinity()})));
  CHECK(std::isnan(exact({Limits::quiet_NaN(), 1.0})));
  ExactSum sum, other;
  other.add(Limits::quiet_NaN());
  sum.add(other);
  CHECK(std::isnan(sum.value()));
}

TEST_CASE("exact sums agree with an independent correctly rounded sum", "[core][exact]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const int spread = 1 + 24 * static_cast<int>(seed);
    const auto terms = nasty(500, spread, seed);
    CHECK(same_bits(exact(terms), expansion_sum(terms)));
  }
}

TEST_CASE("no order and no grouping changes a bit of an exact sum", "[core][exact]") {
  auto terms = nasty(3000, 300, 99);
  const double expected = exact(terms);
  std::mt19937_64 generator(5);
  for (int n = 0; n < 20; ++n) {
    std::shuffle(terms.begin(), terms.end(), generator);
    REQUIRE(same_bits(exact(terms), expected));
    // As if on several processes: partial sums, their integers added.
    const std::size_t ranks = 1 + generator() % 7;
    ExactSums rows(1);
    ExactSum grouped;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      std::vector<std::int64_t> limb(limbs::count, 0);
      ExactSum mine;
      for (std::size_t k = rank; k < terms.size(); k += ranks) {
        limbs::add(limb.data(), terms[k]);
        mine.add(terms[k]);
      }
      ExactSums part(std::move(limb));
      for (std::size_t k = 0; k < part.integers().size(); ++k)
        rows.integers()[k] += part.integers()[k];
      grouped.add(mine);
    }
    REQUIRE(same_bits(rows.value(0), expected));
    REQUIRE(same_bits(grouped.value(), expected));
  }
}

TEST_CASE("carries survive as many terms as promised", "[core][exact]") {
  // 2^30 terms whose limbs are all ones, put in by doubling.
  const double full = std::ldexp(std::ldexp(1.0, 53) - 1.0, 10);
  for (const double term : {full, -full, Limits::max() / 4}) {
    std::vector<std::int64_t> limb(limbs::count, 0);
    limbs::add(limb.data(), term);
    for (auto& integer : limb) integer *= std::int64_t{1} << 30;
    CHECK(limbs::value(limb) == term * std::ldexp(1.0, 30));
    ExactSum sum;
    sum.add(term);
    for (int n = 0; n < 30; ++n) sum.add(ExactSum(sum));
    CHECK(sum.value() == term * std::ldexp(1.0, 30));
  }
}

TEST_CASE("a reduction over a mesh has the same bits on every device", "[core][exact]") {
  for (const int members : {1, 3, 8}) {
    for (const Index entities : {0, 1, 7, 5003}) {
      const auto n = static_cast<std::size_t>(entities), width = static_cast<std::size_t>(members);
      auto x = nasty(n * width + 3, 200, 11), y = nasty(n * width + 3, 100, 12);
      auto w = nasty(n + 3, 50, 13);
      x.resize(n * width);
      y.resize(n * width);
      w.resize(n);
      std::vector<ExactSum> plain(width), weighted(width), product(width);
      for (std::size_t k = 0; k < x.size(); ++k) {
        plain[k % width].add(x[k]);
        weighted[k % width].add(w[k / width] * x[k]);
        product[k % width].add(w[k / width] * x[k] * y[k]);
      }
      for (const Device& device : all_devices()) {
        const Array<double> dx(device, x), dy(device, y), dw(device, w);
        const auto a = exact_dot(device, entities, members, nullptr, dx.pointer());
        const auto b = exact_dot(device, entities, members, dw.pointer(), dx.pointer());
        const auto c =
            exact_dot(device, entities, members, dw.pointer(), dx.pointer(), dy.pointer());
        REQUIRE(a.size() == width);
        bool same = true;
        for (std::size_t m = 0; m < width; ++m)
          same = same && same_bits(a[m], plain[m].value()) &&
                 same_bits(b[m], weighted[m].value()) && same_bits(c[m], product[m].value());
        CHECK(same);
      }
    }
  }
}

TEST_CASE("reductions of single precision and of dual numbers", "[core][exact]") {
  const Index entities = 501;
  const int members = 4;
  const std::size_t n = 501 * 4;
  auto x = nasty(n + 3, 20, 21), y = nasty(n + 3, 20, 22), w = nasty(504, 5, 23);
  std::vector<float> fx, fy, fw;
  std::vector<Dual<double>> tx, ty;
  for (std::size_t k = 0; k < n; ++k) {
    fx.push_back(static_cast<float>(x[k]));
    fy.push_back(static_cast<float>(y[k]));
    tx.push_back({x[k], y[k]});
    ty.push_back({y[k], x[n - 1 - k]});
  }
  w.resize(501);
  for (const double value : w) fw.push_back(static_cast<float>(value));
  std::vector<ExactSum> single(4), value(4), tangent(4);
  for (std::size_t k = 0; k < n; ++k) {
    single[k % 4].add(static_cast<double>(fw[k / 4]) * static_cast<double>(fx[k]) *
                      static_cast<double>(fy[k]));
    const auto product = w[k / 4] * tx[k] * ty[k];
    value[k % 4].add(product.value);
    tangent[k % 4].add(product.tangent);
  }
  for (const Device& device : all_devices()) {
    const Array<float> dfx(device, fx), dfy(device, fy), dfw(device, fw);
    const Array<Dual<double>> dtx(device, tx), dty(device, ty);
    const Array<double> dw(device, w);
    const auto f =
        exact_dot(device, entities, members, dfw.pointer(), dfx.pointer(), dfy.pointer());
    const auto t = exact_dot(device, entities, members, dw.pointer(), dtx.pointer(), dty.pointer());
    for (std::size_t m = 0; m < 4; ++m) {
      CHECK(same_bits(f[m], single[m].value()));
      CHECK(same_bits(t[m].value, value[m].value()));
      CHECK(same_bits(t[m].tangent, tangent[m].value()));
    }
  }
}

TEST_CASE("extremes are found with their place, the lowest among equals", "[core][exact]") {
  const std::size_t n = 10007;
  std::vector<double> x(2 * n);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(static_cast<double>(k * k % 1009));
  for (const std::size_t k : {9001u, 4099u, 3u, 10000u}) x[2 * k] = -7.0;
  for (const std::size_t k : {9000u, 5000u, 8192u}) x[2 * k] = 6.0;
  for (const std::size_t k : {77u, 78u, 4173u}) x[2 * k + 1] = Limits::quiet_NaN();
  const auto entities = static_cast<Index>(n);
  for (const Device& device : all_devices()) {
    const Array<double> dx(device, x);
    const auto find = [&](Extremum which) {
      return extremes(device, entities, 2, which, dx.pointer());
    };
    for (const auto which : {Extremum::smallest, Extremum::largest, Extremum::largest_magnitude}) {
      const auto found = find(which);
      REQUIRE(found.size() == 2);
      CHECK(found[0].entity == (which == Extremum::largest ? 5000 : 3));
      CHECK(found[0].value == (which == Extremum::smallest  ? -7.0
                               : which == Extremum::largest ? 6.0
                                                            : 7.0));
      CHECK(found[1].entity == 77);
      CHECK(std::isnan(found[1].value));
    }
    const auto none = extremes(device, 0, 2, Extremum::largest, dx.pointer());
    CHECK(none[1].entity == -1);
  }
}
