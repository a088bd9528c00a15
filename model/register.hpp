#pragma once

// Turns an operator, written as a class template over its value type with static members
//   info(), forward(context, inputs..., outputs...),
//   tangent(context, inputs..., d_inputs..., d_outputs...)                  unless linear,
//   adjoint(context, [inputs...,] output_adjoints..., input_adjoints...),
// into a registry entry. Places are read off the signature of `forward`.

#include <tuple>
#include <utility>

#include "hexad/model/registry.hpp"

namespace hexad {
namespace detail {

/// How an argument of an operator is made of consecutive fields: a view of one, a group of several.
template <class Argument>
struct ArgumentTraits;

template <Place P, class T>
struct ArgumentTraits<In<P, T>> {
  static constexpr std::size_t fields = 1;
  static constexpr bool output = false;
  static void add_places(std::vector<Place>& places) { places.push_back(P); }
  static In<P, T> make(Arguments<scalar_of<T>> arguments) {
    return std::get<Field<P, scalar_of<T>>>(*arguments[0]).template in<T>();
  }
};

template <Place P, class T>
struct ArgumentTraits<Out<P, T>> {
  static constexpr std::size_t fields = 1;
  static constexpr bool output = true;
  static void add_places(std::vector<Place>& places) { places.push_back(P); }
  static Out<P, T> make(Arguments<scalar_of<T>> arguments) {
    return std::get<Field<P, scalar_of<T>>>(*arguments[0]).template out<T>();
  }
};

template <class Group>
requires requires { typename Group::Views; }
struct ArgumentTraits<Group> {
  using Views = typename Group::Views;
  using Indices = std::make_index_sequence<std::tuple_size_v<Views>>;
  template <std::size_t I>
  using View = ArgumentTraits<std::tuple_element_t<I, Views>>;

  /// Fields of the members before the I-th.
  template <std::size_t I>
  static constexpr std::size_t before() {
    if constexpr (I == 0)
      return 0;
    else
      return before<I - 1>() + View<I - 1>::fields;
  }
  static constexpr std::size_t fields = before<std::tuple_size_v<Views>>();
  static constexpr bool output = View<0>::output;
  static void add_places(std::vector<Place>& places) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (View<I>::add_places(places), ...); }
    (Indices{});
  }
  template <class S>
  static Group make(Arguments<S> arguments) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return Group{View<I>::make(arguments.subspan(before<I>(), View<I>::fields))...};
    }
    (Indices{});
  }
};

template <auto Function>
struct Invoke;
template <class T, class... A, void (*Function)(const Context<T>&, A...)>
struct Invoke<Function> {
  static constexpr std::size_t fields = (ArgumentTraits<A>::fields + ...);

  static void call(Domain& domain, Arguments<scalar_of<T>> arguments) {
    if (arguments.size() != fields)
      throw RunError("an operator was given a wrong number of fields");
    std::size_t next = 0;
    const auto take = [&](std::size_t count) {
      next += count;
      return arguments.subspan(next - count, count);
    };
    // Braces fix the order of evaluation.
    std::apply([&](const A&... a) { Function(domain.context<T>(), a...); },
               std::tuple<A...>{ArgumentTraits<A>::make(take(ArgumentTraits<A>::fields))...});
  }
  static std::vector<Place> places(bool outputs) {
    std::vector<Place> result;
    (add_places<A>(result, outputs), ...);
    return result;
  }

 private:
  template <class Argument>
  static void add_places(std::vector<Place>& places, bool outputs) {
    if (ArgumentTraits<Argument>::output == outputs) ArgumentTraits<Argument>::add_places(places);
  }
};

template <template <class> class Operator>
concept Linear = !requires {
  &Operator<double>::tangent;
};

template <template <class> class Operator, class T>
Calls<scalar_of<T>> calls() {
  Calls<scalar_of<T>> result;
  result.forward = &Invoke<&Operator<T>::forward>::call;
  result.adjoint = &Invoke<&Operator<T>::adjoint>::call;
  if constexpr (Linear<Operator>)
    result.tangent = result.forward;
  else
    result.tangent = &Invoke<&Operator<T>::tangent>::call;
  return result;
}

}  // namespace detail

template <template <class> class Operator>
OperatorEntry make_entry() {
  OperatorEntry entry;
  entry.info = Operator<double>::info();
  entry.name = entry.info.name;
  entry.input_places = detail::Invoke<&Operator<double>::forward>::places(false);
  entry.output_places = detail::Invoke<&Operator<double>::forward>::places(true);
  entry.linear = detail::Linear<Operator>;
  entry.real = detail::calls<Operator, double>();
  entry.pack = detail::calls<Operator, Pack4>();
  entry.single = detail::calls<Operator, float>();
  entry.dual = detail::calls<Operator, Dual<double>>();
  if (entry.input_places.size() != entry.info.inputs.size() ||
      entry.output_places.size() != entry.info.outputs.size())
    throw RunError("operator '" + entry.info.name + "' names more or fewer blocks than it has");
  return entry;
}

}  // namespace hexad
