#pragma once

#include <cmath>
#include <type_traits>

#include "hexad/core/macros.hpp"

namespace hexad {

/// N members of a field computed together: element-wise arithmetic on a plain array, which the
/// compiler turns into vector instructions (vector extensions would not compile for a device).
template <class R, int N>
struct alignas(sizeof(R) * N) Pack {
  R lane[N];

  Pack() = default;
  HEXAD_FN Pack(R value) {  // NOLINT(google-explicit-constructor): a real number is a constant pack
    for (int n = 0; n < N; ++n) lane[n] = value;
  }

#define HEXAD_PACK_OPERATOR(op)                                           \
  HEXAD_FN friend Pack operator op(const Pack& a, const Pack& b) {        \
    Pack c;                                                               \
    for (int n = 0; n < N; ++n) c.lane[n] = a.lane[n] op b.lane[n];       \
    return c;                                                             \
  }                                                                       \
  HEXAD_FN friend Pack operator op(R a, const Pack& b) {                  \
    Pack c;                                                               \
    for (int n = 0; n < N; ++n) c.lane[n] = a op b.lane[n];               \
    return c;                                                             \
  }                                                                       \
  HEXAD_FN friend Pack operator op(const Pack& a, R b) {                  \
    Pack c;                                                               \
    for (int n = 0; n < N; ++n) c.lane[n] = a.lane[n] op b;               \
    return c;                                                             \
  }                                                                       \
  HEXAD_FN Pack& operator op##=(const Pack& b) { return *this = *this op b; }
  HEXAD_PACK_OPERATOR(+)
  HEXAD_PACK_OPERATOR(-)
  HEXAD_PACK_OPERATOR(*)
  HEXAD_PACK_OPERATOR(/)
#undef HEXAD_PACK_OPERATOR

  HEXAD_FN friend Pack operator-(const Pack& a) {
    Pack c;
    for (int n = 0; n < N; ++n) c.lane[n] = -a.lane[n];
    return c;
  }
};

/// Dual number a + b eps, eps^2 = 0: carries the exact tangent of any kernel it runs through
/// (Wengert 1964). Arithmetic on the value is the arithmetic of R, bit for bit.
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
  HEXAD_FN friend Dual operator*(R a, Dual b) { return {a * b.value, a * b.tangent}; }
  HEXAD_FN friend Dual operator*(Dual a, R b) { return {a.value * b, a.tangent * b}; }
  HEXAD_FN friend Dual operator/(Dual a, R b) { return {a.value / b, a.tangent / b}; }
  HEXAD_FN friend Dual operator-(Dual a) { return {-a.value, -a.tangent}; }
  HEXAD_FN Dual& operator+=(Dual b) { return *this = *this + b; }
  HEXAD_FN Dual& operator-=(Dual b) { return *this = *this - b; }
  HEXAD_FN Dual& operator*=(Dual b) { return *this = *this * b; }
  HEXAD_FN Dual& operator/=(Dual b) { return *this = *this / b; }
};

/// What a value type T is made of: real = its floating-point type (metrics and constants have
/// this type), scalar = one member of it (what a field stores), width = members per value.
template <class T>
struct ValueTraits {
  using real = T;
  using scalar = T;
  static constexpr int width = 1;
  static constexpr bool on_device = true;
};
template <class R, int N>
struct ValueTraits<Pack<R, N>> {
  using real = R;
  using scalar = R;
  static constexpr int width = N;
  static constexpr bool on_device = false;  // on a device each member is a thread of its own
};
template <class R>
struct ValueTraits<Dual<R>> {
  using real = R;
  using scalar = Dual<R>;
  static constexpr int width = 1;
  static constexpr bool on_device = true;
};

template <class T>
using real_of = typename ValueTraits<T>::real;
template <class T>
using scalar_of = typename ValueTraits<T>::scalar;
template <class T>
inline constexpr int width_of = ValueTraits<T>::width;

using Pack4 = Pack<double, 4>;
using Pack8 = Pack<double, 8>;

/// The one list of value types: every kernel is instantiated for each of them.
#define HEXAD_FOR_EACH_VALUE_TYPE(X) \
  X(double)                          \
  X(float)                           \
  X(::hexad::Pack4)                  \
  X(::hexad::Pack8)                  \
  X(::hexad::Dual<double>)

#define HEXAD_ASSERT_VALUE_TYPE(T) static_assert(std::is_trivially_copyable_v<T>);
HEXAD_FOR_EACH_VALUE_TYPE(HEXAD_ASSERT_VALUE_TYPE)
#undef HEXAD_ASSERT_VALUE_TYPE

}  // namespace hexad
