#include "hexad/io/case/guide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hexad/io/case/nearest.hpp"

namespace hexad {
namespace {

/// A key with its place in the case file.
struct Place {
  std::string path;
  const Key* key;
  const Key* parent;
};

bool is_map(const Key& key) { return !key.keys.empty(); }

std::string below(const Key& key, const std::string& path, const std::string& child) {
  const std::string inside = key.type == KeyType::named ? path + ".NAME" : path;
  return inside.empty() ? child : inside + "." + child;
}

void collect(const Key& key, const std::string& path, std::vector<Place>& places) {
  for (const auto& child : key.keys) {
    const std::string place = below(key, path, child.name);
    places.push_back({place, &child, &key});
    collect(child, place, places);
  }
}

std::vector<Place> all_places(const Key& schema) {
  std::vector<Place> places;
  collect(schema, "", places);
  return places;
}

std::string bounds_of(const Key& key) {
  const std::string unit =
      key.dimension == Dimension::none ? "" : std::string(" ") + si_unit(key.dimension);
  const bool low = std::isfinite(key.lower), high = std::isfinite(key.upper);
  const auto text = [&unit](double bound) { return to_text(bound) + (bound == 0 ? "" : unit); };
  const std::string least =
      fmt::format("{} {}", key.above_lower ? "more than" : "at least", text(key.lower));
  if (low && high && !key.above_lower)
    return fmt::format(", {} to {}", to_text(key.lower), text(key.upper));
  if (low && high) return fmt::format(", {}, {} at most", least, text(key.upper));
  if (low) return ", " + least;
  return high ? fmt::format(", {} at most", text(key.upper)) : "";
}

/// The ways of a choice.
std::vector<std::string> ways_of(const Key& choice) {
  std::vector<std::string> ways;
  for (const auto& child : choice.keys)
    if (child.is_alternative) ways.push_back(child.name);
  return ways;
}

std::string listed(const std::vector<std::string>& words, const char* mark, const char* joint) {
  std::vector<std::string> marked;
  for (const auto& word : words) marked.push_back(fmt::format("{}{}{}", mark, word, mark));
  return enumerate(marked, joint);
}

/// What may be written: "time (s, min, h, d), more than 0"; `mark` stands round each word that is
/// to be taken literally.
std::string value_of(const Key& key, const char* mark = "") {
  switch (key.type) {
    case KeyType::flag:
      return "true or false";
    case KeyType::integer:
      return "a whole number" + bounds_of(key);
    case KeyType::number:
      if (key.dimension == Dimension::none) return "a number" + bounds_of(key);
      return fmt::format("{} ({}){}", to_string(key.dimension), known_units(key.dimension),
                         bounds_of(key));
    case KeyType::word:
      return listed(key.allowed, mark, "or");
    case KeyType::words:
      return "a list of " + listed(key.allowed, mark, "or");
    case KeyType::points:
      return fmt::format("a list of points [longitude, latitude] ({})", known_units(key.dimension));
    case KeyType::text:
      return "any text";
    case KeyType::date:
      return "a date (ISO 8601)";
    case KeyType::file:
      return "a file that exists";
    case KeyType::folder:
      return "a folder";
    case KeyType::section:
      return "a section";
    case KeyType::choice:
      return "a section with one of " + listed(ways_of(key), mark, "and");
    case KeyType::named:
      return "sections with names of your own";
  }
  return "";
}

/// The ways of its choice, or the values of another key, beside which alone it may stand.
std::string company(const Key& key, const char* mark = "") {
  if (!key.only_with.empty()) return listed(key.only_with, mark, "or");
  if (key.when_key.empty()) return "";
  if (key.when_values.empty()) return listed({key.when_key}, mark, "or");
  return fmt::format("{}{}{}: {}", mark, key.when_key, mark, listed(key.when_values, mark, "or"));
}
std::string company_of(const Key& key, const char* mark = "") {
  const std::string beside = company(key, mark);
  return beside.empty() ? "" : "; with " + beside;
}

/// Broken between words so that no line is wider than `width`.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width = 92) {
  std::string lines, line = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
    begin = end + 1;
  }
  return lines + line + "\n";
}

std::string explained(const Place& place) {
  const Key& key = *place.key;
  std::string text = place.path + "\n" + wrapped(key.help, "    ");
  text += wrapped("Takes " + value_of(key) + ".", "    ");
  if (key.type == KeyType::number && key.dimension != Dimension::none)
    text += fmt::format("    A bare number is in {}; for instance '{}: {}'.\n",
                        si_unit(key.dimension), key.name, example(key.dimension));
  if (key.is_required) text += "    Required.\n";
  if (key.standard) text += fmt::format("    Default: {}.\n", *key.standard);
  if (!key.is_required && !key.standard && !is_map(key) && !key.is_alternative)
    text += "    May be left out.\n";
  if (key.is_alternative)
    text += wrapped("Exactly one of " + enumerate(ways_of(*place.parent)) + " is given.", "    ");
  if (const auto beside = company(key); !beside.empty())
    text += wrapped("Goes with " + beside + " only.", "    ");
  return text;
}

