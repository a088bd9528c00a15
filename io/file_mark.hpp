#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hexad {

/// A stretch of a file (bytes).
struct Stretch {
  std::size_t start = 0, size = 0;
  [[nodiscard]] std::size_t end() const { return start + size; }
};

/// A NetCDF-4 file at a moment of its writing. With it the file can be brought back to that moment
/// whatever happened to it since: records appended, or the program killed in the middle of a write.
///
/// The values of a finished record are never touched again; what changes are the tables by which
/// HDF5 finds them. A mark holds every byte of the file but those values, so it stays small: some
/// 60 bytes for each field of each record.
struct FileMark {
  std::string id;           ///< Of the file: its attribute tracking_id.
  std::size_t records = 0;  ///< Along its unlimited dimension.
  double last_time = 0;     ///< Of the last record (s); only where there is one.
  std::size_t length = 0;   ///< Of the file (bytes).
  std::vector<Stretch> stretches;
  std::string bytes;  ///< What the stretches hold, one after another.
};

/// Takes marks of one file that is being written. On the I/O thread only.
class FileMarker {
 public:
  /// `record_variables` get one record after another; the values of all others are final.
  FileMarker(std::string file, std::vector<std::string> record_variables)
      : file_(std::move(file)), record_variables_(std::move(record_variables)) {}

  /// The file as it was last flushed, safe on the disk. RunError.
  [[nodiscard]] FileMark mark(std::size_t records);

 private:
  void add(const std::vector<Stretch>& values);

  std::string file_;
  std::vector<std::string> record_variables_;
  std::size_t known_records_ = 0;
  bool knows_static_ = false;
  std::vector<Stretch> values_;  // sorted, none touches another
};

/// Brings a file back to a mark. RunError, and the file untouched, when it is not the file of the
/// mark (it has another id) or part of it is missing.
void restore_file(const std::string& path, const FileMark& mark);

/// A fresh tracking_id: 128 random bits.
std::string new_tracking_id();

}  // namespace hexad
