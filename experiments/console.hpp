#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace hexad {

/// What a command says. Results and plain lines go to standard output, the progress bar to standard
/// error, where faults and warnings go too (core/log.hpp). A reader that has gone away (`| head`)
/// never ends a run.
class Console {
 public:
  enum class Level { quiet, normal, verbose };

  Console() = default;
  /// With `json`, standard output is for the one JSON document: everything else is kept off it.
  Console(Level level, bool json) : level_(json ? Level::quiet : level), json_(json) {}

  [[nodiscard]] bool is_quiet() const { return level_ == Level::quiet; }
  [[nodiscard]] bool is_verbose() const { return level_ == Level::verbose; }
  [[nodiscard]] bool wants_json() const { return json_; }

  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) const {
    if (!is_quiet()) write(fmt::format(text, std::forward<Args>(args)...) + "\n");
  }
  template <class... Args>
  void detail(fmt::format_string<Args...> text, Args&&... args) const {
    if (is_verbose()) write(fmt::format(text, std::forward<Args>(args)...) + "\n");
  }
  /// Whole lines that end themselves.
  void text(const std::string& lines) const {
    if (!is_quiet()) write(lines);
  }
  /// A result that was asked for: said even when quiet.
  void result(std::string_view text) const { write(std::string(text) + "\n"); }

  /// Shows `text` in place of the last progress line; only on a terminal.
  void progress(const std::string& text) const;
  [[nodiscard]] bool shows_progress() const;

 private:
  static void write(const std::string& text);

  Level level_ = Level::normal;
  bool json_ = false;
};

}  // namespace hexad
