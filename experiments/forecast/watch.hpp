#pragma once

#include <string>
#include <vector>

#include "hexad/model/diagnostics.hpp"

namespace hexad {

/// "cell 5123 at 34.2 N, 121.3 W", with the number that the mesh file has; x and y on a plane.
std::string describe_place(const Mesh& mesh, Index cell);

/// Stops a run that has left the ground it stands on.
class Watch {
 public:
  explicit Watch(double courant_limit) : limit_(courant_limit) {}

  /// RunError naming step, place and likely cause when a value is not a number or the Courant
  /// number is past its limit.
  void look(Domain& domain, const Environment<double>& environment, const State<double>& state,
            long step, long steps);

  /// Largest Courant number seen.
  [[nodiscard]] double largest() const { return largest_; }

 private:
  [[noreturn]] void stop(Domain& domain, const State<double>& state, const std::string& when,
                         const Extreme& found, int member) const;

  double limit_;
  double largest_ = 0;
};

}  // namespace hexad
