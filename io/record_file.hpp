#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hexad/io/case/date.hpp"
#include "hexad/io/file_mark.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

/// A variable that gets values with each record.
struct RecordVariable {
  std::string name;
  std::vector<std::size_t> counts;  ///< Along its dimensions after time.
  std::size_t given = 0;            ///< Number of values that are handed over for a record.
  /// Makes the record's values of those handed over (another order, interpolation), on the I/O
  /// thread; without it they are written as they are.
  std::function<std::vector<double>(const std::vector<double>&)> arrange{};
  bool one_chunk_a_record = true;  ///< Its chunks hold one record each.
};

/// What a file of records is made of, beside its time axis.
struct RecordLayout {
  std::vector<RecordVariable> variables;
  std::function<void(nc::File&)> define;  ///< Dimensions, variables, attributes; time is there.
  std::function<void(nc::File&)> fill;    ///< Values that are written once.
  Date start{};                           ///< The moment of time 0.
  /// Name of the growing dimension; where it is `time`, that is a coordinate variable.
  std::string dimension = "Time";
  bool mpas_text = true;   ///< `xtime` is written too.
  bool intervals = false;  ///< Records stand for spans: time_bounds is written too.
};

/// A record: values of all variables at a time, or over the span that ends with it.
struct Record {
  double seconds = 0;             ///< Since the start; grows from record to record.
  std::optional<double> since{};  ///< Begin of the span, where records stand for spans.
  std::vector<std::vector<double>> values;
};

/// A NetCDF-4 file that grows along a time axis, with `time` (CF) and `xtime` (MPAS text). A record
/// is written in the background by the I/O thread, and flushed: until `close` gives the file its
/// name, PATH.part can be read and holds complete records only.
///
/// Errors (RunError) of a record surface at the next call; the half file is then removed, unless a
/// mark was taken of it, by which a later run can mend it.
class RecordFile {
 public:
  RecordFile(const std::string& path, const RecordLayout& layout);
  /// Goes on with PATH.part, or PATH where that is missing, from a mark. RunError when there is
  /// neither or it cannot be brought back to the mark.
  RecordFile(const std::string& path, const RecordLayout& layout, const FileMark& mark);
  /// Keeps what was written of a run that ended early: closes the file under its name when it has
  /// a record and none failed, and removes it otherwise.
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  void write(Record record);

  /// A function that takes a mark of what was written before; to be called on the I/O thread.
  [[nodiscard]] std::function<FileMark()> marker() const;

  /// Waits for what is being written, closes the file and gives it its name.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace hexad
