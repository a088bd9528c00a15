#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/field_info.hpp"
#include "hexad/io/record_file.hpp"

namespace hexad {

/// What a record stands for: a moment, or the mean over the interval that ends with it.
enum class Statistic { instant, mean };

/// A field that is written once.
struct ConstantField {
  FieldInfo info;
  std::vector<double> values;  ///< In the mesh's internal order.
};

/// A number for each member, written once.
struct MemberNumbers {
  std::string name, units, long_name;
  std::vector<double> values;
};

struct HistoryOptions {
  std::vector<FieldInfo> fields;
  std::vector<ConstantField> constants{};
  std::vector<MemberNumbers> numbers{};  ///< On nMembers; on nothing where there is one member.
  Statistic statistic = Statistic::instant;
  /// Global attributes: version, command line, case as run, device, seeds, title ...
  std::map<std::string, std::string> attributes;
  Date start{};                   ///< The moment of time 0.
  int compression = 1;            ///< Deflate with shuffled bytes, 0 (none) to 9.
  bool single_precision = false;  ///< Fields as 32-bit numbers.
};

/// The layout beneath; refers to the mesh and the options until the file is made.
RecordLayout history_layout(const std::string& path, const Mesh& mesh,
                            const HistoryOptions& options);

/// A history: one NetCDF-4 file that follows UGRID-1.0 and CF-1.8 and carries the variables of the
/// MPAS mesh specification too, so that xarray, uxarray, psyplot and ParaView open it as it is.
///
/// - Fields are (Time, nCells), (Time, nEdges) or (Time, nVertices), in the user's order. Those
///   with members are (Time, nCells, nMembers): VTK's MPAS reader takes only variables whose
///   dimensions start with Time and nCells, and xarray and uxarray go by name.
/// - `time` (CF) is an auxiliary coordinate along `Time`, whose name MPAS tools want; `xtime` is
/// the
///   same moment as MPAS text. Lengths are in metres, MPAS longitudes in radians.
/// - A mean has `time_bounds`, the interval that ends with its `time`.
/// See RecordFile for what holds while it is written, and for errors.
class HistoryFile {
 public:
  /// Creates the file with the mesh. The mesh is not needed after that.
  HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options);
  /// Goes on with the file of an earlier run from a mark (see RecordFile).
  HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options,
              const FileMark& mark);

  /// Appends a record. `values` holds one list per field in the order of the options: entity by
  /// entity in the mesh's internal order, member innermost. A mean began at `since`.
  void write(double seconds, std::vector<std::vector<double>> values,
             std::optional<double> since = std::nullopt) {
    file_.write({seconds, since, std::move(values)});
  }

  /// The file of records beneath, for marks.
  [[nodiscard]] const RecordFile& records() const { return file_; }

  /// Waits for what is being written, closes the file and gives it its name.
  void close() { file_.close(); }

 private:
  RecordFile file_;
};

}  // namespace hexad
