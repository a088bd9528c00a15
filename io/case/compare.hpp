#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hexad {

/// A key in which two cases differ, and what each says.
struct Difference {
  std::string key, then, now;
};

/// Keys in which two cases may differ while one goes on where the other ended: with a forecast, the
/// length of the run, its limits, where the output lies, how often restarts are written, and what
/// other commands are told; with a search for singular vectors, what leaves its basis as it is.
const std::vector<std::string>& free_in_forecast();
const std::vector<std::string>& free_in_vectors();

/// The first key that must be the same for a run to go on with the same bits, and is not. Both are
/// cases as run (Case::as_run). `free` keys, and those below them, may differ. Files are compared
/// by name alone, as a case may move; the mesh is none of it (a restart knows its hash).
std::optional<Difference> first_difference(const std::string& then, const std::string& now,
                                           const std::vector<std::string>& free);

}  // namespace hexad
