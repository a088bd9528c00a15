#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hexad/experiments/setup.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// The history files of a run, one per stream of its case.
class Output {
 public:
  /// Creates DIRECTORY/NAME.nc for each stream, with `attributes` in each.
  Output(const Case& run, const Mesh& mesh,
         const std::vector<std::pair<std::string, std::string>>& attributes);
  /// Closes what is open and keeps it: what was written stays valid.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Whether any stream is written at this step.
  [[nodiscard]] bool is_due(long step) const;
  /// Writes the state of a setup into each stream that is due.
  void write(long step, Setup& setup);
  /// Finishes all files under their final names. RunError when that fails.
  void close();

 private:
  struct Stream;
  std::vector<std::unique_ptr<Stream>> streams_;
  double step_s_;
};

/// Size of all histories of a run, uncompressed (bytes).
std::size_t output_bytes(const Case& run, Index cells);

}  // namespace hexad
