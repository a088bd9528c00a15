#pragma once

#include <span>
#include <vector>

#include "hexad/core/reduce.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// What responses are made of. Weights w are fields of one member; x and y have any number.

/// sum_n w_n x_n, and sum_n (w_n x_n) y_n, of each member, by exact sums.
template <Place P, class S>
[[nodiscard]] std::vector<Total<S>> weighted_sum(const Field<P, double>& w, const Field<P, S>& x) {
  return exact_dot<S>(x.device(), x.entities(), x.members(), w.values().pointer(),
                      x.values().pointer());
}
template <Place P, class S>
[[nodiscard]] std::vector<Total<S>> weighted_sum(const Field<P, double>& w, const Field<P, S>& x,
                                                 const Field<P, S>& y) {
  return exact_dot<S>(x.device(), x.entities(), x.members(), w.values().pointer(),
                      x.values().pointer(), y.values().pointer());
}

/// y_n += a w_n.
template <Place P>
void add_weights(double a, const Field<P, double>& w, Field<P, double>& y);
/// y_n += a w_n x_n.
template <Place P>
void add_weighted(double a, const Field<P, double>& w, const Field<P, double>& x,
                  Field<P, double>& y);
/// y_n += x_n.
template <Place P>
void add(const Field<P, double>& x, Field<P, double>& y);

template <Place P>
[[nodiscard]] Field<P, double> zeros(const Device& device, Index entities, int members) {
  Field<P, double> field(device, entities, members);
  set_zero(field);
  return field;
}

template <Place P>
[[nodiscard]] Field<P, double> field_of(const Device& device, const std::vector<double>& values) {
  return {device, std::span<const double>(values)};
}

/// A_i w_i: weights of an integral over cells.
[[nodiscard]] inline CellField<double> with_areas(const Device& device, const Mesh& mesh,
                                                  std::vector<double> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= mesh.area_cell[i];
  return field_of<Place::cell>(device, weights);
}

}  // namespace hexad
