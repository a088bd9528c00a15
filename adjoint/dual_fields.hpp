#pragma once

#include <span>
#include <vector>

#include "hexad/model/state.hpp"

namespace hexad {

/// value + eps tangent, field by field. One member.
template <Place P>
[[nodiscard]] Field<P, Dual<double>> dual_of(const Field<P, double>& value,
                                             const Field<P, double>& tangent) {
  const auto values = value.to_host(), tangents = tangent.to_host();
  std::vector<Dual<double>> duals(values.size());
  for (std::size_t n = 0; n < values.size(); ++n) duals[n] = {values[n], tangents[n]};
  return {value.device(), std::span<const Dual<double>>(duals)};
}

/// The part of eps.
template <Place P>
[[nodiscard]] Field<P, double> tangent_of(const Field<P, Dual<double>>& field) {
  std::vector<double> tangents;
  for (const auto& value : field.to_host()) tangents.push_back(value.tangent);
  return {field.device(), std::span<const double>(tangents)};
}

[[nodiscard]] inline State<Dual<double>> dual_of(const State<double>& value,
                                                 const State<double>& tangent) {
  State<Dual<double>> result;
  result.tracers.resize(value.tracers.size());
  for_each_field([](const auto& v, const auto& t, auto& r) { r = dual_of(v, t); }, value, tangent,
                 result);
  return result;
}
[[nodiscard]] inline Environment<Dual<double>> dual_of(const Environment<double>& value,
                                                       const Environment<double>& tangent) {
  Environment<Dual<double>> result;
  for_each_field([](const auto& v, const auto& t, auto& r) { r = dual_of(v, t); }, value, tangent,
                 result);
  return result;
}
[[nodiscard]] inline State<double> tangent_of(const State<Dual<double>>& state) {
  State<double> result;
  result.tracers.resize(state.tracers.size());
  for_each_field([](const auto& d, auto& r) { r = tangent_of(d); }, state, result);
  return result;
}
[[nodiscard]] inline Environment<double> tangent_of(const Environment<Dual<double>>& environment) {
  Environment<double> result;
  for_each_field([](const auto& d, auto& r) { r = tangent_of(d); }, environment, result);
  return result;
}

}  // namespace hexad
