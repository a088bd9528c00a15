#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// A thin layer over NetCDF-C. Everything here may be called on the I/O thread only (io_thread.hpp)
/// and says so otherwise. Every failure is an hexad::Error that names the file, the variable, the
/// library's own message and what to do: InputError for what was read, RunError for what was
/// written.
namespace hexad::nc {

enum class Format { classic, offset64, data64, netcdf4 };
enum class Type { int32, float32, float64, text };

struct Dimension {
  std::string name;
  std::size_t length;
  bool unlimited;
};

using Attribute = std::variant<std::string, int, double>;
using Attributes = std::vector<std::pair<std::string, Attribute>>;

/// How a variable is laid out in a NetCDF-4 file; ignored in the others.
struct Storage {
  int deflate = 0;                    ///< 0 (none) to 9, with bytes shuffled.
  std::vector<std::size_t> chunks{};  ///< One per dimension; empty lets the library choose.
};

/// Part of a variable: first element and number of elements along each dimension.
struct Slab {
  std::vector<std::size_t> start, count;
};

/// What the library knows of an open file. Moves, does not copy.
class File {
 public:
  /// Opens for reading. InputError: no such file, not a NetCDF file, truncated.
  static File open(const std::string& path);
  /// Creates PATH.part beside PATH; `close` renames it. RunError: folder missing or not writable.
  static File create(const std::string& path, Format format = Format::netcdf4);
  /// Opens PATH.part, written before and left unfinished, to go on with it. RunError.
  static File append(const std::string& path);
  /// Removes the .part of a file that was being written and was not closed (see keep_part).
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Where it lies while it is being written.
  [[nodiscard]] std::string part() const { return path_ + ".part"; }
  /// From here on PATH.part stays when the file is given up: somebody can mend it (file_mark.hpp).
  void keep_part() { keeps_part_ = true; }

  // --- what is there
  [[nodiscard]] std::vector<std::string> variables() const;
  [[nodiscard]] bool has_variable(const std::string& variable) const;
  [[nodiscard]] bool has_dimension(const std::string& dimension) const;
  /// Length of a dimension; InputError names those that are there.
  [[nodiscard]] std::size_t length(const std::string& dimension) const;
  /// Dimensions of a variable; InputError names the nearest variables when it is missing.
  [[nodiscard]] std::vector<Dimension> dimensions(const std::string& variable) const;
  /// InputError unless the variable has these dimensions, by name.
  void require_dimensions(const std::string& variable,
                          const std::vector<std::string>& wanted) const;
  /// Attributes; an empty `variable` means those of the file.
  [[nodiscard]] std::optional<std::string> text(const std::string& variable,
                                                const std::string& attribute) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& variable,
                                            const std::string& attribute) const;
  [[nodiscard]] std::optional<double> number(const std::string& variable,
                                             const std::string& attribute) const;

  // --- reading: any numeric type is converted; one that does not fit is an InputError
  [[nodiscard]] std::vector<double> read_doubles(const std::string& variable) const;
  [[nodiscard]] std::vector<double> read_doubles(const std::string& variable,
                                                 const Slab& slab) const;
  [[nodiscard]] std::vector<int> read_ints(const std::string& variable) const;
  /// A part into memory that is there; RunError unless it has the room of the slab.
  void read(const std::string& variable, const Slab& slab, std::span<double> values) const;
  void read(const std::string& variable, const Slab& slab, std::span<int> values) const;
  /// All characters of a text variable.
  [[nodiscard]] std::string read_text(const std::string& variable) const;
  /// Values in physical units: packed * scale_factor + add_offset. What equals _FillValue or
  /// missing_value, or lies outside valid_range, becomes NaN. A NaN as _FillValue of packed
  /// integers is met in the wild and means that there is none.
  [[nodiscard]] std::vector<double> read_unpacked(const std::string& variable,
                                                  const Slab& slab) const;
  [[nodiscard]] std::vector<double> read_unpacked(const std::string& variable) const;

  // --- writing: definitions first, then end_definitions, then values
  void define_dimension(const std::string& name, std::size_t length);
  void define_unlimited(const std::string& name);
  void define_variable(const std::string& name, Type type,
                       const std::vector<std::string>& dimensions,
                       const Attributes& attributes = {}, const Storage& storage = {});
  void put_attribute(const std::string& variable, const std::string& name, const Attribute& value);
  void end_definitions();
  void write(const std::string& variable, std::span<const double> values);
  void write(const std::string& variable, std::span<const int> values);
  void write(const std::string& variable, const Slab& slab, std::span<const double> values);
  void write(const std::string& variable, const Slab& slab, std::span<const int> values);
  void write_text(const std::string& variable, const Slab& slab, const std::string& text);
  /// Hands everything written so far to the system, so that a reader of PATH.part sees it.
  void flush();
  /// Closes; a file that was written is renamed to its final name. RunError removes it instead.
  void close();

 private:
  File(std::string path, bool writing) : path_(std::move(path)), writing_(writing) {}
  void abandon() noexcept;
  void reserve(std::size_t bytes, const std::string& variable);
  [[nodiscard]] int id(const std::string& variable) const;
  [[nodiscard]] std::string where(const std::string& variable) const;
  void check(int status, const std::string& doing, const std::string& variable = {}) const;
  void check_read(int status, const std::string& doing, const std::string& variable) const;
  void check_not_truncated() const;
  [[nodiscard]] Slab whole(const std::string& variable) const;
  void require_size(const std::string& variable, const Slab& slab, std::size_t size) const;

  std::string path_;
  bool writing_;
  bool keeps_part_ = false;
  int id_ = -1;
  bool reserves_ = false;      // whether disk space must be reserved before it is written
  std::size_t flushed_ = 0;    // length of the file at the last flush (bytes)
  std::size_t unflushed_ = 0;  // bytes handed to the library since then
};

/// Length in bytes that the header of an open classic file (CDF-1, -2, -5) promises at least;
/// 0 for NetCDF-4. A shorter file is truncated: the library would read zeros past its end.
std::size_t promised_bytes(int file);

/// The names nearest to `wanted` in spelling, as "'a', 'b' and 'c'"; empty when there are none.
std::string nearest_names(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace hexad::nc
