// Holds a YAML tree against the description of its keys.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "hexad/io/case/date.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {
namespace {

using Kind = YamlNode::Kind;

std::string below(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

class Checker {
 public:
  Checker(const Key& schema, const YamlNode& root, std::vector<InputError>& faults)
      : schema_(schema), root_(root), faults_(faults) {}

  /// The value of a key in its canonical form; nothing when it is at fault.
  std::optional<YamlNode> value(const Key& key, const YamlNode& node, const std::string& path) {
    switch (key.type) {
      case KeyType::section:
        return section(key, node, path);
      case KeyType::choice:
        return choice(key, node, path);
      case KeyType::named:
        return named(key, node, path);
      case KeyType::words:
        return word_list(key, node, path);
      case KeyType::points:
        return point_list(key, node, path);
      default:
        return scalar(key, node, path);
    }
  }

 private:
  void fault(const std::string& what, const YamlNode& node, const std::string& path,
             const std::string& remedy) {
    faults_.emplace_back(what, path.empty() ? node.source : node.source + ", " + path, remedy);
  }

  bool require_kind(Kind kind, const YamlNode& node, const std::string& path,
                    const std::string& remedy) {
    if (node.kind == kind) return true;
    fault(fmt::format("{} is expected here, not {}", to_string(kind), to_string(node.kind)), node,
          path, remedy);
    return false;
  }

  static std::vector<std::string> key_names(const Key& key) {
    std::vector<std::string> names;
    for (const auto& child : key.keys) names.push_back(child.name);
    return names;
  }

  std::optional<YamlNode> section(const Key& key, const YamlNode& node, const std::string& path) {
    YamlNode result = node;
    result.entries.clear();
    const bool empty = node.kind == Kind::null;
    if (!empty && !require_kind(Kind::map, node, path, "its keys are " + enumerate(key_names(key))))
      return std::nullopt;
    result.kind = Kind::map;
    report_unknown(key, node, path);
    const Key fitting = key.fitting(node);
    report_ruled_out(key, fitting, node, path);
    for (const auto& child : fitting.keys) {
      const YamlNode* given = node.find(child.name);
      if (auto checked = given != nullptr ? value(child, *given, below(path, child.name))
                                          : absent(child, node, below(path, child.name)))
        result.entries.push_back({child.name, std::move(*checked)});
    }
    return result;
  }

  /// What to do about an unknown key: the nearest one beside it, or its right place elsewhere.
  std::string hint(const Key& key, const std::string& name) const {
    const std::string meant = nearest_word(name, key_names(key));
    if (!meant.empty()) return fmt::format("did you mean '{}'?", meant);
    std::vector<std::string> places;
    find_places(schema_, "", name, places);
    if (!places.empty()) return "it belongs to " + enumerate(places, "or");
    return "known here: " + enumerate(key_names(key));
  }

  static void find_places(const Key& key, const std::string& path, const std::string& name,
                          std::vector<std::string>& places) {
    const std::string inside = key.type == KeyType::named ? below(path, "NAME") : path;
    for (const auto& child : key.keys) {
      if (child.name == name) places.push_back(fmt::format("'{}'", below(inside, name)));
      find_places(child, below(inside, child.name), name, places);
    }
  }

  /// Returns whether there was one.
  bool report_unknown(const Key& key, const YamlNode& node, const std::string& path) {
    bool found = false;
    for (const auto& [name, child] : node.entries) {
      if (key.find(name) != nullptr) continue;
      found = true;
      fault(fmt::format("unknown key '{}'", name), child, below(path, name), hint(key, name));
    }
    return found;
  }

  void report_ruled_out(const Key& key, const Key& fitting, const YamlNode& node,
                        const std::string& path) {
    for (const auto& [name, child] : node.entries) {
      if (key.find(name) == nullptr || fitting.find(name) != nullptr) continue;
      const std::string& ruler = key.find(name)->when_key;
      std::vector<std::string> values;
      for (const auto& other : key.keys)
        if (other.name == name)
          values.insert(values.end(), other.when_values.begin(), other.when_values.end());
      const YamlNode* given = node.find(ruler);
      fault(given != nullptr ? fmt::format("'{}' does not go with {}: {}", name, ruler, given->text)
                             : fmt::format("'{}' does not go without '{}'", name, ruler),
            child, below(path, name),
            values.empty() ? fmt::format("give '{}' too, or leave it out", ruler)
                           : fmt::format("it belongs to {}: {}", ruler, enumerate(values, "or")));
    }
  }

  std::optional<YamlNode> absent(const Key& key, const YamlNode& parent, const std::string& path) {
    YamlNode node;
    node.source = parent.source;
    node.base = parent.base;
    if (key.standard) {
      node = parse_value(*key.standard, "default", parent.base);
      return value(key, node, path);
    }
    if (key.is_required) {
      const bool quantity = key.type == KeyType::number && key.dimension != Dimension::none;
      fault(fmt::format("key '{}' is missing", key.name), parent, path,
            quantity ? fmt::format("add '{}: {}'; {}", key.name, example(key.dimension), key.help)
                     : fmt::format("add '{}: ...'; {}", key.name, key.help));
      return std::nullopt;
    }
    if (key.type == KeyType::section && !key.is_alternative && !key.is_optional)
      return section(key, node, path);
    return std::nullopt;
  }

  /// `native` for `{native: true}`, where that is a way of the choice.
  static YamlNode spelled_out(const Key& key, const YamlNode& given) {
    const Key* way = given.kind == Kind::scalar ? key.find(given.text) : nullptr;
    if (way == nullptr || way->type != KeyType::flag || !way->is_alternative) return given;
    YamlNode map = given, yes = given;
    map.kind = Kind::map;
    yes.text = "true";
    map.entries = {{given.text, yes}};
    return map;
  }

  std::optional<YamlNode> choice(const Key& key, const YamlNode& given, const std::string& path) {
    const YamlNode node = spelled_out(key, given);
    std::vector<std::string> ways, chosen;
    for (const auto& child : key.keys)
      if (child.is_alternative) {
        ways.push_back(child.name);
        if (node.find(child.name) != nullptr) chosen.push_back(child.name);
      }
    if (node.kind != Kind::null &&
        !require_kind(Kind::map, node, path, "give exactly one of " + enumerate(ways, "or")))
      return std::nullopt;
    if (chosen.size() != 1) {
      if (report_unknown(key, node, path) && chosen.empty()) return std::nullopt;
      fault(chosen.empty()
                ? fmt::format("'{}' does not say which it is", key.name)
                : fmt::format("'{}' has more than one of {}", key.name, enumerate(chosen)),
            node, path, "give exactly one of " + enumerate(ways, "or"));
      return std::nullopt;
    }
    Key narrowed = key;
    std::erase_if(narrowed.keys, [&](const Key& child) {
      const auto& with = child.only_with;
      const bool foreign =
          !with.empty() && std::count(with.begin(), with.end(), chosen.front()) == 0;
      if (!foreign) return false;
      if (const YamlNode* foreign_node = node.find(child.name))
        fault(fmt::format("'{}' does not go with '{}'", child.name, chosen.front()), *foreign_node,
              below(path, child.name), "it belongs to " + enumerate(with, "or"));
      return node.find(child.name) == nullptr;
    });
    return section(narrowed, node, path);
  }

  std::optional<YamlNode> named(const Key& key, const YamlNode& node, const std::string& path) {
    if (!require_kind(Kind::map, node, path, "give each section a name of your own"))
      return std::nullopt;
    YamlNode result = node;
    result.entries.clear();
    for (const auto& [name, child] : node.entries) {
      const bool plain = !name.empty() && name.find_first_of("./\\ ") == std::string::npos;
      if (!plain)
        fault(fmt::format("'{}' cannot be used as a name", name), child, below(path, name),
              "leave out blanks, dots and slashes");
      else if (auto checked = section(key, child, below(path, name)))
        result.entries.push_back({name, std::move(*checked)});
    }
    return result;
  }

  std::optional<YamlNode> word_list(const Key& key, const YamlNode& node, const std::string& path) {
    YamlNode list = node;
    if (node.kind == Kind::scalar) {  // one word stands for a list of one
      list.kind = Kind::list;
      list.items = {node};
    }
    if (!require_kind(Kind::list, list, path, "write [" + enumerate(key.allowed, "or") + "]"))
      return std::nullopt;
    bool good = true;
    std::vector<std::string> seen;
    for (const auto& item : list.items) {
      good = word(key, item, path).has_value() && good;
      if (std::count(seen.begin(), seen.end(), item.text) > 0) {
        fault(fmt::format("'{}' stands there twice", item.text), item, path, "keep one of them");
        good = false;
      }
      seen.push_back(item.text);
    }
    return good ? std::optional(list) : std::nullopt;
  }

  std::optional<YamlNode> point_list(const Key& key, const YamlNode& node,
                                     const std::string& path) {
    constexpr const char* form = "write [[10 deg, 40 deg], [20 deg, 50 deg], ...]";
    if (!require_kind(Kind::list, node, path, form)) return std::nullopt;
    YamlNode result = node;
    result.items.clear();
    for (const auto& point : node.items) {
      if (!require_kind(Kind::list, point, path, form)) return std::nullopt;
      YamlNode pair = point;
      pair.items.clear();
      for (const auto& angle : point.items)
        if (auto checked = scalar(key, angle, path)) pair.items.push_back(std::move(*checked));
      if (point.items.size() != 2) {
        fault(fmt::format("a point of {} numbers", point.items.size()), point, path, form);
        return std::nullopt;
      }
      if (pair.items.size() != 2) return std::nullopt;
      result.items.push_back(std::move(pair));
    }
    return result;
  }

  std::optional<YamlNode> word(const Key& key, const YamlNode& node, const std::string& path) {
    if (std::count(key.allowed.begin(), key.allowed.end(), node.text) > 0) return node;
    const YamlNode* names = key.or_names_of.empty() ? nullptr : root_.find(key.or_names_of);
    if (names != nullptr && names->find(node.text) != nullptr) return node;
    const std::string meant = nearest_word(node.text, key.allowed);
    fault(fmt::format("'{}' is not one of the values of '{}'", node.text, key.name), node, path,
          (meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant)) +
              "allowed: " + enumerate(key.allowed, "or"));
    return std::nullopt;
  }

  std::optional<YamlNode> scalar(const Key& key, const YamlNode& node, const std::string& path) {
    if (!require_kind(Kind::scalar, node, path, key.help)) return std::nullopt;
    switch (key.type) {
      case KeyType::flag:
        return flag(node, path);
      case KeyType::integer:
        return integer(key, node, path);
      case KeyType::number:
      case KeyType::points:  // one coordinate
        return number(key, node, path);
      case KeyType::word:
        return word(key, node, path);
      case KeyType::date:
        return date(node, path);
      case KeyType::file:
        return file(node, path);
      case KeyType::folder:
        return with_text(node, std::filesystem::absolute(node.text).string());
      default:
        return node;
    }
  }

  static YamlNode with_text(YamlNode node, const std::string& text) {
    node.text = text;
    return node;
  }

  std::optional<YamlNode> flag(const YamlNode& node, const std::string& path) {
    if (node.text == "true" || node.text == "false") return node;
    fault(fmt::format("'{}' is neither true nor false", node.text), node, path,
          "write true or false");
    return std::nullopt;
  }

  std::optional<YamlNode> integer(const Key& key, const YamlNode& node, const std::string& path) {
    int number = 0;
    const char* end = node.text.data() + node.text.size();
    const auto [rest, status] = std::from_chars(node.text.data(), end, number);
    if (status != std::errc() || rest != end) {
      fault(fmt::format("'{}' is not a whole number", node.text), node, path, key.help);
      return std::nullopt;
    }
    if (!within_bounds(key, number, node, path)) return std::nullopt;
    return with_text(node, std::to_string(number));
  }

  std::optional<YamlNode> number(const Key& key, const YamlNode& node, const std::string& path) {
    if (std::count(key.allowed.begin(), key.allowed.end(), node.text) > 0) return node;
    const Quantity quantity = parse_quantity(node.text, key.dimension);
    if (!quantity.problem.empty()) {
      fault(quantity.problem, node, path,
            quantity.remedy + (key.allowed.empty() ? "" : ", or " + enumerate(key.allowed, "or")));
      return std::nullopt;
    }
    if (!within_bounds(key, quantity.value, node, path)) return std::nullopt;
    return with_text(node, to_text(quantity.value));
  }

  bool within_bounds(const Key& key, double number, const YamlNode& node, const std::string& path) {
    const bool low = number < key.lower || (key.above_lower && number == key.lower);
    if (!low && number <= key.upper) return true;
    const std::string unit =
        key.dimension == Dimension::none ? "" : std::string(" ") + si_unit(key.dimension);
    if (low)
      fault(fmt::format("'{}' is too small", node.text), node, path,
            fmt::format("it must be {} {}{}", key.above_lower ? "more than" : "at least",
                        to_text(key.lower), unit));
    else
      fault(fmt::format("'{}' is too large", node.text), node, path,
            fmt::format("it may be {}{} at most", to_text(key.upper), unit));
    return false;
  }

  std::optional<YamlNode> date(const YamlNode& node, const std::string& path) {
    if (const auto parsed = parse_date(node.text)) return with_text(node, to_string(*parsed));
    fault(fmt::format("'{}' is not a date", node.text), node, path,
          "write it as in 2000-01-01T06:00:00 (ISO 8601, UTC)");
    return std::nullopt;
  }

  std::optional<YamlNode> file(const YamlNode& node, const std::string& path) {
    const auto name = (node.base / node.text).lexically_normal();
    std::error_code status;
    if (!std::filesystem::exists(name, status)) {
      fault(fmt::format("there is no file '{}'", name.string()), node, path,
            "a relative name starts at the folder of the case file");
      return std::nullopt;
    }
    if (std::filesystem::is_directory(name, status) || !std::ifstream(name)) {
      fault(fmt::format("'{}' cannot be read as a file", name.string()), node, path,
            "check its kind and permissions");
      return std::nullopt;
    }
    return with_text(node, name.string());
  }

  const Key& schema_;
  const YamlNode& root_;
  std::vector<InputError>& faults_;
};

}  // namespace

Settings check_tree(const YamlNode& root, const Key& schema, std::vector<InputError>& faults) {
  auto checked = Checker(schema, root, faults).value(schema, root, "");
  return Settings(checked ? std::move(*checked) : YamlNode{});
}

}  // namespace hexad
