#pragma once

#include <optional>
#include <string>

namespace hexad {

/// A key in which two cases differ, and what each says.
struct Difference {
  std::string key, then, now;
};

/// The first key that must be the same for a run to go on with the same bits, and is not. Both are
/// cases as run (Case::as_run). Free to differ: the length of the run, its limits, where the output
/// lies and how often restarts are written. Files are compared by name alone, as a case may move;
/// the mesh is none of it (a restart knows its hash).
std::optional<Difference> first_difference(const std::string& then, const std::string& now);

}  // namespace hexad
