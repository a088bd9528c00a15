#pragma once

#include <string>
#include <vector>

#include "hexad/adjoint/check.hpp"
#include "hexad/experiments/console.hpp"
#include "hexad/experiments/summary.hpp"

namespace hexad {

/// Collects checks, prints each as a line when it comes, and a table of groups at the end.
class CheckReport {
 public:
  explicit CheckReport(const Console& console) : console_(console) {}

  void begin_group(const std::string& name);
  void add(const std::vector<Check>& checks);
  /// One row per group: checks, misses, and the check that came nearest to its bound.
  void print_table() const;

  [[nodiscard]] bool all_passed() const;
  /// A list of group, name, value, bound, passed.
  [[nodiscard]] Json json() const;
  [[nodiscard]] const Console& console() const { return console_; }

 private:
  struct Group {
    std::string name;
    std::vector<Check> checks;
  };
  const Console& console_;
  std::vector<Group> groups_;
};

}  // namespace hexad
