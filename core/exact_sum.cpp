#include "hexad/core/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace hexad {
namespace limbs {
namespace {

constexpr std::size_t number_limbs = count - 1;
/// The last limb may have grown past 32 bits: two words more hold any sum.
constexpr std::size_t words = number_limbs + 1;
using Magnitude = std::array<std::uint32_t, words>;

/// The absolute value in plain base 2^32, and the sign.
std::pair<Magnitude, bool> magnitude(std::span<const std::int64_t> limb) {
  std::array<std::int64_t, count> settled{};
  std::copy(limb.begin(), limb.end(), settled.begin());
  carry(settled);
  const bool negative = settled[number_limbs - 1] < 0;
  if (negative) {
    for (std::size_t k = 0; k < number_limbs; ++k) settled[k] = -settled[k];
    carry(settled);
  }
  Magnitude digits{};
  for (std::size_t k = 0; k < number_limbs; ++k)
    digits[k] = static_cast<std::uint32_t>(settled[k] & 0xffffffff);
  digits[words - 1] = static_cast<std::uint32_t>(settled[number_limbs - 1] >> 32);
  return {digits, negative};
}

bool bit(const Magnitude& digits, int place) {
  return (digits[static_cast<std::size_t>(place / 32)] >> (place % 32) & 1u) != 0;
}

/// Whether any bit below `place` is set.
bool any_below(const Magnitude& digits, int place) {
  const auto word = static_cast<std::size_t>(place / 32);
  for (std::size_t k = 0; k < word; ++k)
    if (digits[k] != 0) return true;
  return (digits[word] & ((std::uint32_t{1} << (place % 32)) - 1)) != 0;
}

/// Bits [place, place + 53).
std::uint64_t mantissa_at(const Magnitude& digits, int place) {
  std::uint64_t mantissa = 0;
  for (int n = 52; n >= 0; --n) mantissa = mantissa << 1 | (bit(digits, place + n) ? 1u : 0u);
  return mantissa;
}

}  // namespace

void carry(std::span<std::int64_t> limb) {
  for (std::size_t k = 0; k + 1 < number_limbs; ++k) {
    limb[k + 1] += limb[k] >> 32;  // rounds towards minus infinity, so that the rest is >= 0
    limb[k] &= 0xffffffff;
  }
}

double value(std::span<const std::int64_t> limb) {
  if (limb[count - 1] != 0) return std::numeric_limits<double>::quiet_NaN();
  const auto [digits, negative] = magnitude(limb);
  std::size_t top = words;
  while (top > 0 && digits[top - 1] == 0) --top;
  if (top == 0) return 0.0;
  const int highest = static_cast<int>(top) * 32 - 1 - std::countl_zero(digits[top - 1]);
  const int lowest = std::max(highest - 52, 0);  // below 2^53 units everything is exact
  std::uint64_t mantissa = mantissa_at(digits, lowest);
  if (lowest > 0 && bit(digits, lowest - 1) &&
      (any_below(digits, lowest - 1) || (mantissa & 1) != 0))
    mantissa += 1;
  // 2^53 at most, so the conversion is exact; ldexp is exact too, or overflows as it should.
  const double size = std::ldexp(static_cast<double>(mantissa), lowest - 1074);
  return negative ? -size : size;
}

}  // namespace limbs

void ExactSum::add(const ExactSum& other) {
  ExactSum settled = other;
  settled.settle();
  settle();
  for (std::size_t k = 0; k < limb_.size(); ++k) limb_[k] += settled.limb_[k];
  terms_ += 1;  // settled limbs are as small as those of one term
}

void ExactSum::settle() {
  limbs::carry(limb_);
  terms_ = 1;
}

ExactSums::ExactSums(std::vector<std::int64_t> limb) : limb_(std::move(limb)) {
  for (std::size_t row = 0; row < size(); ++row)
    limbs::carry(std::span(limb_).subspan(row * limbs::count, limbs::count));
}

}  // namespace hexad
