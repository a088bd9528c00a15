#include "hexad/model/registry.hpp"

namespace hexad {

const OperatorEntry& Registry::find(const std::string& name) const {
  std::string names;
  for (const auto& entry : entries_) {
    if (entry.info.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.info.name;
  }
  throw InputError("there is no operator '" + name + "'", "", "choose one of " + names);
}

}  // namespace hexad
