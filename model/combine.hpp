#pragma once

#include <type_traits>

#include "hexad/model/context.hpp"
#include "hexad/model/sums.hpp"

namespace hexad {

/// Linear combinations of fields and states, of which time schemes are made. A result may be one
/// of the inputs. Where a field does not exist, nothing is done.

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

template <class T>
void scale(const Context<T>& c, real_of<T> a, std::type_identity_t<StateIn<T>> x,
           std::type_identity_t<StateOut<T>> result) {
  scale(c, a, x.thickness, result.thickness);
  scale(c, a, x.velocity, result.velocity);
}
template <class T>
void combine(const Context<T>& c, real_of<T> a, std::type_identity_t<StateIn<T>> x, real_of<T> b,
             std::type_identity_t<StateIn<T>> y, std::type_identity_t<StateOut<T>> result) {
  combine(c, a, x.thickness, b, y.thickness, result.thickness);
  combine(c, a, x.velocity, b, y.velocity, result.velocity);
}
template <class T>
using StateTerm = Term<StateIn<T>, real_of<T>>;
template <class T>
void combine3(const Context<T>& c, std::type_identity_t<StateTerm<T>> first,
              std::type_identity_t<StateTerm<T>> second, std::type_identity_t<StateTerm<T>> third,
              std::type_identity_t<StateOut<T>> result) {
  combine3(c, {first.a, first.x.thickness}, {second.a, second.x.thickness},
           {third.a, third.x.thickness}, result.thickness);
  combine3(c, {first.a, first.x.velocity}, {second.a, second.x.velocity},
           {third.a, third.x.velocity}, result.velocity);
}

/// sum = sum + a x.
template <class C, Place P, class T>
void accumulate(const C& c, real_of<T> a, std::type_identity_t<In<P, T>> x, Out<P, T> sum) {
  combine(c, real_of<T>(1), sum, a, x, sum);
}
template <class T>
void accumulate(const Context<T>& c, real_of<T> a, std::type_identity_t<StateIn<T>> x,
                std::type_identity_t<StateOut<T>> sum) {
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

/// Of a Runge-Kutta stage with rate k: next = x + a k and sum_out = sum_in + b k in one pass.
template <Place P, class T>
struct StageUpdate {
  In<P, T> x, sum_in, k;
  real_of<T> a, b;
  Out<P, T> next, sum_out;

  template <class M, class E>
  HEXAD_FN void operator()(const M&, E n, int lane) const {
    const T rate = k(n, lane);
    next(n, lane) = x(n, lane) + a * rate;
    sum_out(n, lane) = sum_in(n, lane) + b * rate;
  }
};

template <class T>
void stage_update(const Context<T>& c, std::type_identity_t<StateIn<T>> x,
                  std::type_identity_t<StateIn<T>> sum_in, std::type_identity_t<StateIn<T>> k,
                  real_of<T> a, real_of<T> b, std::type_identity_t<StateOut<T>> next,
                  std::type_identity_t<StateOut<T>> sum_out) {
  c.for_cells(x.thickness.lanes,
              StageUpdate<Place::cell, T>{x.thickness, sum_in.thickness, k.thickness, a, b,
                                          next.thickness, sum_out.thickness});
  c.for_edges(x.velocity.lanes, StageUpdate<Place::edge, T>{x.velocity, sum_in.velocity, k.velocity,
                                                            a, b, next.velocity, sum_out.velocity});
}

/// Temporary states and rates, given back to the workspace at the end of their scope.
template <class T>
class StateScratch {
 public:
  StateScratch(const Context<T>& c, int lanes)
      : thickness_(c.workspace, c.mesh.cells, lanes), velocity_(c.workspace, c.mesh.edges, lanes) {}
  // NOLINTBEGIN(google-explicit-constructor): a temporary is used as the views that kernels take
  operator StateOut<T>() { return out(); }
  operator StateIn<T>() { return out(); }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] StateOut<T> out() { return {thickness_.out(), velocity_.out()}; }
  [[nodiscard]] StateIn<T> in() { return out(); }

 private:
  Scratch<Place::cell, T> thickness_;
  Scratch<Place::edge, T> velocity_;
};

}  // namespace hexad
