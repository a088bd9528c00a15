#include "hexad/experiments/commands/key_options.hpp"

#include <algorithm>

#include "hexad/io/case/nearest.hpp"

namespace hexad {
namespace {

std::string help_of(const Key& key) {
  std::string help = key.help;
  if (!key.allowed.empty()) help += " One of: " + enumerate(key.allowed, "or") + ".";
  if (key.dimension != Dimension::none)
    help += std::string(" Takes units (") + known_units(key.dimension) + "); a bare number is in " +
            si_unit(key.dimension) + ".";
  if (key.standard) help += " Default: " + *key.standard + ".";
  return help;
}

}  // namespace

std::string option_name(const Key& key) {
  std::string name = key.name;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

void add_key_options(CLI::App& command, const Key& section, KeyTexts& texts) {
  for (const auto& key : section.keys) {
    if (!key.keys.empty()) continue;
    auto* option = command.add_option_function<std::string>(
        option_name(key),
        [&texts, name = key.name](const std::string& text) { texts[name] = text; }, help_of(key));
    option->type_name(key.type == KeyType::integer  ? "N"
                      : key.type == KeyType::number ? "QUANTITY"
                                                    : "WORD");
    if (key.is_required) option->required();
  }
}

YamlNode tree_of(const Key& section, const KeyTexts& texts) {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  node.source = "command line";
  for (const auto& key : section.keys) {
    const auto given = texts.find(key.name);
    if (given == texts.end()) continue;
    YamlNode value;
    value.kind = YamlNode::Kind::scalar;
    value.text = given->second;
    value.source = option_name(key) + " " + given->second;
    value.base = std::filesystem::current_path();
    node.entries.push_back({key.name, std::move(value)});
  }
  return node;
}

}  // namespace hexad
