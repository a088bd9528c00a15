#include "hexad/experiments/checks_report.hpp"

#include <algorithm>

namespace hexad {

void CheckReport::begin_group(const std::string& name) {
  groups_.push_back({name, {}});
  console_.line("{}", name);
}

void CheckReport::add(const std::vector<Check>& checks) {
  for (const auto& check : checks) {
    console_.line("  {:<4}  {:<72}  {:>9.2e} <= {:.0e}", check.passed() ? "ok" : "MISS", check.name,
                  check.value, check.bound);
    groups_.back().checks.push_back(check);
  }
}

void CheckReport::print_table() const {
  console_.line("{:<52}  {:>7}  {:>7}  {}", "", "checks", "missed", "nearest to its bound");
  for (const auto& group : groups_) {
    const auto missed = std::count_if(group.checks.begin(), group.checks.end(),
                                      [](const Check& check) { return !check.passed(); });
    const Check* nearest = nullptr;
    for (const auto& check : group.checks)
      if (check.bound > 0 &&
          (nearest == nullptr || check.value / check.bound > nearest->value / nearest->bound))
        nearest = &check;
    console_.line("{:<52}  {:>7}  {:>7}  {}", group.name, group.checks.size(), missed,
                  nearest == nullptr ? std::string()
                                     : fmt::format("{} ({:.0f} %)", nearest->name,
                                                   100 * nearest->value / nearest->bound));
  }
}

bool CheckReport::all_passed() const {
  return std::all_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return hexad::all_passed(group.checks); });
}

Json CheckReport::json() const {
  Json list = Json::array();
  for (const auto& group : groups_)
    for (const auto& check : group.checks)
      list.push_back({{"group", group.name},
                      {"name", check.name},
                      {"value", check.value},
                      {"bound", check.bound},
                      {"passed", check.passed()}});
  return list;
}

}  // namespace hexad
