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
  /// `thin_layer`: the part of its mean depth at the start below which the layer is called thin.
  Watch(double courant_limit, double thin_layer) : limit_(courant_limit), thin_layer_(thin_layer) {}

  /// What is known before the first step of a run that goes on.
  void resume(double largest_courant) { largest_ = largest_courant; }

  /// Warns, once in a run, where the layer has become thin, with place and depth. `start`: at the
  /// start of the run, of which the setup warns.
  void look_for_thin_layer(const Mesh& mesh, const std::vector<Diagnostics>& start,
                           const std::vector<Diagnostics>& now, long step, long steps);

  /// RunError naming step, place and likely cause when a value is not a number or the Courant
  /// number is past its limit.
  void look(Domain& domain, const Environment<double>& environment, const State<double>& state,
            long step, long steps);

  /// Largest Courant number seen.
  [[nodiscard]] double largest() const { return largest_; }

 private:
  [[noreturn]] void stop(Domain& domain, const State<double>& state, const std::string& when,
                         const Extreme& found, int member) const;

  double limit_, thin_layer_;
  double largest_ = 0;
  bool warned_ = false;
};

}  // namespace hexad
