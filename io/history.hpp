#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/date.hpp"
#include "hexad/io/field_info.hpp"

namespace hexad {

struct HistoryOptions {
  std::vector<FieldInfo> fields;
  /// Global attributes: version, command line, case as run, device, seeds, title ...
  std::map<std::string, std::string> attributes;
  Date start{};                   ///< The moment of time 0.
  int compression = 1;            ///< Deflate with shuffled bytes, 0 (none) to 9.
  bool single_precision = false;  ///< Fields as 32-bit numbers.
};

/// A history: one NetCDF-4 file that follows UGRID-1.0 and CF-1.8 and carries the variables of the
/// MPAS mesh specification too, so that xarray, uxarray, psyplot and ParaView open it as it is.
///
/// - Fields are (Time, nCells), (Time, nEdges) or (Time, nVertices), in the user's order. Those
///   with members are (Time, nCells, nMembers): VTK's MPAS reader takes only variables whose
///   dimensions start with Time and nCells, and xarray and uxarray go by name.
/// - `time` (CF) is an auxiliary coordinate along `Time`, whose name MPAS tools want; `xtime` is
/// the
///   same moment as MPAS text. Lengths are in metres, MPAS longitudes in radians.
/// - A record is written in the background by the I/O thread, and flushed: until `close` gives the
///   file its name, PATH.part can be read and holds complete records only.
///
/// Errors (RunError) of a record surface at the next call; the half file is then removed.
class HistoryFile {
 public:
  /// Creates the file with the mesh. The mesh is not needed after that.
  HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options);
  /// Keeps what was written of a run that ended early: closes the file under its name when it has
  /// a record and none failed, and removes it otherwise.
  ~HistoryFile();
  HistoryFile(const HistoryFile&) = delete;
  HistoryFile& operator=(const HistoryFile&) = delete;

  /// Appends a record. `seconds` since the start must grow; `values` holds one list per field in
  /// the order of the options: entity by entity in the mesh's internal order, member innermost.
  void write(double seconds, std::vector<std::vector<double>> values);

  /// Waits for what is being written, closes the file and gives it its name.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace hexad
