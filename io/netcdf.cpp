#include "hexad/io/netcdf.hpp"

#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"

namespace hexad::nc {
namespace {

void require_io_thread(const std::string& path) {
  if (!io_thread().here())
    throw RunError("NetCDF was called outside the I/O thread", path,
                   "wrap the call in io_thread()");
}

/// Whether the first bytes are those of a NetCDF (classic or HDF5) file.
bool has_magic(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string start(8, '\0');
  stream.read(start.data(), 8);
  return start.starts_with("CDF\x01") || start.starts_with("CDF\x02") ||
         start.starts_with("CDF\x05") || start == "\x89HDF\r\n\x1a\n";
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string list(const std::vector<Dimension>& dimensions) {
  std::vector<std::string> names;
  for (const auto& dimension : dimensions) names.push_back(dimension.name);
  return list(names);
}

std::size_t product(const std::vector<std::size_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{1}, std::multiplies<>());
}

}  // namespace

File::File(File&& other) noexcept
    : path_(std::move(other.path_)),
      writing_(other.writing_),
      keeps_part_(other.keeps_part_),
      id_(std::exchange(other.id_, -1)),
      reserves_(other.reserves_),
      flushed_(other.flushed_),
      unflushed_(other.unflushed_) {}

File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    abandon();
    path_ = std::move(other.path_);
    writing_ = other.writing_;
    keeps_part_ = other.keeps_part_;
    id_ = std::exchange(other.id_, -1);
    reserves_ = other.reserves_;
    flushed_ = other.flushed_;
    unflushed_ = other.unflushed_;
  }
  return *this;
}

File::~File() { abandon(); }

File File::open(const std::string& path) {
  require_io_thread(path);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw InputError("there is no such file", path, "check the path");
  if (std::filesystem::is_directory(path, ignored))
    throw InputError("this is a folder, not a file", path, "name a NetCDF file in it");
  File file(path, false);
  const int status = nc_open(path.c_str(), NC_NOWRITE, &file.id_);
  if (status != NC_NOERR) {
    file.id_ = -1;
    const std::string message = nc_strerror(status);
    if (!std::ifstream(path))
      throw InputError("the file cannot be opened: " + message, path, "check its permissions");
    if (!has_magic(path))
      throw InputError("this is not a NetCDF file: " + message, path,
                       "give a NetCDF-3 or NetCDF-4 file");
    throw InputError("the file is truncated or damaged: " + message, path, "copy or make it again");
  }
  file.check_not_truncated();
  return file;
}

void File::check_not_truncated() const {
  const auto promised = promised_bytes(id_);
  const auto length = std::filesystem::file_size(path_);
  if (length < promised)
    throw InputError("the file is truncated: it has " + std::to_string(length) + " bytes of " +
                         std::to_string(promised),
                     path_, "copy or make it again");
}

std::string File::where(const std::string& variable) const {
  return variable.empty() ? path_ : path_ + ", variable '" + variable + "'";
}

void File::check_read(int status, const std::string& doing, const std::string& variable) const {
  if (status == NC_NOERR) return;
  const bool range = status == NC_ERANGE;
  throw InputError("cannot " + doing + ": " + nc_strerror(status), where(variable),
                   range ? "the values must fit the type that is wanted"
                         : "the file may be damaged: copy or make it again");
}

std::vector<std::string> File::variables() const {
  require_io_thread(path_);
  int count = 0;
  check_read(nc_inq_nvars(id_, &count), "list the variables", {});
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    char name[NC_MAX_NAME + 1] = {};
    check_read(nc_inq_varname(id_, i, name), "list the variables", {});
    names.emplace_back(name);
  }
  return names;
}

bool File::has_variable(const std::string& variable) const {
  require_io_thread(path_);
  int number = 0;
  return nc_inq_varid(id_, variable.c_str(), &number) == NC_NOERR;
}

