#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hexad/experiments/forecast/report.hpp"
#include "hexad/experiments/forecast/stream.hpp"

namespace hexad {

/// The files of a run: DIRECTORY/NAME.nc for each stream of its case, and DIRECTORY/diagnostics.nc
/// with a record for each line of diagnostics.
class Output {
 public:
  Output(const Case& run, Setup& setup, const FileAttributes& attributes,
         const Beginning& beginning);

  /// Whether any stream writes a record after this step.
  [[nodiscard]] bool is_due(long step) const;
  /// Hands the state of a setup after a step to each stream that wants it.
  void take(long step, const Setup& setup);
  /// Appends diagnostics, `start` being those at the start of the run.
  void write(long step, const Report& start, const Report& now);

  /// Puts what the streams carry into a restart.
  void save(Restart& restart) const;
  /// What takes the marks of all files, by name; to be called on the I/O thread.
  [[nodiscard]] std::map<std::string, std::function<FileMark()>> markers() const;

  /// Finishes all files under their final names. RunError when that fails.
  void close();

 private:
  std::vector<std::unique_ptr<Stream>> streams_;
  std::unique_ptr<RecordFile> diagnostics_;
  FieldSource fields_;
  double step_s_;
};

/// Size of all histories of a run, uncompressed (bytes), on a mesh of so many cells.
std::size_t output_bytes(const Case& run, Index cells);
/// Size of all restarts that are kept, one more than that while one is written.
std::size_t all_restarts_bytes(const Case& run, Index cells);

}  // namespace hexad
