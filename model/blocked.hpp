#pragma once

#include "hexad/model/context.hpp"
#include "hexad/model/sums.hpp"

namespace hexad {

/// Tendencies block by block: the passes of an operator run over one block after another, whose
/// temporary fields stay in cache, from sums that are formed as the block is read to updates that
/// are carried out as it is written. On the host only, for the value types whose bodies are
/// compiled in blocked.cpp; every function tells whether it did its work, and where it did not the
/// caller runs the same passes over the whole mesh.
template <class T>
struct Blocked {
  static bool tendency(const Context<T>& c, const FlowSum<T>& x, const RatesUpdates<T>& to);
  static bool tendency_tangent(const Context<T>& c, const FlowSum<T>& x, const FlowSum<T>& dx,
                               const RatesUpdates<T>& d_to, const StateUpdates<T>& to);
  static bool tendency_reverse(const Context<T>& c, const FlowSum<T>& x, const RatesSum<T>& y,
                               const StateUpdates<T>& to, const EnvironmentOut<T>& sum);
  static bool thickness(const Context<T>& c, const StateSum<T>& x,
                        const Updates<Place::cell, T>& rate, const Updates<Place::edge, T>& flux);
  static bool thickness_tangent(const Context<T>& c, const StateSum<T>& x, const StateSum<T>& dx,
                                const Updates<Place::cell, T>& d_rate,
                                const Updates<Place::edge, T>& d_flux);
  static bool thickness_reverse(const Context<T>& c, const StateSum<T>& x,
                                const Sum<Place::cell, T>& y, const Sum<Place::edge, T>& y_flux,
                                const StateUpdates<T>& to);
};

}  // namespace hexad
