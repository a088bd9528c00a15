#include "hexad/adjoint/response/weighted.hpp"

#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

template <Place P>
struct AddWeights {
  double a;
  In<P, double> w;
  Out<P, double> y;
  HEXAD_FN void operator()(Index n, int member) const { y(n, member) += a * w(n, 0); }
};

template <Place P>
struct AddWeighted {
  double a;
  In<P, double> w, x;
  Out<P, double> y;
  HEXAD_FN void operator()(Index n, int member) const {
    y(n, member) += a * w(n, 0) * x(n, member);
  }
};

template <Place P>
struct AddField {
  In<P, double> x;
  Out<P, double> y;
  HEXAD_FN void operator()(Index n, int member) const { y(n, member) += x(n, member); }
};

}  // namespace

template <Place P>
void add_weights(double a, const Field<P, double>& w, Field<P, double>& y) {
  for_each(y.device(), y.entities(), y.members(), AddWeights<P>{a, w.in(), y.out()});
}
template <Place P>
void add_weighted(double a, const Field<P, double>& w, const Field<P, double>& x,
                  Field<P, double>& y) {
  for_each(y.device(), y.entities(), y.members(), AddWeighted<P>{a, w.in(), x.in(), y.out()});
}
template <Place P>
void add(const Field<P, double>& x, Field<P, double>& y) {
  for_each(y.device(), y.entities(), y.members(), AddField<P>{x.in(), y.out()});
}

template void add_weights(double, const CellField<double>&, CellField<double>&);
template void add_weights(double, const VertexField<double>&, VertexField<double>&);
template void add_weighted(double, const CellField<double>&, const CellField<double>&,
                           CellField<double>&);
template void add(const EdgeField<double>&, EdgeField<double>&);

}  // namespace hexad
