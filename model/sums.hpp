#pragma once

#include "hexad/core/value_types.hpp"
#include "hexad/model/flow.hpp"

namespace hexad {

/// A term a x of a sum.
template <class View, class R>
struct Term {
  R a;
  View x;
};

/// a field that is yet to be summed, a1 x1 + a2 x2 + a3 x3 from left to right, of up to three
/// terms; without terms it is absent, and adds nothing.
template <Place P, class T>
struct Sum {
  using R = real_of<T>;
  int count = 0;
  Term<In<P, T>, R> terms[3] = {};

  Sum() = default;
  Sum(In<P, T> x) {  // NOLINT(google-explicit-constructor): a field is a sum of one term
    if (x.exists()) *this = Sum({R(1), x});
  }
  Sum(Out<P, T> x) : Sum(In<P, T>(x)) {}  // NOLINT(google-explicit-constructor)
  Sum(Term<In<P, T>, R> first) : count(1), terms{first} {}
  Sum(Term<In<P, T>, R> first, Term<In<P, T>, R> second) : count(2), terms{first, second} {}
  Sum(Term<In<P, T>, R> first, Term<In<P, T>, R> second, Term<In<P, T>, R> third)
      : count(3), terms{first, second, third} {}

  [[nodiscard]] bool exists() const { return count > 0; }
  [[nodiscard]] int lanes() const { return terms[0].x.lanes; }
};

/// What becomes of a computed field k: result = others + a k, where others has up to two terms.
template <Place P, class T>
struct Update {
  Out<P, T> result;
  Sum<P, T> others;
  real_of<T> a = 1;
};

/// Up to two of them. A result is none of the inputs of what computes k, except as a term of its
/// own update.
template <Place P, class T>
struct Updates {
  int count = 0;
  Update<P, T> items[2] = {};

  Updates() = default;
  Updates(Out<P, T> result) {  // NOLINT(google-explicit-constructor): result = k
    if (result.exists()) *this = Updates(Update<P, T>{result, {}, 1});
  }
  Updates(Update<P, T> only) : count(1), items{only} {}  // NOLINT(google-explicit-constructor)
  Updates(Update<P, T> first, Update<P, T> second) : count(2), items{first, second} {}

  [[nodiscard]] bool exists() const { return count > 0; }
};

/// The same for states.
template <class T>
struct StateSum {
  Sum<Place::cell, T> thickness;
  Sum<Place::edge, T> velocity;

  StateSum() = default;
  StateSum(Sum<Place::cell, T> h, Sum<Place::edge, T> u) : thickness(h), velocity(u) {}
  StateSum(StateIn<T> x)  // NOLINT(google-explicit-constructor): a state is a sum of one term
      : thickness(x.thickness), velocity(x.velocity) {}

  [[nodiscard]] int lanes() const { return velocity.lanes(); }
};
template <class T>
struct StateUpdates {
  Updates<Place::cell, T> thickness;
  Updates<Place::edge, T> velocity;
};

/// A state that is yet to be summed, in its environment.
template <class T>
struct FlowSum {
  StateSum<T> state;
  EnvironmentIn<T> environment;

  [[nodiscard]] int lanes() const { return state.lanes(); }
};

/// Rates of a tendency (see RatesOut): where they go, and in adjoints whence they come.
template <class T>
struct RatesUpdates {
  Updates<Place::cell, T> thickness;
  Updates<Place::edge, T> velocity, mass_flux;
};
template <class T>
struct RatesSum {
  Sum<Place::cell, T> thickness;
  Sum<Place::edge, T> velocity, mass_flux;
};

}  // namespace hexad
