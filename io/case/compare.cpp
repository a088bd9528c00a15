#include "hexad/io/case/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hexad/io/case/case.hpp"
#include "hexad/io/case/yaml_tree.hpp"

namespace hexad {
namespace {

bool is_free(const std::string& key, const std::vector<std::string>& free_keys) {
  return std::any_of(free_keys.begin(), free_keys.end(), [&](const std::string& free) {
    return key == free || key.starts_with(free + ".");
  });
}

/// The description of a key given by its path; names of the user's own stand for any.
const Key* description(const std::string& path) {
  const Key* key = &case_schema();
  std::size_t begin = 0;
  while (key != nullptr && begin <= path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string piece = path.substr(begin, end - begin);
    begin = end + 1;
    if (key->type != KeyType::named) {
      key = key->find(piece);
    } else if (begin <= path.size()) {
      const std::size_t next = std::min(path.find('.', begin), path.size());
      key = key->find(path.substr(begin, next - begin));
      begin = next + 1;
    }
  }
  return key;
}

void flatten(const YamlNode& node, const std::string& path,
             std::map<std::string, std::string>& values) {
  switch (node.kind) {
    case YamlNode::Kind::map:
      for (const auto& [name, value] : node.entries)
        flatten(value, path.empty() ? name : fmt::format("{}.{}", path, name), values);
      return;
    case YamlNode::Kind::list:
      for (const auto& item : node.items)
        values[path] += (values[path].empty() ? "" : ", ") + item.text;
      return;
    case YamlNode::Kind::scalar: {
      const Key* key = description(path);
      values[path] = key != nullptr && key->type == KeyType::file
                         ? std::filesystem::path(node.text).filename().string()
                         : node.text;
      return;
    }
    case YamlNode::Kind::null:
      return;
  }
}

std::map<std::string, std::string> settings_of(const std::string& as_run,
                                               const std::vector<std::string>& free) {
  std::map<std::string, std::string> values;
  flatten(parse_value(as_run, "the case of a restart", {}), "", values);
  std::erase_if(values, [&](const auto& setting) { return is_free(setting.first, free); });
  return values;
}

}  // namespace

const std::vector<std::string>& free_in_forecast() {
  static const std::vector<std::string> keys{"mesh",
                                             "time.duration",
                                             "time.window",
                                             "time.wall_clock_limit",
                                             "time.courant_limit",
                                             "model.thin_layer",
                                             "output.directory",
                                             "output.restart",
                                             "response",
                                             "sensitivity",
                                             "vectors"};
  return keys;
}

const std::vector<std::string>& free_in_vectors() {
  static const std::vector<std::string> keys{"mesh",
                                             "time.duration",
                                             "time.window",
                                             "time.wall_clock_limit",
                                             "time.courant_limit",
                                             "response",
                                             "sensitivity",
                                             "output",
                                             "model.thin_layer",
                                             "vectors.count",
                                             "vectors.iterations",
                                             "vectors.tolerance",
                                             "vectors.amplitude"};
  return keys;
}

std::optional<Difference> first_difference(const std::string& then, const std::string& now,
                                           const std::vector<std::string>& free) {
  const auto before = settings_of(then, free), after = settings_of(now, free);
  const auto text = [](const std::map<std::string, std::string>& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string("not there") : found->second;
  };
  for (const auto* values : {&before, &after})
    for (const auto& [key, value] : *values)
      if (text(before, key) != text(after, key))
        return Difference{key, text(before, key), text(after, key)};
  return std::nullopt;
}

}  // namespace hexad
