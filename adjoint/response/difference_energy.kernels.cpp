#include "hexad/adjoint/response/difference_energy.hpp"

#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

template <Place P, class S>
struct Energy {
  In<P, double> w, target;
  In<P, S> x;
  HEXAD_FN S operator()(Index n, int member) const {
    const S difference = x(n, member) - target(n, 0);
    return 0.5 * w(n, 0) * (difference * difference);
  }
};

template <Place P>
struct Derivative {
  double a;
  In<P, double> w, target, x;
  Out<P, double> y;
  HEXAD_FN void operator()(Index n, int member) const {
    y(n, member) += a * w(n, 0) * (x(n, member) - target(n, 0));
  }
};

std::vector<double> scaled_by(std::vector<double> values, double factor,
                              const std::vector<double>& measure) {
  for (std::size_t n = 0; n < values.size(); ++n) values[n] *= factor * measure[n];
  return values;
}

std::vector<double> diamonds(const Mesh& mesh) {
  std::vector<double> areas = mesh.dv_edge;
  for (std::size_t e = 0; e < areas.size(); ++e) areas[e] *= mesh.dc_edge[e];
  return areas;
}

}  // namespace

DifferenceEnergy::DifferenceEnergy(const Mesh& mesh, State<double> target, double gravity,
                                   double mean_depth, const PlaceWeights& weights)
    : target_(std::move(target)),
      at_cells_(field_of<Place::cell>(target_.device(),
                                      scaled_by(weights.cells, gravity, mesh.area_cell))),
      at_edges_(field_of<Place::edge>(target_.device(),
                                      scaled_by(weights.edges, mean_depth, diamonds(mesh)))) {}

template <class S>
std::vector<Total<S>> DifferenceEnergy::value(Domain& domain, const Environment<S>&,
                                              const State<S>& x) const {
  const auto& mesh = domain.mesh();
  auto sums = totals<S>(exact_sums_of(
      domain.device(), mesh.cells, x.members(),
      Energy<Place::cell, S>{at_cells_.in(), target_.thickness.in(), x.thickness.in()}));
  const auto kinetic = totals<S>(exact_sums_of(
      domain.device(), mesh.edges, x.members(),
      Energy<Place::edge, S>{at_edges_.in(), target_.velocity.in(), x.velocity.in()}));
  for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += kinetic[m];
  return sums;
}
template std::vector<double> DifferenceEnergy::value(Domain&, const Environment<double>&,
                                                     const State<double>&) const;
template std::vector<Dual<double>> DifferenceEnergy::value(Domain&,
                                                           const Environment<Dual<double>>&,
                                                           const State<Dual<double>>&) const;

void DifferenceEnergy::add_derivative(Domain& domain, const Environment<double>&,
                                      const State<double>& x, double a, State<double>& y,
                                      Environment<double>&) const {
  for_each(domain.device(), domain.mesh().cells, x.members(),
           Derivative<Place::cell>{a, at_cells_.in(), target_.thickness.in(), x.thickness.in(),
                                   y.thickness.out()});
  for_each(domain.device(), domain.mesh().edges, x.members(),
           Derivative<Place::edge>{a, at_edges_.in(), target_.velocity.in(), x.velocity.in(),
                                   y.velocity.out()});
}

}  // namespace hexad
