#include "hexad/experiments/console.hpp"

#include <unistd.h>

#include <cstdio>

namespace hexad {
namespace {

// Errors of these streams are ignored: there is nobody left to tell.
void put(std::FILE* stream, const std::string& text) {
  [[maybe_unused]] const auto written = std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace

void Console::write(const std::string& text) { put(stdout, text); }

bool Console::shows_progress() const { return !is_quiet() && isatty(STDERR_FILENO) != 0; }

void Console::progress(const std::string& text) const {
  if (shows_progress()) put(stderr, "\r\x1b[K" + text);
}

}  // namespace hexad
