#include "hexad/adjoint/energy_norm.hpp"

#include "hexad/core/launch.hpp"
#include "hexad/core/reduce.hpp"

namespace hexad {
namespace {

struct EnergyAtCell {
  MeshView<double> mesh;
  CellIn<double> h, target;
  double gravity;
  HEXAD_FN double operator()(Index i, int member) const {
    const double difference = h(i, member) - target(i, member);
    return 0.5 * mesh.area_cell(i) * gravity * difference * difference;
  }
};

struct EnergyAtEdge {
  MeshView<double> mesh;
  EdgeIn<double> u, target;
  double depth;
  HEXAD_FN double operator()(Index e, int member) const {
    const double difference = u(e, member) - target(e, member);
    return 0.5 * mesh.l(e) * mesh.d(e) * depth * difference * difference;
  }
};

template <class S>
struct DerivativeAtCell {
  MeshView<double> mesh;
  CellIn<S> h;
  CellIn<double> target;
  double gravity;
  CellOut<S> result;
  HEXAD_FN void operator()(Index i, int member) const {
    result(i, member) = mesh.area_cell(i) * gravity * (h(i, member) - target(i, member));
  }
};

template <class S>
struct DerivativeAtEdge {
  MeshView<double> mesh;
  EdgeIn<S> u;
  EdgeIn<double> target;
  double depth;
  EdgeOut<S> result;
  HEXAD_FN void operator()(Index e, int member) const {
    result(e, member) = mesh.l(e) * mesh.d(e) * depth * (u(e, member) - target(e, member));
  }
};

/// x over the area that its entity stands for.
template <Place P>
struct OverMeasure {
  MeshView<double> mesh;
  In<P, double> x;
  Out<P, double> result;
  HEXAD_FN void operator()(Index n, int member) const {
    double inverse = 0;
    if constexpr (P == Place::cell) inverse = mesh.inv_area_cell(n);
    if constexpr (P == Place::edge) inverse = mesh.inv_l(n) * mesh.inv_d(n);
    if constexpr (P == Place::vertex) inverse = mesh.inv_area_vertex(n);
    result(n, member) = inverse * x(n, member);
  }
};

template <Place P>
Field<P, double> over_measure(Domain& domain, const Field<P, double>& x) {
  Field<P, double> result(x.device(), x.entities(), x.members());
  for_each(x.device(), x.entities(), x.members(),
           OverMeasure<P>{domain.context<double>().mesh, x.in(), result.out()});
  return result;
}

}  // namespace

std::vector<double> EnergyNorm::value(Domain& domain, const State<double>& x) const {
  const auto mesh = domain.context<double>().mesh;
  const int members = x.members();
  auto sums = totals<double>(
      exact_sums_of(domain.device(), mesh.cells, members,
                    EnergyAtCell{mesh, x.thickness.in(), target_.thickness.in(), gravity_}));
  const auto kinetic = totals<double>(
      exact_sums_of(domain.device(), mesh.edges, members,
                    EnergyAtEdge{mesh, x.velocity.in(), target_.velocity.in(), mean_depth_}));
  for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += kinetic[m];
  return sums;
}

template <class S>
void EnergyNorm::derivative(Domain& domain, const State<S>& x, State<S>& result) const {
  const auto mesh = domain.context<double>().mesh;
  set_zero(result);
  for_each(domain.device(), mesh.cells, x.members(),
           DerivativeAtCell<S>{mesh, x.thickness.in(), target_.thickness.in(), gravity_,
                               result.thickness.out()});
  for_each(domain.device(), mesh.edges, x.members(),
           DerivativeAtEdge<S>{mesh, x.velocity.in(), target_.velocity.in(), mean_depth_,
                               result.velocity.out()});
}
template void EnergyNorm::derivative(Domain&, const State<double>&, State<double>&) const;
template void EnergyNorm::derivative(Domain&, const State<Dual<double>>&,
                                     State<Dual<double>>&) const;

State<double> representer(Domain& domain, const State<double>& derivative) {
  State<double> result;
  result.tracers.resize(derivative.tracers.size());
  for_each_field([&](const auto& from, auto& to) { to = over_measure(domain, from); }, derivative,
                 result);
  return result;
}

Environment<double> representer(Domain& domain, const Environment<double>& derivative) {
  Environment<double> result;
  for_each_field([&](const auto& from, auto& to) { to = over_measure(domain, from); }, derivative,
                 result);
  return result;
}

}  // namespace hexad
