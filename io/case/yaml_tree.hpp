#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "hexad/core/error.hpp"

namespace hexad {

struct YamlEntry;

/// What a YAML text holds, with the place of everything in it, free of the parser's own types.
struct YamlNode {
  enum class Kind { null, scalar, list, map };

  Kind kind = Kind::null;
  std::string text;                ///< Of a scalar.
  std::string source;              ///< "case.yaml, line 12" or "--set time.dt=5 min".
  std::filesystem::path base;      ///< Folder from which relative file names of this node start.
  std::vector<YamlEntry> entries;  ///< Of a map, in the order of the text.
  std::vector<YamlNode> items;     ///< Of a list.

  [[nodiscard]] const YamlNode* find(const std::string& key) const;
  [[nodiscard]] YamlNode* find(const std::string& key);
};

/// A key of a map with its value; no std::pair, which cannot be made of a type still incomplete.
struct YamlEntry {
  std::string key;
  YamlNode value;
};

/// "a map", "a list", "text" or "nothing".
const char* to_string(YamlNode::Kind kind);

/// Reads a file. InputError when it is missing or unreadable, or where its syntax is wrong (with
/// the line). Keys that occur twice are appended to `faults`.
YamlNode read_yaml(const std::filesystem::path& file, std::vector<InputError>& faults);

/// Reads a single value, as one would write it after a key. `source` names it in messages.
YamlNode parse_value(const std::string& text, const std::string& source,
                     const std::filesystem::path& base);

/// Writes a tree of maps, lists and scalars; `text` of a scalar is quoted only where YAML needs it.
std::string write_yaml(const YamlNode& node);

}  // namespace hexad
