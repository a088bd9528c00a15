#include "hexad/adjoint/response/total_energy.hpp"

#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

template <class S>
struct PotentialEnergy {
  CellIn<double> area;
  CellIn<S> h, b, g;
  HEXAD_FN S operator()(Index i, int member) const {
    return area(i, 0) * (g(i, member) * (h(i, member) * (0.5 * h(i, member) + b(i, member))));
  }
};

struct Derivative {
  double a;
  CellIn<double> area, h, b, g;
  CellOut<double> of_h, of_b, of_g;
  HEXAD_FN void operator()(Index i, int member) const {
    const double part = a * area(i, 0), depth = h(i, member);
    of_h(i, member) += part * g(i, member) * (depth + b(i, member));
    of_b(i, member) += part * g(i, member) * depth;
    of_g(i, member) += part * depth * (0.5 * depth + b(i, member));
  }
};

}  // namespace

template <class S>
std::vector<Total<S>> TotalEnergyResponse::value(Domain& domain, const Environment<S>& environment,
                                                 const State<S>& x) const {
  auto sums = kinetic_.value(domain, environment, x);
  const auto potential = totals<S>(
      exact_sums_of(domain.device(), domain.mesh().cells, x.members(),
                    PotentialEnergy<S>{area_.in(), x.thickness.in(), environment.topography.in(),
                                       environment.gravity.in()}));
  for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += potential[m];
  return sums;
}
template std::vector<double> TotalEnergyResponse::value(Domain&, const Environment<double>&,
                                                        const State<double>&) const;
template std::vector<Dual<double>> TotalEnergyResponse::value(Domain&,
                                                              const Environment<Dual<double>>&,
                                                              const State<Dual<double>>&) const;

void TotalEnergyResponse::add_derivative(Domain& domain, const Environment<double>& environment,
                                         const State<double>& x, double a, State<double>& y,
                                         Environment<double>& sum) const {
  kinetic_.add_derivative(domain, environment, x, a, y, sum);
  for_each(domain.device(), domain.mesh().cells, x.members(),
           Derivative{a, area_.in(), x.thickness.in(), environment.topography.in(),
                      environment.gravity.in(), y.thickness.out(), sum.topography.out(),
                      sum.gravity.out()});
}

}  // namespace hexad
