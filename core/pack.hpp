#pragma once

#include "hexad/core/macros.hpp"
#include "hexad/core/real_math.hpp"

namespace hexad {

/// A condition for each lane of a Pack.
template <int N>
struct PackMask {
  bool lane[N];
};

/// N members of a field computed together: element-wise arithmetic on a plain array, which the
/// compiler turns into vector instructions (vector extensions would not compile for a device).
/// Each lane has the bits that the plain number would have.
template <class R, int N>
struct alignas(sizeof(R) * N) Pack {
  R lane[N];

  Pack() = default;
  HEXAD_FN Pack(R value) {  // NOLINT(google-explicit-constructor): a real number is a constant pack
    for (int n = 0; n < N; ++n) lane[n] = value;
  }

#define HEXAD_PACK_OPERATOR(op)                                     \
  HEXAD_FN friend Pack operator op(const Pack& a, const Pack& b) {  \
    Pack c;                                                         \
    for (int n = 0; n < N; ++n) c.lane[n] = a.lane[n] op b.lane[n]; \
    return c;                                                       \
  }                                                                 \
  HEXAD_FN friend Pack operator op(R a, const Pack& b) {            \
    Pack c;                                                         \
    for (int n = 0; n < N; ++n) c.lane[n] = a op b.lane[n];         \
    return c;                                                       \
  }                                                                 \
  HEXAD_FN friend Pack operator op(const Pack& a, R b) {            \
    Pack c;                                                         \
    for (int n = 0; n < N; ++n) c.lane[n] = a.lane[n] op b;         \
    return c;                                                       \
  }                                                                 \
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

#define HEXAD_PACK_COMPARISON(op)                                         \
  HEXAD_FN friend PackMask<N> operator op(const Pack& a, const Pack& b) { \
    PackMask<N> c;                                                        \
    for (int n = 0; n < N; ++n) c.lane[n] = a.lane[n] op b.lane[n];       \
    return c;                                                             \
  }
  HEXAD_PACK_COMPARISON(<)
  HEXAD_PACK_COMPARISON(<=)
  HEXAD_PACK_COMPARISON(>)
  HEXAD_PACK_COMPARISON(>=)
#undef HEXAD_PACK_COMPARISON

#define HEXAD_PACK_UNARY(name)                                        \
  HEXAD_FN friend Pack name(const Pack& a) {                          \
    Pack c;                                                           \
    for (int n = 0; n < N; ++n) c.lane[n] = ::hexad::name(a.lane[n]); \
    return c;                                                         \
  }
  HEXAD_PACK_UNARY(sqrt)
  HEXAD_PACK_UNARY(exp)
  HEXAD_PACK_UNARY(log)
  HEXAD_PACK_UNARY(sin)
  HEXAD_PACK_UNARY(cos)
  HEXAD_PACK_UNARY(abs)
#undef HEXAD_PACK_UNARY

#define HEXAD_PACK_BINARY(name)                                                  \
  HEXAD_FN friend Pack name(const Pack& a, const Pack& b) {                      \
    Pack c;                                                                      \
    for (int n = 0; n < N; ++n) c.lane[n] = ::hexad::name(a.lane[n], b.lane[n]); \
    return c;                                                                    \
  }
  HEXAD_PACK_BINARY(atan2)
  HEXAD_PACK_BINARY(min)
  HEXAD_PACK_BINARY(max)
#undef HEXAD_PACK_BINARY

  HEXAD_FN friend Pack select(const PackMask<N>& condition, const Pack& yes, const Pack& no) {
    Pack c;
    for (int n = 0; n < N; ++n) c.lane[n] = condition.lane[n] ? yes.lane[n] : no.lane[n];
    return c;
  }
};

}  // namespace hexad