bool File::has_dimension(const std::string& dimension) const {
  require_io_thread(path_);
  int number = 0;
  return nc_inq_dimid(id_, dimension.c_str(), &number) == NC_NOERR;
}

std::size_t File::length(const std::string& dimension) const {
  require_io_thread(path_);
  int number = 0;
  if (nc_inq_dimid(id_, dimension.c_str(), &number) != NC_NOERR) {
    std::vector<std::string> names;
    int count = 0;
    nc_inq_ndims(id_, &count);
    for (int i = 0; i < count; ++i) {
      char name[NC_MAX_NAME + 1] = {};
      if (nc_inq_dimname(id_, i, name) == NC_NOERR) names.emplace_back(name);
    }
    throw InputError("the file has no dimension '" + dimension + "'", path_,
                     names.empty() ? "it has none at all" : "it has " + list(names));
  }
  std::size_t size = 0;
  check_read(nc_inq_dimlen(id_, number, &size), "ask for a dimension", {});
  return size;
}

int File::id(const std::string& variable) const {
  require_io_thread(path_);
  if (variable.empty()) return NC_GLOBAL;
  int number = 0;
  const int status = nc_inq_varid(id_, variable.c_str(), &number);
  if (status == NC_NOERR) return number;
  const auto near = nearest_names(variable, variables());
  throw InputError(std::string("the file has no such variable: ") + nc_strerror(status),
                   where(variable),
                   near.empty() ? "it has none at all" : "the nearest are " + near);
}

std::vector<Dimension> File::dimensions(const std::string& variable) const {
  const int number = id(variable);
  int rank = 0;
  check_read(nc_inq_varndims(id_, number, &rank), "ask for the shape", variable);
  std::vector<int> ids(static_cast<std::size_t>(rank));
  check_read(nc_inq_vardimid(id_, number, ids.data()), "ask for the shape", variable);
  int unlimited_count = 0;
  check_read(nc_inq_unlimdims(id_, &unlimited_count, nullptr), "ask for the shape", variable);
  std::vector<int> unlimited(static_cast<std::size_t>(unlimited_count));
  check_read(nc_inq_unlimdims(id_, &unlimited_count, unlimited.data()), "ask for the shape",
             variable);
  std::vector<Dimension> result;
  for (const int dimension : ids) {
    char name[NC_MAX_NAME + 1] = {};
    std::size_t size = 0;
    check_read(nc_inq_dim(id_, dimension, name, &size), "ask for the shape", variable);
    result.push_back(
        {name, size, std::find(unlimited.begin(), unlimited.end(), dimension) != unlimited.end()});
  }
  return result;
}

void File::require_dimensions(const std::string& variable,
                              const std::vector<std::string>& wanted) const {
  const auto found = dimensions(variable);
  const bool equal =
      std::equal(found.begin(), found.end(), wanted.begin(), wanted.end(),
                 [](const auto& dimension, const auto& name) { return dimension.name == name; });
  if (!equal)
    throw InputError(
        "the variable has dimensions (" + list(found) + "), not (" + list(wanted) + ")",
        where(variable), "give a file that follows the specification");
}

std::optional<std::string> File::text(const std::string& variable,
                                      const std::string& attribute) const {
  const int number = id(variable);
  nc_type type = 0;
  std::size_t size = 0;
  if (nc_inq_att(id_, number, attribute.c_str(), &type, &size) != NC_NOERR) return std::nullopt;
  std::string value;
  if (type == NC_CHAR) {
    value.resize(size);
    check_read(nc_get_att_text(id_, number, attribute.c_str(), value.data()),
               "read attribute '" + attribute + "'", variable);
  } else if (type == NC_STRING && size == 1) {
    char* string = nullptr;
    check_read(nc_get_att_string(id_, number, attribute.c_str(), &string),
               "read attribute '" + attribute + "'", variable);
    value = string == nullptr ? "" : string;
    nc_free_string(1, &string);
  } else {
    return std::nullopt;
  }
  // Fortran pads with blanks, C with zeros.
  value.erase(std::find(value.begin(), value.end(), '\0'), value.end());
  value.erase(value.find_last_not_of(' ') + 1);
  return value;
}

