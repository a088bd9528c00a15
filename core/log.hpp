#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace spdlog {
class logger;
}

namespace hexad {

/// How much a command says: `quiet` warnings and errors; `normal` what it does as well; `verbose`
/// details too.
enum class Verbosity { quiet, normal, verbose };

/// Messages to standard error, one line each, "hexad: warning: ...". On several processes the first
/// speaks; the others only warn, with their rank. An object, passed to whoever speaks; copies share
/// their output.
class Log {
 public:
  explicit Log(Verbosity verbosity = Verbosity::normal, int rank = 0);

  /// In place of standard error, for tests: lines are appended to `text`, which must outlive it.
  static Log to_string(std::string& text, Verbosity verbosity, int rank = 0);

  template <class... Args>
  void detail(fmt::format_string<Args...> format, Args&&... args) const {
    if (speaks(Kind::detail)) write(Kind::detail, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void info(fmt::format_string<Args...> format, Args&&... args) const {
    if (speaks(Kind::info)) write(Kind::info, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void warning(fmt::format_string<Args...> format, Args&&... args) const {
    write(Kind::warning, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) const {
    write(Kind::error, fmt::format(format, std::forward<Args>(args)...));
  }

  [[nodiscard]] Verbosity verbosity() const { return verbosity_; }

 private:
  enum class Kind { detail, info, warning, error };
  Log(std::shared_ptr<spdlog::logger> logger, Verbosity verbosity);
  [[nodiscard]] bool speaks(Kind kind) const;
  void write(Kind kind, std::string_view message) const;

  std::shared_ptr<spdlog::logger> logger_;
  Verbosity verbosity_;
};

}  // namespace hexad
