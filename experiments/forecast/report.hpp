#pragma once

#include <vector>

#include "hexad/model/diagnostics.hpp"

namespace hexad {

/// Of one tracer and member.
struct TracerDiagnostics {
  double mass;      ///< sum_i A_i (h phi)_i, an exact sum (m3 for a dimensionless phi)
  double smallest;  ///< Smallest phi.
  double largest;   ///< Largest phi.
};

/// What is known of a state: diagnostics of each member, and of each tracer and member.
struct Report {
  std::vector<Diagnostics> members;
  std::vector<std::vector<TracerDiagnostics>> tracers;  ///< In the order of Case::tracers.
};

Report make_report(Domain& domain, const Environment<double>& environment,
                   const State<double>& state);

}  // namespace hexad
