#include <fcntl.h>
#include <netcdf.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad::nc {
namespace {

constexpr std::size_t margin = 1 << 20;  // more than the library's own tables take (bytes)

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// What to do when something could not be written: HDF5 does not say why.
std::string remedy_for_writing(const std::string& path) {
  const std::string folder = folder_of(path);
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0) return "check the folder " + folder;
  const double free_mib = static_cast<double>(system.f_bavail) *
                          static_cast<double>(system.f_frsize) / (1024.0 * 1024.0);
  char text[64];
  std::snprintf(text, sizeof text, "%.1f MiB are free in ", free_mib);
  return text + folder +
         ": make room there, lift the limit on file sizes, or choose another folder";
}

int external_type(Type type) {
  switch (type) {
    case Type::int32:
      return NC_INT;
    case Type::float32:
      return NC_FLOAT;
    case Type::float64:
      return NC_DOUBLE;
    case Type::text:
      return NC_CHAR;
  }
  return NC_NAT;
}

int creation_mode(Format format) {
  switch (format) {
    case Format::classic:
      return NC_CLOBBER;
    case Format::offset64:
      return NC_CLOBBER | NC_64BIT_OFFSET;
    case Format::data64:
      return NC_CLOBBER | NC_64BIT_DATA;
    case Format::netcdf4:
      return NC_CLOBBER | NC_NETCDF4;
  }
  return NC_CLOBBER;
}

/// Whether a file may grow to so many bytes: 0 or EFBIG.
int within_size_limit(std::size_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  return bytes > limit.rlim_cur ? EFBIG : 0;
}

/// Room on a file system that cannot reserve: 0 or ENOSPC.
int has_space(int file, std::size_t bytes) {
  struct statvfs system {};
  if (::fstatvfs(file, &system) != 0 || system.f_blocks == 0) return 0;
  return bytes / system.f_frsize >= system.f_bavail ? ENOSPC : 0;
}

/// Reserves disk space for a file from a place on; it keeps its length: 0 or the system's error.
int reserve_space(const std::string& path, std::size_t start, std::size_t bytes) {
  const int file = ::open(path.c_str(), O_WRONLY);
  if (file < 0) return errno;
  int error = within_size_limit(start + bytes);
  if (error == 0 && ::fallocate(file, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(start),
                                static_cast<off_t>(bytes)) != 0)
    error = errno == EOPNOTSUPP || errno == ENOSYS ? has_space(file, bytes) : errno;
  ::close(file);
  return error;
}

/// Whether a small file of a name like this can be made: 0 or the system's error.
int probe_space(const std::string& path) {
  std::string name = path + "XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) return errno;
  ::close(file);
  const int error = reserve_space(name, 0, 2 * margin);
  ::unlink(name.c_str());
  return error;
}

/// Makes sure that what was closed is on the disk (some file systems report a full disk only
/// then), and gives back what was reserved past its end.
int sync_to_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY);
  if (file < 0) return errno;
  struct stat length {};
  if (::fstat(file, &length) == 0 && ::ftruncate(file, length.st_size) != 0) return errno;
  const int status = ::fsync(file) == 0 ? 0 : errno;
  ::close(file);
  // Some file systems cannot synchronise and say so; that is no failure of the write.
  return status == EINVAL || status == ENOTSUP ? 0 : status;
}

}  // namespace

void File::check(int status, const std::string& doing, const std::string& variable) const {
  if (status == NC_NOERR) return;
  const int system_error = errno;
  std::string message = nc_strerror(status);
  if (status < 0 && (system_error == ENOSPC || system_error == EFBIG || system_error == EDQUOT))
    message += std::string(" (") + std::strerror(system_error) + ")";
  throw RunError("cannot " + doing + ": " + message, where(variable), remedy_for_writing(path_));
}

File File::create(const std::string& path, Format format) {
  File file(path, true);
  if (!io_thread().here())
    throw RunError("NetCDF was called outside the I/O thread", path,
                   "wrap the call in io_thread()");
  const std::string folder = folder_of(path);
  if (!std::filesystem::is_directory(folder))
    throw RunError("the file cannot be created: there is no folder " + folder, path,
                   "make the folder first");
  if (::access(folder.c_str(), W_OK) != 0)
    throw RunError("the file cannot be created: " + std::string(std::strerror(errno)), path,
                   "the folder " + folder + " is not writable: choose another");
  // Refused here, the library has not begun.
  const int room = probe_space(file.part());
  if (room != 0)
    throw RunError("the file cannot be created: " + std::string(std::strerror(room)), path,
                   remedy_for_writing(path));
  const int status = nc_create(file.part().c_str(), creation_mode(format), &file.id_);
  if (status != NC_NOERR) {
    file.id_ = -1;
    throw RunError("the file cannot be created: " + std::string(nc_strerror(status)), path,
                   remedy_for_writing(path));
  }
  file.reserves_ = format == Format::netcdf4;
  file.reserve(0, {});
  file.check(nc_set_fill(file.id_, NC_NOFILL, nullptr), "set the fill mode");
  return file;
}

