#pragma once

#include <type_traits>

#include "hexad/model/context.hpp"
#include "hexad/model/flow.hpp"

namespace hexad {

/// result = a x + b y, entity by entity; result may be x or y.
template <Place P, class T>
struct Combine {
  real_of<T> a;
  In<P, T> x;
  real_of<T> b;
  In<P, T> y;
  Out<P, T> result;

  HEXAD_FN void operator()(Index n, int lane) const {
    result(n, lane) = a * x(n, lane) + b * y(n, lane);
  }
};

/// result = a x + b y, of two states.
template <class T>
void combine(const Context<T>& c, real_of<T> a, std::type_identity_t<StateIn<T>> x, real_of<T> b,
             std::type_identity_t<StateIn<T>> y, std::type_identity_t<StateOut<T>> result) {
  c.for_cells(x.thickness.lanes,
              Combine<Place::cell, T>{a, x.thickness, b, y.thickness, result.thickness});
  c.for_edges(x.velocity.lanes,
              Combine<Place::edge, T>{a, x.velocity, b, y.velocity, result.velocity});
}

/// result = a x, entity by entity.
template <Place P, class T>
struct Scale {
  real_of<T> a;
  In<P, T> x;
  Out<P, T> result;

  HEXAD_FN void operator()(Index n, int lane) const { result(n, lane) = a * x(n, lane); }
};

/// result = a x, of a state.
template <class T>
void scale(const Context<T>& c, real_of<T> a, std::type_identity_t<StateIn<T>> x,
           std::type_identity_t<StateOut<T>> result) {
  c.for_cells(x.thickness.lanes, Scale<Place::cell, T>{a, x.thickness, result.thickness});
  c.for_edges(x.velocity.lanes, Scale<Place::edge, T>{a, x.velocity, result.velocity});
}

/// sum += x, of topography and Coriolis parameter.
template <class T>
void accumulate_environment(const Context<T>& c, std::type_identity_t<FlowIn<T>> x,
                            std::type_identity_t<FlowOut<T>> sum) {
  const real_of<T> one(1);
  c.for_cells(x.lanes(),
              Combine<Place::cell, T>{one, sum.topography, one, x.topography, sum.topography});
  c.for_vertices(x.lanes(),
                 Combine<Place::vertex, T>{one, sum.coriolis, one, x.coriolis, sum.coriolis});
}

/// sum += x, of a whole flow.
template <class T>
void accumulate(const Context<T>& c, std::type_identity_t<FlowIn<T>> x,
                std::type_identity_t<FlowOut<T>> sum) {
  const real_of<T> one(1);
  combine(c, one, sum.state(), one, x.state(), sum.state());
  accumulate_environment(c, x, sum);
}

/// Of a Runge-Kutta stage with rate k: next = x + a k and sum_out = sum_in + b k in one pass.
template <Place P, class T>
struct StageUpdate {
  In<P, T> x, sum_in, k;
  real_of<T> a, b;
  Out<P, T> next, sum_out;

  HEXAD_FN void operator()(Index n, int lane) const {
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

}  // namespace hexad
