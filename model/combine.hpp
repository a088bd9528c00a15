#pragma once

#include <type_traits>

#include "hexad/model/context.hpp"
#include "hexad/model/sums.hpp"

namespace hexad {

/// Linear combinations of fields. A result may be one of the inputs. Where a field does not exist,
/// nothing is done.

/// result = a x.
template <Place P, class T>
struct Scale {
  real_of<T> a;
  In<P, T> x;
  Out<P, T> result;

  template <class M, class E>
  HEXAD_FN void operator()(const M&, E n, int lane) const {
    result(n, lane) = a * x(n, lane);
  }
};

/// result = a x + b y.
template <Place P, class T>
struct Combine {
  real_of<T> a;
  In<P, T> x;
  real_of<T> b;
  In<P, T> y;
  Out<P, T> result;

  template <class M, class E>
  HEXAD_FN void operator()(const M&, E n, int lane) const {
    result(n, lane) = a * x(n, lane) + b * y(n, lane);
  }
};

/// result = a x + b y + c z.
template <Place P, class T>
struct Combine3 {
  Term<In<P, T>, real_of<T>> first, second, third;
  Out<P, T> result;

  template <class M, class E>
  HEXAD_FN void operator()(const M&, E n, int lane) const {
    result(n, lane) =
        first.a * first.x(n, lane) + second.a * second.x(n, lane) + third.a * third.x(n, lane);
  }
};

template <class C, class T, class Kernel, Place P>
void run_at(const C& c, Out<P, T> result, const Kernel& kernel) {
  if (!result.exists()) return;
  if constexpr (P == Place::cell) c.for_cells(result.lanes, kernel);
  if constexpr (P == Place::edge) c.for_edges(result.lanes, kernel);
  if constexpr (P == Place::vertex) c.for_vertices(result.lanes, kernel);
}

template <class C, Place P, class T>
void scale(const C& c, real_of<T> a, std::type_identity_t<In<P, T>> x, Out<P, T> result) {
  run_at(c, result, Scale<P, T>{a, x, result});
}
template <class C, Place P, class T>
void combine(const C& c, real_of<T> a, std::type_identity_t<In<P, T>> x, real_of<T> b,
             std::type_identity_t<In<P, T>> y, Out<P, T> result) {
  run_at(c, result, Combine<P, T>{a, x, b, y, result});
}
template <class C, Place P, class T>
void combine3(const C& c, std::type_identity_t<Term<In<P, T>, real_of<T>>> first,
              std::type_identity_t<Term<In<P, T>, real_of<T>>> second,
              std::type_identity_t<Term<In<P, T>, real_of<T>>> third, Out<P, T> result) {
  run_at(c, result, Combine3<P, T>{first, second, third, result});
}

/// sum = sum + a x.
template <class C, Place P, class T>
void accumulate(const C& c, real_of<T> a, std::type_identity_t<In<P, T>> x, Out<P, T> sum) {
  combine(c, real_of<T>(1), sum, a, x, sum);
}

/// result = 0.
template <Place P, class T>
struct SetToZero {
  Out<P, T> result;
  template <class M, class E>
  HEXAD_FN void operator()(const M&, E n, int lane) const {
    result(n, lane) = T(0);
  }
};
template <class C, Place P, class T>
void set_to_zero(const C& c, Out<P, T> result) {
  run_at(c, result, SetToZero<P, T>{result});
}
template <class T>
void set_to_zero(const Context<T>& c, std::type_identity_t<EnvironmentOut<T>> result) {
  set_to_zero(c, result.topography);
  set_to_zero(c, result.coriolis);
  set_to_zero(c, result.gravity);
  set_to_zero(c, result.viscosity);
  set_to_zero(c, result.hyperviscosity);
}

/// Temporary states and rates, given back to the workspace at the end of their scope.
template <class T>
class StateScratch {
 public:
  StateScratch(const Context<T>& c, int lanes)
      : thickness_(c.workspace, c.mesh.cells, lanes), velocity_(c.workspace, c.mesh.edges, lanes) {}
  [[nodiscard]] StateOut<T> out() { return {thickness_.out(), velocity_.out()}; }

 private:
  Scratch<Place::cell, T> thickness_;
  Scratch<Place::edge, T> velocity_;
};

}  // namespace hexad
