#include "hexad/adjoint/norm.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "hexad/adjoint/block_algebra.hpp"
#include "hexad/core/reduce.hpp"
#include "hexad/model/operators/curl.hpp"

namespace hexad {
namespace {

template <Place P>
Field<P, double> field_of(const Device& device, const std::vector<double>& values) {
  return {device, std::span<const double>(values)};
}

/// f(value) of each value, on the host.
template <Place P, class F>
Field<P, double> mapped(const Field<P, double>& field, const F& f) {
  auto values = field.to_host();
  std::transform(values.begin(), values.end(), values.begin(), f);
  return field_of<P>(field.device(), values);
}

/// The diagonal of the second derivative of the energy: what its first derivative is of ones about
/// nothing.
State<double> energy_diagonal(Domain& domain, const EnergyNorm& rest) {
  const auto& device = domain.device();
  const auto& mesh = domain.mesh();
  const auto ones = [](Index count) {
    return std::vector<double>(static_cast<std::size_t>(count), 1.0);
  };
  const State<double> one{field_of<Place::cell>(device, ones(mesh.cells)),
                          field_of<Place::edge>(device, ones(mesh.edges))};
  State<double> nothing(device, mesh), diagonal(device, mesh);
  set_zero(nothing);
  EnergyNorm(std::move(nothing), rest.gravity(), rest.mean_depth())
      .derivative(domain, one, diagonal);
  return diagonal;
}

/// Half the values, weighted where there are weights.
std::vector<double> half_weighted(std::vector<double> values, const std::vector<double>& weights) {
  if (!weights.empty() && weights.size() != values.size())
    throw RunError("a region has another number of places than the mesh");
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] *= weights.empty() ? 0.5 : 0.5 * weights[n];
  return values;
}

}  // namespace

Norm Norm::energy(Domain& domain, const EnergyNorm& rest, const PlaceWeights& weights) {
  const auto& device = domain.device();
  const State<double> whole = energy_diagonal(domain, rest);
  const auto at_cells = half_weighted(whole.thickness.to_host(), weights.cells);
  const auto at_edges = half_weighted(whole.velocity.to_host(), weights.edges);
  const auto counts = [](double value) { return value > 0; };
  Norm norm;
  norm.invertible_ = std::all_of(at_cells.begin(), at_cells.end(), counts) &&
                     std::all_of(at_edges.begin(), at_edges.end(), counts);
  norm.diagonal_ = {field_of<Place::cell>(device, at_cells),
                    field_of<Place::edge>(device, at_edges)};
  const auto root = [](double value) { return std::sqrt(value); };
  const auto inverse = [](double value) { return 1 / std::sqrt(value); };
  norm.root_ = {mapped(norm.diagonal_.thickness, root), mapped(norm.diagonal_.velocity, root)};
  norm.inverse_root_ = {mapped(norm.diagonal_.thickness, inverse),
                        mapped(norm.diagonal_.velocity, inverse)};
  return norm;
}

Norm Norm::confined_energy(Domain& domain, const EnergyNorm& rest, const PlaceWeights& weights) {
  const auto& device = domain.device();
  const State<double> whole = energy_diagonal(domain, rest);
  const auto over = [](std::vector<double> values, const std::vector<double>& w) {
    values = half_weighted(std::move(values), {});
    if (w.size() != values.size())
      throw RunError("a region has another number of places than the mesh");
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = w[n] > 0 ? values[n] / w[n] : 0;
    return values;
  };
  Norm norm;
  norm.invertible_ = true;
  norm.diagonal_ = {field_of<Place::cell>(device, over(whole.thickness.to_host(), weights.cells)),
                    field_of<Place::edge>(device, over(whole.velocity.to_host(), weights.edges))};
  const auto root = [](double value) { return std::sqrt(value); };
  const auto inverse = [](double value) { return value > 0 ? 1 / std::sqrt(value) : 0.0; };
  norm.root_ = {mapped(norm.diagonal_.thickness, root), mapped(norm.diagonal_.velocity, root)};
  norm.inverse_root_ = {mapped(norm.diagonal_.thickness, inverse),
                        mapped(norm.diagonal_.velocity, inverse)};
  return norm;
}

Norm Norm::enstrophy(Domain& domain, const PlaceWeights& weights) {
  Norm norm;
  norm.of_vorticity_ = true;
  norm.vertex_diagonal_ = field_of<Place::vertex>(
      domain.device(), half_weighted(domain.mesh().area_triangle, weights.vertices));
  return norm;
}

VertexField<double> Norm::vorticity(Domain& domain, const State<double>& x) const {
  VertexField<double> zeta(domain.device(), domain.mesh().vertices, x.members());
  Curl<double>::forward(domain.context<double>(), x.velocity.in(), zeta.out());
  return zeta;
}

void Norm::apply(Domain& domain, const State<double>& x, State<double>& result) const {
  if (!of_vorticity_) {
    multiply(diagonal_.thickness, x.thickness, result.thickness);
    multiply(diagonal_.velocity, x.velocity, result.velocity);
    return;
  }
  VertexField<double> zeta = vorticity(domain, x);
  multiply(vertex_diagonal_, zeta, zeta);
  set_zero(result.thickness);
  Curl<double>::adjoint(domain.context<double>(), zeta.in(), result.velocity.out());
}

std::vector<double> Norm::squared(Domain& domain, const State<double>& x) const {
  const auto sum = [&](const auto& diagonal, const auto& field) {
    const double* values = field.values().pointer();
    return exact_sums<double>(domain.device(), field.entities(), field.members(),
                              diagonal.values().pointer(), values, values);
  };
  if (of_vorticity_) return totals<double>(sum(vertex_diagonal_, vorticity(domain, x)));
  return totals<double>(
      added(sum(diagonal_.thickness, x.thickness), sum(diagonal_.velocity, x.velocity)));
}

void Norm::require_invertible() const {
  if (!invertible_)
    throw RunError(std::string("a norm of ") + name() + " that is zero for some perturbations " +
                       "cannot measure what they start from",
                   {}, "take the total energy, everywhere, as the initial norm");
}

void Norm::scale(State<double>& x) const {
  require_invertible();
  multiply(root_.thickness, x.thickness, x.thickness);
  multiply(root_.velocity, x.velocity, x.velocity);
}

void Norm::unscale(State<double>& x) const {
  require_invertible();
  multiply(inverse_root_.thickness, x.thickness, x.thickness);
  multiply(inverse_root_.velocity, x.velocity, x.velocity);
}

}  // namespace hexad
