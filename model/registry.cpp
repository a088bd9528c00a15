#include "hexad/model/registry.hpp"

namespace hexad {

void Registry::add(const OperatorEntry& entry) {
  if (entry.info.variants.empty()) entries_.push_back(entry);
  for (const auto& variant : entry.info.variants) {
    entries_.push_back(entry);
    entries_.back().name = entry.info.name + " (" + variant.name + ")";
    entries_.back().parameters = variant.parameters;
  }
}

const OperatorEntry& Registry::find(const std::string& name) const {
  std::string names;
  for (const auto& entry : entries_) {
    if (entry.name == name || entry.info.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  throw InputError("there is no operator '" + name + "'", "", "choose one of " + names);
}

}  // namespace hexad
