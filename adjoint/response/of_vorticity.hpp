#pragma once

#include "hexad/adjoint/response/weighted.hpp"
#include "hexad/model/operators/curl.hpp"

namespace hexad {

/// A linear function of the vorticity zeta = C u at vertices:
///   J = sum_v w_v (C u)_v,   dJ/du = C' w
class OfVorticity {
 public:
  OfVorticity(const Device& device, const std::vector<double>& weights)
      : w_(field_of<Place::vertex>(device, weights)) {}

  template <class S>
  [[nodiscard]] std::vector<Total<S>> value(Domain& domain, const Environment<S>&,
                                            const State<S>& x) const {
    VertexField<S> zeta(x.device(), domain.mesh().vertices, x.members());
    Curl<S>::forward(domain.context<S>(), x.velocity.in(), zeta.out());
    return weighted_sum(w_, zeta);
  }
  void add_derivative(Domain& domain, const Environment<double>&, const State<double>& x, double a,
                      State<double>& y, Environment<double>&) const {
    auto zeta = zeros<Place::vertex>(x.device(), domain.mesh().vertices, x.members());
    add_weights(a, w_, zeta);
    EdgeField<double> part(x.device(), domain.mesh().edges, x.members());
    Curl<double>::adjoint(domain.context<double>(), zeta.in(), part.out());
    add(part, y.velocity);
  }

 private:
  VertexField<double> w_;
};

}  // namespace hexad
