#include "hexad/io/case/schema.hpp"

#include <algorithm>

namespace hexad {
namespace {

Key make(const std::string& name, KeyType type, const std::string& help) {
  Key key;
  key.name = name;
  key.type = type;
  key.help = help;
  return key;
}

Key make_map(const std::string& name, KeyType type, const std::string& help,
             std::vector<Key> keys) {
  Key key = make(name, type, help);
  key.keys = std::move(keys);
  return key;
}

Key make_words(const std::string& name, KeyType type, const std::string& help,
               std::vector<std::string> allowed) {
  Key key = make(name, type, help);
  key.allowed = std::move(allowed);
  return key;
}

/// "time.dt" -> {"time", "dt"}
std::vector<std::string> pieces(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (auto end = path.find('.'); end != std::string::npos; end = path.find('.', begin)) {
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(path.substr(begin));
  return parts;
}

void remove_other_alternatives(YamlNode& node, const Key& choice, const std::string& chosen) {
  std::erase_if(node.entries, [&](const auto& entry) {
    const Key* key = choice.find(entry.key);
    const bool stays = key == nullptr || entry.key == chosen ||
                       (!key->is_alternative &&
                        (key->only_with.empty() ||
                         std::count(key->only_with.begin(), key->only_with.end(), chosen) > 0));
    return !stays;
  });
}

/// After `changed` got a new value: what stood beside its old one goes.
void remove_ruled_out(YamlNode& node, const Key& section, const Key* changed) {
  if (changed == nullptr) return;
  const Key left = section.fitting(node);
  std::erase_if(node.entries, [&](const auto& entry) {
    const Key* key = section.find(entry.key);
    return key != nullptr && key->when_key == changed->name && left.find(entry.key) == nullptr;
  });
}

}  // namespace

Key Key::required() const {
  Key key = *this;
  key.is_required = true;
  return key;
}

Key Key::defaults_to(const std::string& value) const {
  Key key = *this;
  key.standard = value;
  return key;
}

Key Key::positive() const {
  Key key = at_least(0);
  key.above_lower = true;
  return key;
}

Key Key::at_least(double least) const {
  Key key = *this;
  key.lower = least;
  return key;
}

Key Key::between(double least, double largest) const {
  Key key = at_least(least);
  key.upper = largest;
  return key;
}

Key Key::optional() const {
  Key key = *this;
  key.is_optional = true;
  return key;
}

Key Key::or_name_in(const std::string& section) const {
  Key key = *this;
  key.or_names_of = section;
  return key;
}

Key Key::alternative() const {
  Key key = *this;
  key.is_alternative = true;
  return key;
}

Key Key::or_word(const std::string& word) const {
  Key key = *this;
  key.allowed.push_back(word);
  return key;
}

Key Key::with(std::vector<std::string> alternatives) const {
  Key key = *this;
  key.only_with = std::move(alternatives);
  return key;
}

Key Key::when(const std::string& beside, std::vector<std::string> values) const {
  Key key = *this;
  key.when_key = beside;
  key.when_values = std::move(values);
  return key;
}

Key Key::fitting(const YamlNode& node) const {
  Key key = *this;
  std::erase_if(key.keys, [&](const Key& child) {
    if (child.when_key.empty()) return false;
    const Key* ruler = find(child.when_key);
    const YamlNode* given = node.find(child.when_key);
    if (child.when_values.empty()) return given == nullptr;
    const std::string value =
        given != nullptr ? given->text : ruler->standard.value_or(std::string());
    const auto among = [&](const std::vector<std::string>& words) {
      return std::count(words.begin(), words.end(), value) > 0;
    };
    const bool at_fault = given != nullptr && !among(ruler->allowed);  // rules nothing out or in
    if (at_fault) return child.is_required && node.find(child.name) == nullptr;
    return !among(child.when_values);
  });
  return key;
}

const Key* Key::find(const std::string& child) const {
  const auto it =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == child; });
  return it == keys.end() ? nullptr : &*it;
}

