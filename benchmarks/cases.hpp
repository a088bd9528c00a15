#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hexad/benchmarks/fixture.hpp"
#include "hexad/benchmarks/least_bytes.hpp"

namespace hexad::bench {

/// One thing that is measured: a call that can be repeated, since it changes nothing that it reads.
struct Case {
  std::string name;  ///< "tendency/reverse": its group, and what it does.
  int threads = 1;
  int members = 1;
  double cells =
      0;  ///< Cells of the mesh, times members, times the steps of a window; 0 for the triad.
  double least_bytes = 0;  ///< Per cell and member; 0 where nothing is counted.
  double triad_bytes = 0;  ///< Of the triad alone: what one call moves.
  std::function<void()> run;

  /// "tendency/reverse/threads:2/members:1"
  [[nodiscard]] std::string full_name() const;
};
using Cases = std::vector<Case>;

/// Each adds cases to a group. The fixture must outlive them; its number of members decides on the
/// value type.

/// The joint tendency: forward, tangent, reverse (`Tendency::reverse`, the environment's part
/// added).
void add_joint(Cases& cases, const std::string& group, Fixture& f);
/// Thickness and velocity tendency as fbrk32 calls them, one after the other.
void add_split(Cases& cases, const std::string& group, Fixture& f);
/// The edge-weights formulation (edge_weights.hpp), one member.
void add_baseline(Cases& cases, const std::string& group, Fixture& f);
/// Forward, tangent and reverse of a step of each scheme.
void add_steps(Cases& cases, const std::string& group, Fixture& f);
/// Joint tendency with apvm and with both diffusions, diffusion alone, a step of a tracer.
void add_variants(Cases& cases, const std::string& group, Fixture& f);
/// A forward run of `steps` steps, and the gradient of its energy with all states in memory.
void add_window(Cases& cases, const std::string& group, Fixture& f, int steps);

/// Keeps the cases of that name (without the group) alone.
[[nodiscard]] Cases only(Cases cases, const std::vector<std::string>& names);

}  // namespace hexad::bench
