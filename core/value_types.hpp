#pragma once

#include <type_traits>

#include "hexad/core/dual.hpp"
#include "hexad/core/pack.hpp"
#include "hexad/core/real_math.hpp"

namespace hexad {

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

/// The value types of kernels: every one of them is instantiated for each. Packs exist on the host
/// only and are compiled by its compiler; the others by nvcc where there is CUDA.
#define HEXAD_FOR_EACH_PLAIN_TYPE(X) \
  X(double)                          \
  X(float)                           \
  X(::hexad::Dual<double>)
#define HEXAD_FOR_EACH_PACK_TYPE(X) X(::hexad::Pack4)

#define HEXAD_ASSERT_VALUE_TYPE(T) static_assert(std::is_trivially_copyable_v<T>);
HEXAD_FOR_EACH_PLAIN_TYPE(HEXAD_ASSERT_VALUE_TYPE)
#if !defined(__CUDACC__)
HEXAD_FOR_EACH_PACK_TYPE(HEXAD_ASSERT_VALUE_TYPE)
#endif
#undef HEXAD_ASSERT_VALUE_TYPE

}  // namespace hexad
