#pragma once

#include <string>
#include <vector>

namespace hexad {

/// One verified statement: it holds where value <= bound (a NaN does not).
struct Check {
  std::string name;
  double value;
  double bound;

  [[nodiscard]] bool passed() const { return value <= bound; }
};

[[nodiscard]] inline bool all_passed(const std::vector<Check>& checks) {
  for (const auto& check : checks)
    if (!check.passed()) return false;
  return true;
}

}  // namespace hexad
