#pragma once

#include <bit>

#include "hexad/core/real_math.hpp"

namespace hexad {

/// N numbers computed together: N members of a field at one entity, or one member at N entities.
/// Arithmetic is element by element, with the bits that the plain number would have.
///
/// The numbers are one vector of the compiler's and live in a register. (A plain array inside,
/// written number by number and read back as a whole, stalls on every reading: measured slower
/// than no pack at all.) Device code knows no such vectors, so a unit that nvcc compiles sees the
/// name alone; on a device every member is a thread of its own.
template <class R, int N>
struct Pack;
template <class R, int N>
struct PackMask;

#if !defined(__CUDACC__)

namespace detail {
template <class R, int N>
struct Vector;
template <>
struct Vector<double, 4> {
  typedef double Values __attribute__((vector_size(32)));   // NOLINT(modernize-use-using)
  typedef long long Mask __attribute__((vector_size(32)));  // NOLINT(modernize-use-using)
};
}  // namespace detail

/// A condition for each number of a Pack.
template <class R, int N>
struct PackMask {
  typename detail::Vector<R, N>::Mask holds;  ///< All bits set where it does.

  bool operator[](int n) const { return holds[n] != 0; }
};

template <class R, int N>
struct Pack {
  using Values = typename detail::Vector<R, N>::Values;
  using Mask = typename detail::Vector<R, N>::Mask;
  Values values;

  Pack() = default;
  Pack(R value)  // NOLINT(google-explicit-constructor): a real number is a constant pack
      : values(value - Values{}) {}
  /// Of a whole vector.
  static Pack of(Values values) {
    Pack pack;
    pack.values = values;
    return pack;
  }
  R operator[](int n) const { return values[n]; }
  void set(int n, R value) { values[n] = value; }
  // NOLINTBEGIN(bugprone-macro-parentheses): op is an operator
#define HEXAD_PACK_OPERATOR(op)                                                   \
  friend Pack operator op(Pack a, Pack b) { return of(a.values op b.values); }    \
  friend Pack operator op(R a, Pack b) { return of(Pack(a).values op b.values); } \
  friend Pack operator op(Pack a, R b) { return of(a.values op Pack(b).values); } \
  Pack& operator op##=(Pack b) { return *this = *this op b; }
  HEXAD_PACK_OPERATOR(+)
  HEXAD_PACK_OPERATOR(-)
  HEXAD_PACK_OPERATOR(*)
  HEXAD_PACK_OPERATOR(/)
#undef HEXAD_PACK_OPERATOR  // NOLINTEND(bugprone-macro-parentheses)
  friend Pack operator-(Pack a) { return of(-a.values); }

#define HEXAD_PACK_COMPARISON(op) \
  friend PackMask<R, N> operator op(Pack a, Pack b) { return {a.values op b.values}; }
  HEXAD_PACK_COMPARISON(<)
  HEXAD_PACK_COMPARISON(<=)
  HEXAD_PACK_COMPARISON(>)
  HEXAD_PACK_COMPARISON(>=)
#undef HEXAD_PACK_COMPARISON

  friend Pack select(PackMask<R, N> condition, Pack yes, Pack no) {
    return of(condition.holds ? yes.values : no.values);
  }
  /// As of plain numbers: the first where they are equal.
  friend Pack min(Pack a, Pack b) { return select(b < a, b, a); }
  friend Pack max(Pack a, Pack b) { return select(a < b, b, a); }

  friend Pack abs(Pack a) {
    return of(
        std::bit_cast<Values>(std::bit_cast<Mask>(a.values) & ~std::bit_cast<Mask>(-Values{})));
  }

#define HEXAD_PACK_UNARY(name)                                     \
  friend Pack name(Pack a) {                                       \
    Pack c;                                                        \
    for (int n = 0; n < N; ++n) c.values[n] = ::hexad::name(a[n]); \
    return c;                                                      \
  }
  HEXAD_PACK_UNARY(sqrt)
  HEXAD_PACK_UNARY(exp)
  HEXAD_PACK_UNARY(log)
  HEXAD_PACK_UNARY(sin)
  HEXAD_PACK_UNARY(cos)
#undef HEXAD_PACK_UNARY
  friend Pack atan2(Pack a, Pack b) {
    Pack c;
    for (int n = 0; n < N; ++n) c.values[n] = ::hexad::atan2(a[n], b[n]);
    return c;
  }
};

#endif

}  // namespace hexad
