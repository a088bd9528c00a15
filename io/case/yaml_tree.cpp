#include "hexad/io/case/yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cctype>
#include <fstream>
#include <sstream>

namespace hexad {
namespace {

/// Turns the parser's nodes into ours and collects keys that occur twice.
class Converter {
 public:
  Converter(std::string source, std::filesystem::path base, bool lines,
            std::vector<InputError>& faults)
      : source_(std::move(source)), base_(std::move(base)), lines_(lines), faults_(faults) {}

  YamlNode convert(const YAML::Node& from, const YAML::Mark& mark, const std::string& path) {
    YamlNode node;
    node.source = place(mark);
    node.base = base_;
    const Deeper deeper(depth_);
    if (depth_ > deepest)
      throw InputError("the file is nested too deeply; an alias may hold itself", place(mark),
                       "write out what the alias stands for");
    if (from.IsScalar()) {
      node.kind = YamlNode::Kind::scalar;
      node.text = from.Scalar();
    } else if (from.IsSequence()) {
      node.kind = YamlNode::Kind::list;
      for (const auto& item : from) node.items.push_back(convert(item, item.Mark(), path));
    } else if (from.IsMap()) {
      node.kind = YamlNode::Kind::map;
      for (const auto& entry : from) add_entry(node, entry.first, entry.second, path);
    }
    return node;
  }

 private:
  static constexpr int deepest = 50;
  /// One level down while it lives.
  struct Deeper {
    explicit Deeper(int& level) : level_(level) { ++level_; }
    ~Deeper() { --level_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    int& level_;
  };

  [[nodiscard]] std::string place(const YAML::Mark& mark) const {
    return lines_ ? fmt::format("{}, line {}", source_, mark.line + 1) : source_;
  }

  void add_entry(YamlNode& node, const YAML::Node& key, const YAML::Node& value,
                 const std::string& path) {
    if (!key.IsScalar())
      throw InputError("a key must be a word", place(key.Mark()), "write 'key: value'");
    const std::string& name = key.Scalar();
    const std::string full = path.empty() ? name : path + "." + name;
    if (const YamlNode* first = node.find(name))
      faults_.emplace_back(fmt::format("key '{}' occurs twice (first at {})", name, first->source),
                           place(key.Mark()) + ", " + full, "keep one of them");
    else
      node.entries.push_back({name, convert(value, key.Mark(), full)});
  }

  std::string source_;
  std::filesystem::path base_;
  bool lines_;
  std::vector<InputError>& faults_;
  int depth_ = 0;
};

YamlNode parse(const std::string& text, const std::string& source,
               const std::filesystem::path& base, bool lines, std::vector<InputError>& faults) {
  try {
    const YAML::Node root = YAML::Load(text);
    return Converter(source, base, lines, faults).convert(root, root.Mark(), "");
  } catch (const YAML::Exception& fault) {
    throw InputError("not valid YAML: " + fault.msg,
                     lines ? fmt::format("{}, line {}, column {}", source, fault.mark.line + 1,
                                         fault.mark.column + 1)
                           : source,
                     "check indentation, colons, brackets and quotes there");
  }
}

void emit(YAML::Emitter& out, const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      out << YAML::Null;
      return;
    case YamlNode::Kind::scalar:
      out << node.text;
      return;
    case YamlNode::Kind::list:
      out << YAML::Flow << YAML::BeginSeq;
      for (const auto& item : node.items) emit(out, item);
      out << YAML::EndSeq;
      return;
    case YamlNode::Kind::map:
      out << YAML::BeginMap;
      for (const auto& [name, value] : node.entries) {
        out << YAML::Key << name << YAML::Value;
        emit(out, value);
      }
      out << YAML::EndMap;
  }
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& key) const {
  for (const auto& [name, node] : entries)
    if (name == key) return &node;
  return nullptr;
}

YamlNode* YamlNode::find(const std::string& key) {
  return const_cast<YamlNode*>(static_cast<const YamlNode&>(*this).find(key));
}

const char* to_string(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return "a single value";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map of keys";
  }
  return "?";
}

YamlNode parse_value(const std::string& text, const std::string& source,
                     const std::filesystem::path& base) {
  std::vector<InputError> faults;
  YamlNode node = parse(text, source, base, false, faults);
  if (!faults.empty()) throw InputErrors(std::move(faults));
  return node;
}

YamlNode read_yaml(const std::filesystem::path& file, std::vector<InputError>& faults) {
  std::error_code status;
  if (!std::filesystem::exists(file, status))
    throw InputError("there is no such file", file.string(), "check the name and the folder");
  if (std::filesystem::is_directory(file, status))
    throw InputError("this is a folder, not a case file", file.string());
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  if (!stream) throw InputError("the file cannot be read", file.string(), "check its permissions");
  return parse(text.str(), file.string(), std::filesystem::absolute(file).parent_path(), true,
               faults);
}

std::string write_yaml(const YamlNode& node) {
  YAML::Emitter out;
  emit(out, node);
  return std::string(out.c_str()) + "\n";
}

}  // namespace hexad