std::vector<double> File::numbers(const std::string& variable, const std::string& attribute) const {
  const int number = id(variable);
  nc_type type = 0;
  std::size_t size = 0;
  if (nc_inq_att(id_, number, attribute.c_str(), &type, &size) != NC_NOERR) return {};
  if (type == NC_CHAR || type == NC_STRING) return {};
  std::vector<double> values(size);
  check_read(nc_get_att_double(id_, number, attribute.c_str(), values.data()),
             "read attribute '" + attribute + "'", variable);
  return values;
}

std::optional<double> File::number(const std::string& variable,
                                   const std::string& attribute) const {
  const auto values = numbers(variable, attribute);
  if (values.empty()) return std::nullopt;
  return values.front();
}

void File::require_size(const std::string& variable, const Slab& slab, std::size_t size) const {
  const auto wanted = product(slab.count);
  if (wanted != size)
    throw RunError("there are " + std::to_string(size) + " values where " + std::to_string(wanted) +
                       " are wanted",
                   where(variable));
}

Slab File::whole(const std::string& variable) const {
  Slab slab;
  for (const auto& dimension : dimensions(variable)) {
    slab.start.push_back(0);
    slab.count.push_back(dimension.length);
  }
  return slab;
}

std::vector<double> File::read_doubles(const std::string& variable) const {
  return read_doubles(variable, whole(variable));
}

std::vector<double> File::read_doubles(const std::string& variable, const Slab& slab) const {
  std::vector<double> values(product(slab.count));
  read(variable, slab, values);
  return values;
}

std::vector<int> File::read_ints(const std::string& variable) const {
  const Slab slab = whole(variable);
  std::vector<int> values(product(slab.count));
  read(variable, slab, values);
  return values;
}

void File::read(const std::string& variable, const Slab& slab, std::span<double> values) const {
  require_size(variable, slab, values.size());
  check_read(
      nc_get_vara_double(id_, id(variable), slab.start.data(), slab.count.data(), values.data()),
      "read the values", variable);
}

void File::read(const std::string& variable, const Slab& slab, std::span<int> values) const {
  require_size(variable, slab, values.size());
  check_read(
      nc_get_vara_int(id_, id(variable), slab.start.data(), slab.count.data(), values.data()),
      "read the values", variable);
}

std::string File::read_text(const std::string& variable) const {
  const Slab slab = whole(variable);
  std::string text(product(slab.count), '\0');
  check_read(nc_get_vara_text(id_, id(variable), slab.start.data(), slab.count.data(), text.data()),
             "read the text", variable);
  return text;
}

std::vector<double> File::read_unpacked(const std::string& variable) const {
  return read_unpacked(variable, whole(variable));
}

std::vector<double> File::read_unpacked(const std::string& variable, const Slab& slab) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto values = read_doubles(variable, slab);
  const double scale = number(variable, "scale_factor").value_or(1.0);
  const double offset = number(variable, "add_offset").value_or(0.0);
  // A NaN never compares equal, so a NaN fill value of packed integers marks nothing.
  std::vector<double> missing = numbers(variable, "missing_value");
  if (const auto fill = number(variable, "_FillValue")) missing.push_back(*fill);
  double low = number(variable, "valid_min").value_or(-infinity);
  double high = number(variable, "valid_max").value_or(infinity);
  if (const auto range = numbers(variable, "valid_range"); range.size() == 2) {
    low = range[0];
    high = range[1];
  }
  for (double& value : values) {
    const bool absent = value < low || value > high ||
                        std::find(missing.begin(), missing.end(), value) != missing.end();
    value = absent ? std::numeric_limits<double>::quiet_NaN() : value * scale + offset;
  }
  return values;
}

}  // namespace hexad::nc
