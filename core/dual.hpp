#pragma once

#include "hexad/core/macros.hpp"
#include "hexad/core/real_math.hpp"

namespace hexad {

/// Dual number a + b eps, eps^2 = 0: carries the exact tangent of any kernel it runs through
/// (Wengert 1964). Arithmetic on the value is the arithmetic of R, bit for bit; comparisons look
/// at the value alone.
///
/// Where a derivative does not exist, hand-written tangents and adjoints follow what stands here:
/// abs has derivative 0 at 0; sqrt has derivative 0 at 0; min and max take the first argument's
/// tangent where the values are equal.
template <class R>
struct Dual {
  R value;
  R tangent;

  Dual() = default;
  HEXAD_FN constexpr Dual(R v) : value(v), tangent(R(0)) {}  // NOLINT(google-explicit-constructor)
  HEXAD_FN constexpr Dual(R v, R t) : value(v), tangent(t) {}

  HEXAD_FN friend Dual operator+(Dual a, Dual b) {
    return {a.value + b.value, a.tangent + b.tangent};
  }
  HEXAD_FN friend Dual operator-(Dual a, Dual b) {
    return {a.value - b.value, a.tangent - b.tangent};
  }
  HEXAD_FN friend Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.tangent * b.value + a.value * b.tangent};
  }
  HEXAD_FN friend Dual operator/(Dual a, Dual b) {
    const R quotient = a.value / b.value;
    return {quotient, (a.tangent - quotient * b.tangent) / b.value};
  }
  HEXAD_FN friend Dual operator+(R a, Dual b) { return {a + b.value, b.tangent}; }
  HEXAD_FN friend Dual operator+(Dual a, R b) { return {a.value + b, a.tangent}; }
  HEXAD_FN friend Dual operator-(R a, Dual b) { return {a - b.value, -b.tangent}; }
  HEXAD_FN friend Dual operator-(Dual a, R b) { return {a.value - b, a.tangent}; }
  HEXAD_FN friend Dual operator*(R a, Dual b) { return {a * b.value, a * b.tangent}; }
  HEXAD_FN friend Dual operator*(Dual a, R b) { return {a.value * b, a.tangent * b}; }
  HEXAD_FN friend Dual operator/(R a, Dual b) { return Dual(a) / b; }
  HEXAD_FN friend Dual operator/(Dual a, R b) { return {a.value / b, a.tangent / b}; }
  HEXAD_FN friend Dual operator-(Dual a) { return {-a.value, -a.tangent}; }
  HEXAD_FN Dual& operator+=(Dual b) { return *this = *this + b; }
  HEXAD_FN Dual& operator-=(Dual b) { return *this = *this - b; }
  HEXAD_FN Dual& operator*=(Dual b) { return *this = *this * b; }
  HEXAD_FN Dual& operator/=(Dual b) { return *this = *this / b; }

  HEXAD_FN friend bool operator<(Dual a, Dual b) { return a.value < b.value; }
  HEXAD_FN friend bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
  HEXAD_FN friend bool operator>(Dual a, Dual b) { return a.value > b.value; }
  HEXAD_FN friend bool operator>=(Dual a, Dual b) { return a.value >= b.value; }

  HEXAD_FN friend Dual sqrt(Dual a) {
    const R root = ::hexad::sqrt(a.value);
    return {root, root == R(0) ? R(0) : a.tangent / (R(2) * root)};
  }
  HEXAD_FN friend Dual exp(Dual a) {
    const R power = ::hexad::exp(a.value);
    return {power, power * a.tangent};
  }
  HEXAD_FN friend Dual log(Dual a) { return {::hexad::log(a.value), a.tangent / a.value}; }
  HEXAD_FN friend Dual sin(Dual a) {
    return {::hexad::sin(a.value), ::hexad::cos(a.value) * a.tangent};
  }
  HEXAD_FN friend Dual cos(Dual a) {
    return {::hexad::cos(a.value), -::hexad::sin(a.value) * a.tangent};
  }
  HEXAD_FN friend Dual atan2(Dual y, Dual x) {
    const R square = x.value * x.value + y.value * y.value;
    return {::hexad::atan2(y.value, x.value), (x.value * y.tangent - y.value * x.tangent) / square};
  }
  HEXAD_FN friend Dual abs(Dual a) {
    const R sign = a.value > R(0) ? R(1) : a.value < R(0) ? R(-1) : R(0);
    return {::hexad::abs(a.value), sign * a.tangent};
  }
  HEXAD_FN friend Dual min(Dual a, Dual b) { return b.value < a.value ? b : a; }
  HEXAD_FN friend Dual max(Dual a, Dual b) { return a.value < b.value ? b : a; }
  HEXAD_FN friend Dual select(bool condition, Dual yes, Dual no) { return condition ? yes : no; }
};

}  // namespace hexad
