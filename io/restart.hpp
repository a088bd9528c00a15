#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/file_mark.hpp"

namespace hexad {

/// A field of a restart. In memory its values stand in the mesh's internal order, in the file in
/// that of the user's mesh: entity by entity, member innermost.
struct RestartField {
  Place place = Place::cell;
  int members = 1;
  std::vector<double> values;
};

/// All that a run needs to go on with the same bits, but for what its case says anyway (mesh,
/// topography, constants).
struct Restart {
  long step = 0;
  double time_s = 0;         ///< Simulated since the start.
  double step_s = 0;         ///< Length of a step.
  std::string mesh_file_id;  ///< Hash of the mesh.
  std::string case_as_run;   ///< The case, with every default.
  /// The state (thickness, normal_velocity, tracer_NAME), and sums of means that are not complete.
  std::map<std::string, RestartField> fields;
  std::map<std::string, std::vector<double>> numbers;  ///< What a run reports at its end.
  std::map<std::string, FileMark> marks;               ///< Of the files that it goes on with.
};

/// Attributes that say where a file comes from.
using FileAttributes = std::vector<std::pair<std::string, std::string>>;

/// Writes a restart (NetCDF-4) beside and renames it once it is on the disk. A checksum of all its
/// bytes follows the end of what NetCDF looks at. On the I/O thread only. RunError.
void write_restart(const std::filesystem::path& path, const Restart& restart,
                   const std::vector<std::vector<Index>>& orders, const FileAttributes& attributes);

/// The orders of the user's mesh file for write_restart: of cells, edges, vertices.
std::vector<std::vector<Index>> restart_orders(const Mesh& mesh);

/// Reads a restart; fields stay in the order of the file. On the I/O thread only. InputError where
/// it is missing, damaged (the checksum does not fit) or no restart.
Restart read_restart(const std::filesystem::path& path);

/// Brings the fields from the order of the file to the mesh's. InputError when the restart is one
/// of another mesh.
void take_mesh_order(Restart& restart, const Mesh& mesh, const std::filesystem::path& file);

/// The restarts of a run: FOLDER/restart_STEP.nc, and FOLDER/latest, which names the newest that is
/// complete.
class RestartFolder {
 public:
  RestartFolder(std::filesystem::path folder, int keep) : folder_(std::move(folder)), keep_(keep) {}

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path file_of(long step) const;

  /// Writes a restart; then the pointer, beside and renamed; then removes all other restarts but
  /// the newest of this run, `keep` in all. On the I/O thread only. RunError.
  void write(const Restart& restart, const std::vector<std::vector<Index>>& orders,
             const FileAttributes& attributes);

  /// Those that are there, up to a step, are of this run.
  void adopt_until(long step);

  /// The restart that the pointer names, or, where that one is damaged, the newest good one:
  /// `warn` is told. On the I/O thread only. InputError when there is none.
  [[nodiscard]] std::pair<std::filesystem::path, Restart> newest_good(
      const std::function<void(const std::string&)>& warn) const;

 private:
  [[nodiscard]] std::vector<long> steps_there() const;

  std::filesystem::path folder_;
  int keep_;
  std::vector<long> own_;  // steps of the restarts of this run, oldest first
};

/// Bytes of a restart of so many values.
inline std::size_t restart_bytes(double values) {
  return static_cast<std::size_t>(8 * values) + 100000;  // tables, case, attributes
}

}  // namespace hexad