Key flag_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::flag, help);
}
Key integer_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::integer, help);
}
Key number_key(const std::string& name, Dimension dimension, const std::string& help) {
  Key key = make(name, KeyType::number, help);
  key.dimension = dimension;
  return key;
}
Key word_key(const std::string& name, std::vector<std::string> allowed, const std::string& help) {
  return make_words(name, KeyType::word, help, std::move(allowed));
}
Key words_key(const std::string& name, std::vector<std::string> allowed, const std::string& help) {
  return make_words(name, KeyType::words, help, std::move(allowed));
}
Key points_key(const std::string& name, const std::string& help) {
  Key key = make(name, KeyType::points, help);
  key.dimension = Dimension::angle;
  return key;
}
Key text_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::text, help);
}
Key date_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::date, help);
}
Key file_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::file, help);
}
Key folder_key(const std::string& name, const std::string& help) {
  return make(name, KeyType::folder, help);
}
Key section_key(const std::string& name, const std::string& help, std::vector<Key> keys) {
  return make_map(name, KeyType::section, help, std::move(keys));
}
Key choice_key(const std::string& name, const std::string& help, std::vector<Key> keys) {
  return make_map(name, KeyType::choice, help, std::move(keys));
}
Key named_key(const std::string& name, const std::string& help, std::vector<Key> keys) {
  return make_map(name, KeyType::named, help, std::move(keys));
}

const YamlNode* Settings::find(const std::string& path) const {
  const YamlNode* node = &root_;
  for (const auto& piece : pieces(path)) {
    node = node->find(piece);
    if (node == nullptr) return nullptr;
  }
  return node;
}

const std::string& Settings::text(const std::string& path) const {
  const YamlNode* node = find(path);
  if (node == nullptr) throw RunError("key '" + path + "' has no value");
  return node->text;
}

void Settings::set(const std::string& path, const std::string& text) {
  YamlNode* node = &root_;
  for (const auto& piece : pieces(path)) {
    node = node->find(piece);
    if (node == nullptr) throw RunError("key '" + path + "' has no value");
  }
  node->text = text;
}

std::vector<std::string> Settings::words(const std::string& path) const {
  std::vector<std::string> list;
  if (const YamlNode* node = find(path))
    for (const auto& item : node->items) list.push_back(item.text);
  return list;
}

std::vector<std::array<double, 2>> Settings::points(const std::string& path) const {
  std::vector<std::array<double, 2>> list;
  if (const YamlNode* node = find(path))
    for (const auto& point : node->items)
      list.push_back({std::strtod(point.items[0].text.c_str(), nullptr),
                      std::strtod(point.items[1].text.c_str(), nullptr)});
  return list;
}

std::vector<std::string> Settings::names(const std::string& path) const {
  std::vector<std::string> list;
  if (const YamlNode* node = find(path))
    for (const auto& entry : node->entries) list.push_back(entry.key);
  return list;
}

std::string Settings::where(const std::string& path) const {
  const YamlNode* node = find(path);
  return node == nullptr ? path : node->source + ", " + path;
}

void apply_override(YamlNode& root, const Key& schema, const std::string& assignment) {
  const std::string source = "--set " + assignment;
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("an override needs a key and a value", source,
                     "write it as in '--set time.dt=\"5 min\"'");
  const std::string path = assignment.substr(0, equals);
  const YamlNode value =
      parse_value(assignment.substr(equals + 1), source, std::filesystem::current_path());
  YamlNode* node = &root;
  const Key* key = &schema;
  YamlNode* parent = nullptr;
  const Key* parent_key = nullptr;
  for (const auto& piece : pieces(path)) {
    if (node->kind == YamlNode::Kind::null) node->kind = YamlNode::Kind::map;
    if (node->kind != YamlNode::Kind::map)
      throw InputError("'" + piece + "' is not below a map of keys", source, "check the key");
    if (key != nullptr && key->type == KeyType::choice) {
      const Key* chosen = key->find(piece);
      if (chosen != nullptr && chosen->is_alternative)
        remove_other_alternatives(*node, *key, piece);
    }
    parent = node;
    parent_key = key;
    if (node->find(piece) == nullptr) {
      YamlNode fresh;
      fresh.source = source;
      fresh.base = value.base;
      node->entries.push_back({piece, fresh});
    }
    node = node->find(piece);
    if (key != nullptr && key->type != KeyType::named) key = key->find(piece);
  }
  *node = value;
  if (parent_key != nullptr) remove_ruled_out(*parent, *parent_key, key);
}

}  // namespace hexad
