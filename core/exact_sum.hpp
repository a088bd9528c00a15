#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "hexad/core/macros.hpp"

namespace hexad {

/// Sums of doubles without rounding: a fixed-point number that spans the whole range of double
/// (Kulisch 2013, "Computer Arithmetic and Validity", the long accumulator), held as 64-bit limbs
/// of 32 bits each, sum = sum_k limb_k 2^(32 k - 1074). The upper half of a limb takes carries, so
/// 2^30 terms go in by plain integer additions, in any order and with any grouping, to the same
/// limbs; one rounding to nearest, ties to even, ends the sum. An infinity or a NaN among the
/// terms makes the sum NaN.
namespace limbs {

/// 66 limbs carry the number, the last counts terms that are not finite.
inline constexpr int count = 67;

/// Adds one term. No carries are propagated: at most 2^30 terms between two `carry`.
HEXAD_FN inline void add(std::int64_t* limb, double term) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &term, sizeof bits);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & 0xfffffffffffffu;
  if (exponent == 0x7ff) {
    limb[count - 1] += 1;
    return;
  }
  int place = 0;  // of the mantissa's last bit, counted from 2^-1074
  if (exponent > 0) {
    mantissa |= std::uint64_t{1} << 52;
    place = exponent - 1;
  }
  // The mantissa's 53 bits, shifted by up to 31, cover three limbs.
  const int k = place / 32, shift = place % 32;
  const std::uint64_t low = mantissa << shift & 0xffffffffu;
  const std::uint64_t rest = mantissa >> (32 - shift);
  const std::int64_t sign = bits >> 63 != 0 ? -1 : 1;
  limb[k] += sign * static_cast<std::int64_t>(low);
  limb[k + 1] += sign * static_cast<std::int64_t>(rest & 0xffffffffu);
  limb[k + 2] += sign * static_cast<std::int64_t>(rest >> 32);
}

/// Propagates the carries: afterwards each limb but the last of the number lies in [0, 2^32).
void carry(std::span<std::int64_t> limb);

/// The correctly rounded sum.
[[nodiscard]] double value(std::span<const std::int64_t> limb);

}  // namespace limbs

/// An exact sum on the host.
class ExactSum {
 public:
  void add(double term) {
    if (++terms_ > limit) settle();
    limbs::add(limb_.data(), term);
  }
  void add(const ExactSum& other);
  [[nodiscard]] double value() const { return limbs::value(limb_); }

 private:
  static constexpr std::int64_t limit = std::int64_t{1} << 30;
  void settle();

  std::array<std::int64_t, limbs::count> limb_{};
  std::int64_t terms_ = 0;  // since the carries were propagated
};

/// Several exact sums side by side, as a reduction over a mesh leaves them: one row of limbs each.
/// To sum over processes, add `integers()` of all of them element by element (MPI_SUM): the rows
/// come with their carries propagated, so 2^30 processes fit.
class ExactSums {
 public:
  /// `rows` sums of nothing.
  explicit ExactSums(std::size_t rows) : limb_(rows * limbs::count, 0) {}
  /// From limbs whose carries are still to be propagated.
  explicit ExactSums(std::vector<std::int64_t> limb);

  [[nodiscard]] std::size_t size() const { return limb_.size() / limbs::count; }
  [[nodiscard]] std::span<std::int64_t> integers() { return limb_; }
  [[nodiscard]] double value(std::size_t row) const {
    return limbs::value(std::span(limb_).subspan(row * limbs::count, limbs::count));
  }

 private:
  std::vector<std::int64_t> limb_;
};

}  // namespace hexad
