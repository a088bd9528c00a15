#include "hexad/adjoint/response/tracer.hpp"

#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

template <class S>
struct Concentration {
  CellIn<double> w;
  CellIn<S> h, q;
  HEXAD_FN S operator()(Index i, int member) const {
    return w(i, 0) * (q(i, member) / h(i, member));
  }
};

struct Derivative {
  double a;
  CellIn<double> w, h, q;
  CellOut<double> of_h, of_q;
  HEXAD_FN void operator()(Index i, int member) const {
    const double part = a * w(i, 0) / h(i, member);
    of_q(i, member) += part;
    of_h(i, member) -= part * (q(i, member) / h(i, member));
  }
};

}  // namespace

template <class S>
std::vector<Total<S>> TracerResponse::value(Domain& domain, const Environment<S>&,
                                            const State<S>& x) const {
  return totals<S>(
      exact_sums_of(domain.device(), domain.mesh().cells, x.members(),
                    Concentration<S>{w_.in(), x.thickness.in(), x.tracers[number_].in()}));
}
template std::vector<double> TracerResponse::value(Domain&, const Environment<double>&,
                                                   const State<double>&) const;
template std::vector<Dual<double>> TracerResponse::value(Domain&, const Environment<Dual<double>>&,
                                                         const State<Dual<double>>&) const;

void TracerResponse::add_derivative(Domain& domain, const Environment<double>&,
                                    const State<double>& x, double a, State<double>& y,
                                    Environment<double>&) const {
  for_each(domain.device(), domain.mesh().cells, x.members(),
           Derivative{a, w_.in(), x.thickness.in(), x.tracers[number_].in(), y.thickness.out(),
                      y.tracers[number_].out()});
}

}  // namespace hexad