File File::append(const std::string& path) {
  File file(path, true);
  file.keeps_part_ = true;
  const int status = nc_open(file.part().c_str(), NC_WRITE, &file.id_);
  if (status != NC_NOERR) {
    file.id_ = -1;
    throw RunError("the file cannot be opened again: " + std::string(nc_strerror(status)),
                   file.part(), "the file may be damaged");
  }
  file.reserves_ = true;
  file.check(nc_set_fill(file.id_, NC_NOFILL, nullptr), "set the fill mode");
  std::error_code ignored;
  file.flushed_ = std::filesystem::file_size(file.part(), ignored);
  file.reserve(0, {});
  return file;
}

// HDF5 crashes, at once or when the program ends, once a write of it has failed. So the space that
// it may take is reserved in the file beforehand, with a margin for its own tables: what is missing
// is noticed while the file can still be given up in order.
void File::reserve(std::size_t bytes, const std::string& variable) {
  if (!reserves_) return;
  unflushed_ += bytes;
  check(reserve_space(part(), flushed_, unflushed_ + margin), "reserve disk space", variable);
}

void File::abandon() noexcept {
  if (id_ < 0) return;
  const auto discard = [this] {
    if (writing_) {
      nc_abort(id_);
      if (!keeps_part_) ::unlink(part().c_str());
    } else {
      nc_close(id_);
    }
    id_ = -1;
  };
  io_thread().run_quietly(discard);
}

void File::define_dimension(const std::string& name, std::size_t length) {
  int number = 0;
  check(nc_def_dim(id_, name.c_str(), length, &number), "define dimension '" + name + "'");
}

void File::define_unlimited(const std::string& name) { define_dimension(name, NC_UNLIMITED); }

void File::define_variable(const std::string& name, Type type,
                           const std::vector<std::string>& dimensions, const Attributes& attributes,
                           const Storage& storage) {
  std::vector<int> ids;
  for (const auto& dimension : dimensions) {
    ids.push_back(0);
    check(nc_inq_dimid(id_, dimension.c_str(), &ids.back()), "find dimension '" + dimension + "'",
          name);
  }
  int number = 0;
  check(nc_def_var(id_, name.c_str(), external_type(type), static_cast<int>(ids.size()), ids.data(),
                   &number),
        "define the variable", name);
  int format = 0;
  check(nc_inq_format(id_, &format), "ask for the format", name);
  if (format == NC_FORMAT_NETCDF4 && !ids.empty()) {
    if (!storage.chunks.empty())
      check(nc_def_var_chunking(id_, number, NC_CHUNKED, storage.chunks.data()), "set the chunks",
            name);
    if (storage.deflate > 0)
      check(nc_def_var_deflate(id_, number, 1, 1, storage.deflate), "set the compression", name);
  }
  for (const auto& [key, value] : attributes) put_attribute(name, key, value);
}

void File::put_attribute(const std::string& variable, const std::string& name,
                         const Attribute& value) {
  const int number = id(variable);
  int status = NC_NOERR;
  if (const auto* text = std::get_if<std::string>(&value))
    status = nc_put_att_text(id_, number, name.c_str(), text->size(), text->data());
  else if (const auto* integer = std::get_if<int>(&value))
    status = nc_put_att_int(id_, number, name.c_str(), NC_INT, 1, integer);
  else
    status = nc_put_att_double(id_, number, name.c_str(), NC_DOUBLE, 1, &std::get<double>(value));
  check(status, "write attribute '" + name + "'", variable);
}

void File::end_definitions() { check(nc_enddef(id_), "end the definitions"); }

void File::write(const std::string& variable, std::span<const double> values) {
  write(variable, whole(variable), values);
}

void File::write(const std::string& variable, std::span<const int> values) {
  write(variable, whole(variable), values);
}

void File::write(const std::string& variable, const Slab& slab, std::span<const double> values) {
  require_size(variable, slab, values.size());
  reserve(values.size_bytes(), variable);
  errno = 0;
  check(nc_put_vara_double(id_, id(variable), slab.start.data(), slab.count.data(), values.data()),
        "write the values", variable);
}

void File::write(const std::string& variable, const Slab& slab, std::span<const int> values) {
  require_size(variable, slab, values.size());
  reserve(values.size_bytes(), variable);
  errno = 0;
  check(nc_put_vara_int(id_, id(variable), slab.start.data(), slab.count.data(), values.data()),
        "write the values", variable);
}

void File::write_text(const std::string& variable, const Slab& slab, const std::string& text) {
  require_size(variable, slab, text.size());
  errno = 0;
  check(nc_put_vara_text(id_, id(variable), slab.start.data(), slab.count.data(), text.data()),
        "write the text", variable);
}

void File::flush() {
  errno = 0;
  check(nc_sync(id_), "write to the disk");
  std::error_code ignored;
  flushed_ = std::filesystem::file_size(part(), ignored);
  unflushed_ = 0;
  reserve(0, {});  // to close it, whatever comes
}

void File::close() {
  if (id_ < 0) return;
  if (!writing_) {
    check_read(nc_close(std::exchange(id_, -1)), "close the file", {});
    return;
  }
  try {
    // All is written before the file is closed: an open one can still be given up in order.
    flush();
    check(nc_close(std::exchange(id_, -1)), "finish the file");
    check(sync_to_disk(part()), "finish the file");
    if (std::rename(part().c_str(), path_.c_str()) != 0)
      check(errno, "give the file its final name");
  } catch (...) {
    abandon();
    if (!keeps_part_) ::unlink(part().c_str());
    throw;
  }
}

}  // namespace hexad::nc
