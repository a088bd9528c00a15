#pragma once

#include <vector>

#include "hexad/model/model.hpp"

namespace hexad {

/// A scalar function J of a whole forecast, as its reverse sweep sees it: the sum of what the
/// states at single steps contribute,
///   J = sum_n J_n(x_n, e),   x_n the state after n steps (x_0 the initial one), e the environment,
/// one value for each member.
class Objective {
 public:
  virtual ~Objective() = default;

  /// Whether the state after `step` steps contributes.
  [[nodiscard]] virtual bool acts_at(int step) const = 0;

  /// J_n of each member; asked once for each step that contributes, in ascending order.
  [[nodiscard]] virtual std::vector<double> value(Domain& domain,
                                                  const Environment<double>& environment,
                                                  const State<double>& x, int step) = 0;

  /// Adds dJ_n/dx to y and dJ_n/de to `sum`; asked once for each step that contributes, in
  /// descending order.
  virtual void add_derivative(Domain& domain, const Environment<double>& environment,
                              const State<double>& x, int step, State<double>& y,
                              Environment<double>& sum) = 0;

 protected:
  Objective() = default;
  Objective(const Objective&) = default;
  Objective& operator=(const Objective&) = default;
};

}  // namespace hexad
