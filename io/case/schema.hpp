#pragma once

#include <array>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hexad/core/error.hpp"
#include "hexad/io/case/quantity.hpp"
#include "hexad/io/case/yaml_tree.hpp"

namespace hexad {

/// What the value of a key may be.
enum class KeyType {
  flag,     ///< true or false
  integer,  ///< a whole number
  number,   ///< a quantity of some dimension, or one of `words` where there are any
  word,     ///< one of `words`
  words,    ///< a list of `words`
  points,   ///< a list of points [longitude, latitude], two angles each
  text,     ///< any text
  date,     ///< ISO 8601
  file,     ///< an existing file; a relative name starts at the folder of the case file
  folder,   ///< a folder to write to; a relative name starts at the working directory
  section,  ///< a map of `keys`
  choice,   ///< a map of `keys`, of which exactly one of those marked `alternative` is given; the
            ///< name of one that is a flag may stand alone
  named     ///< a map of sections, each named by the user and made of `keys`
};

/// The one description of a key of the case file: its checks, its default, its place in the case as
/// run and in the guide all come from here. Made by the functions below and refined in a chain:
/// `number("dt", Dimension::time, "Length of a step.").required().positive()`.
struct Key {
  std::string name;
  KeyType type = KeyType::section;
  std::string help;
  Dimension dimension = Dimension::none;
  std::optional<std::string> standard;  ///< The default, as it would be written in a case file.
  bool is_required = false;
  bool is_optional = false;            ///< A section that need not be there at all.
  bool is_alternative = false;         ///< One of the ways of its choice.
  std::vector<std::string> only_with;  ///< Alternatives beside which it may stand; empty: all.
  std::string when_key;                ///< Only where this key beside it has one of these values.
  std::vector<std::string> when_values;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool above_lower = false;  ///< The lower bound itself is not allowed.
  std::vector<std::string> allowed;
  std::string or_names_of;  ///< Of words: the names in this section of the case are allowed too.
  std::vector<Key> keys;

  [[nodiscard]] Key required() const;
  [[nodiscard]] Key defaults_to(const std::string& value) const;
  [[nodiscard]] Key positive() const;
  [[nodiscard]] Key between(double least, double largest) const;
  [[nodiscard]] Key at_least(double least) const;
  [[nodiscard]] Key optional() const;
  [[nodiscard]] Key alternative() const;
  [[nodiscard]] Key or_name_in(const std::string& section) const;
  [[nodiscard]] Key or_word(const std::string& word) const;
  [[nodiscard]] Key with(std::vector<std::string> alternatives) const;
  /// Only beside a key with one of these values, or with any where none is listed. Keys of one
  /// name and different values may stand beside one another, each with its own default.
  [[nodiscard]] Key when(const std::string& beside, std::vector<std::string> values) const;

  [[nodiscard]] const Key* find(const std::string& child) const;
  /// This section without the keys that the values in `node` rule out (see `when`).
  [[nodiscard]] Key fitting(const YamlNode& node) const;
};

Key flag_key(const std::string& name, const std::string& help);
Key integer_key(const std::string& name, const std::string& help);
Key number_key(const std::string& name, Dimension dimension, const std::string& help);
Key word_key(const std::string& name, std::vector<std::string> allowed, const std::string& help);
Key words_key(const std::string& name, std::vector<std::string> allowed, const std::string& help);
Key points_key(const std::string& name, const std::string& help);
Key text_key(const std::string& name, const std::string& help);
Key date_key(const std::string& name, const std::string& help);
Key file_key(const std::string& name, const std::string& help);
Key folder_key(const std::string& name, const std::string& help);
Key section_key(const std::string& name, const std::string& help, std::vector<Key> keys);
Key choice_key(const std::string& name, const std::string& help, std::vector<Key> keys);
Key named_key(const std::string& name, const std::string& help, std::vector<Key> keys);

/// A checked case: every key has a value of its type, defaults filled in, numbers in SI units.
/// Keys are reached by their path, "time.dt".
class Settings {
 public:
  Settings() = default;
  explicit Settings(YamlNode root) : root_(std::move(root)) {}

  [[nodiscard]] bool has(const std::string& path) const { return find(path) != nullptr; }
  [[nodiscard]] bool flag(const std::string& path) const { return text(path) == "true"; }
  [[nodiscard]] int integer(const std::string& path) const { return std::stoi(text(path)); }
  [[nodiscard]] double number(const std::string& path) const {
    return std::strtod(text(path).c_str(), nullptr);
  }
  [[nodiscard]] const std::string& text(const std::string& path) const;
  /// Whether a key that takes a number or a word has that word.
  [[nodiscard]] bool is_word(const std::string& path, const std::string& word) const {
    return has(path) && text(path) == word;
  }
  [[nodiscard]] std::vector<std::string> words(const std::string& path) const;
  /// Longitude and latitude of each point (rad).
  [[nodiscard]] std::vector<std::array<double, 2>> points(const std::string& path) const;
  /// Names of the sections of a `named` key, of the keys of a section.
  [[nodiscard]] std::vector<std::string> names(const std::string& path) const;
  /// Where the value came from: "case.yaml, line 12, time.dt".
  [[nodiscard]] std::string where(const std::string& path) const;
  /// Replaces the value of a key that is there.
  void set(const std::string& path, const std::string& text);
  /// The case as run, which can be run again as it is.
  [[nodiscard]] std::string yaml() const { return write_yaml(root_); }

 private:
  [[nodiscard]] const YamlNode* find(const std::string& path) const;
  YamlNode root_;
};

/// Sets `a.b=value` in a tree. A value for one alternative of a choice takes the place of the
/// others. InputError when it has no '=' or a piece of the path is not a map.
void apply_override(YamlNode& root, const Key& schema, const std::string& assignment);

/// Checks a tree against its description. Faults are appended, all of them; keys at fault are
/// absent from the result.
Settings check_tree(const YamlNode& root, const Key& schema, std::vector<InputError>& faults);

}  // namespace hexad
