#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "hexad/experiments/forecast/output.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/io/restart.hpp"

namespace hexad {

/// What a run has noted so far and reports at its end.
struct RunNotes {
  Report start;
  double largest_wind = 0;     ///< Of all report times (m s-1).
  double largest_courant = 0;  ///< Of all steps.
};

/// The restart that a run goes on from.
struct Resumed {
  std::filesystem::path file;
  Restart restart;
};

/// The newest good restart of a case's output folder. InputError when there is none, or when it is
/// one of a case that differs in what matters. Where the case leaves the length of a step open, it
/// gets the restart's.
Resumed find_restart(Case& run, const std::function<void(const std::string&)>& warn);

/// Puts the state of a restart in the place of the initial one. InputError when the restart is of
/// another mesh or has another number of members.
void take_state(Resumed& resumed, const Case& run, Setup& setup);
RunNotes notes_of(const Restart& restart, const Case& run);

/// Writes the restarts of a run.
class Restarts {
 public:
  Restarts(const Case& run, const Mesh& mesh, FileAttributes attributes, const Resumed* from);

  [[nodiscard]] bool is_due(long step) const { return every_ > 0 && step % every_ == 0; }
  /// Writes one of the state after a step, in the background, after all that the files of the run
  /// were given before. An error surfaces at the next output.
  void write(long step, const Setup& setup, const Output& output, const RunNotes& notes);

  /// The step of the newest; -1 where there is none.
  [[nodiscard]] long newest_step() const { return newest_; }
  [[nodiscard]] std::filesystem::path newest_file() const { return folder_->file_of(newest_); }
  /// How long one takes to write (s), as far as known: measured, or guessed from the size.
  [[nodiscard]] double expected_seconds(const Setup& setup) const;

 private:
  std::string mesh_file_id_, case_as_run_;
  std::vector<std::string> tracers_;
  double step_s_;
  long every_ = 0, newest_ = -1;
  FileAttributes attributes_;
  std::vector<std::vector<Index>> orders_;
  std::shared_ptr<RestartFolder> folder_;
  std::shared_ptr<std::atomic<double>> longest_s_ = std::make_shared<std::atomic<double>>(0.0);
};

}  // namespace hexad
