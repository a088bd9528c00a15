#pragma once

namespace hexad {

/// While one of these lives, SIGINT (Ctrl-C) and SIGTERM are noted instead of ending the program,
/// so that a loop can close its files and end. A second SIGINT ends the program at once.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The name of the signal that came, "SIGTERM"; null when none has.
  [[nodiscard]] static const char* name();
};

}  // namespace hexad