/// The key of a path as a user writes it, with any name for a named section; null where none.
const Key* at_path(const Key& schema, const std::string& path, Place& place) {
  const Key* key = &schema;
  place = {"", key, nullptr};
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string piece = path.substr(begin, end - begin);
    begin = end + 1;
    if (key->type == KeyType::named && key->find(piece) == nullptr && begin <= path.size())
      continue;  // the user's own name
    const Key* child = key->find(piece);
    if (child == nullptr) return nullptr;
    place = {below(*key, place.path, piece), child, key};
    key = child;
  }
  return key;
}

std::vector<Place> places_named(const Key& schema, const std::string& path) {
  Place place;
  auto places = all_places(schema);
  if (at_path(schema, path, place) != nullptr) {  // more than one where a value rules which it is
    std::erase_if(places, [&](const Place& other) { return other.path != place.path; });
    return places;
  }
  std::erase_if(places, [&path](const Place& candidate) {
    return candidate.path != path && !candidate.path.ends_with("." + path);
  });
  return places;
}

[[noreturn]] void refuse(const Key& schema, const std::string& path) {
  std::vector<std::string> known;
  for (const auto& place : all_places(schema)) {
    known.push_back(place.path);
    known.push_back(place.key->name);
  }
  const std::string meant = nearest_word(path, known);
  throw InputError(
      fmt::format("the case file has no key '{}'", path), "hexad case " + path,
      meant.empty() ? "'hexad case' lists all keys" : fmt::format("did you mean '{}'?", meant));
}

std::size_t depth_of(const std::string& path) {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '.'));
}

/// A bar would end the cell of a table.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char letter : text)
    safe += letter == '|' ? std::string("\\|") : std::string(1, letter);
  return safe;
}

std::string default_cell(const Key& key) {
  if (key.is_alternative) return "one of these";
  if (key.is_required) return "**required**";
  return key.standard ? fmt::format("`{}`", cell(*key.standard)) : "";
}

void markdown_section(const Place& place, std::string& text) {
  const Key& key = *place.key;
  const std::string shown = place.path + (key.type == KeyType::named ? ".NAME" : "");
  const std::size_t level = std::min<std::size_t>(2 + depth_of(shown), 5);
  text += fmt::format("\n{} `{}`\n\n{}{}", std::string(level, '#'), shown, key.help,
                      key.is_required ? " Required." : "");
  if (key.type == KeyType::choice)
    text += fmt::format(" Exactly one of {} is given.", listed(ways_of(key), "`", "and"));
  text += "\n\n| key | takes | default | |\n|---|---|---|---|\n";
  for (const auto& child : key.keys)
    text += fmt::format("| `{}` | {}{} | {} | {} |\n", child.name, cell(value_of(child, "`")),
                        company_of(child, "`"), default_cell(child), cell(child.help));
  for (const auto& child : key.keys)
    if (is_map(child)) markdown_section({below(key, place.path, child.name), &child, &key}, text);
}

}  // namespace

std::string guide_overview(const Key& schema) {
  constexpr int column = 28;
  std::string text;
  for (const auto& place : all_places(schema)) {
    const Key& key = *place.key;
    std::string facts = value_of(key);
    if (key.is_required) facts += "; required";
    if (key.standard && !is_map(key)) facts.append("; default ").append(*key.standard);
    facts += company_of(key);
    const auto indent = static_cast<int>(2 * depth_of(place.path));
    const std::string label = fmt::format("{:{}}{} ", "", indent, key.name);
    const std::string lines = wrapped(facts, std::string(column, ' '), 100);
    text += fmt::format("{:<{}}{}", label, column, lines.substr(column));
    if (key.type == KeyType::named) text += fmt::format("{:{}}NAME\n", "", indent + 2);
  }
  return text;
}

std::string guide_to_key(const Key& schema, const std::string& path) {
  const auto places = places_named(schema, path);
  if (places.empty()) refuse(schema, path);
  std::string text;
  for (const auto& place : places) {
    if (!text.empty()) text += "\n";
    text += explained(place);
    std::vector<Place> inside;
    collect(*place.key, place.path, inside);
    for (const auto& child : inside) text.append("\n").append(explained(child));
  }
  return text;
}

std::string guide_markdown(const Key& schema) {
  std::string text;
  for (const auto& child : schema.keys) markdown_section({child.name, &child, &schema}, text);
  return text.substr(1);
}

}  // namespace hexad
