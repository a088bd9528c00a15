#include "hexad/io/file_mark.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>

#include "hexad/core/error.hpp"

namespace hexad {
namespace {

/// An HDF5 handle, closed at the end.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& file) : id_(id), close_(close) {
    if (id < 0) throw RunError("HDF5 cannot look into the file", file);
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  // NOLINTNEXTLINE(google-explicit-constructor): used as the handle that it is
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Where one chunk lies; nothing where it was never written.
void add_chunk(hid_t dataset, const std::vector<hsize_t>& corner, std::vector<Stretch>& values) {
  unsigned filters = 0;
  haddr_t address = HADDR_UNDEF;
  hsize_t size = 0;
  if (H5Dget_chunk_info_by_coord(dataset, corner.data(), &filters, &address, &size) >= 0 &&
      address != HADDR_UNDEF && size > 0)
    values.push_back({static_cast<std::size_t>(address), static_cast<std::size_t>(size)});
}

/// All chunks of a data set whose first index lies in [first, last).
void add_chunks(hid_t dataset, std::vector<hsize_t> extent, const std::vector<hsize_t>& chunk,
                hsize_t first, std::vector<Stretch>& values) {
  std::vector<hsize_t> corner(extent.size(), 0);
  corner[0] = first / chunk[0] * chunk[0];
  while (corner[0] < extent[0]) {
    add_chunk(dataset, corner, values);
    for (std::size_t d = corner.size(); d-- > 0;) {
      corner[d] += chunk[d];
      if (corner[d] < extent[d] || d == 0) break;
      corner[d] = 0;
    }
  }
}

/// Where the values of records [first, last) of a data set lie; of all, where it has no records.
void add_values(hid_t dataset, const std::string& file, hsize_t first, hsize_t last, bool records,
                std::vector<Stretch>& values) {
  const Handle list(H5Dget_create_plist(dataset), H5Pclose, file);
  const H5D_layout_t layout = H5Pget_layout(list);
  if (layout == H5D_CONTIGUOUS) {
    const haddr_t address = H5Dget_offset(dataset);
    const hsize_t size = H5Dget_storage_size(dataset);
    if (address != HADDR_UNDEF && size > 0)
      values.push_back({static_cast<std::size_t>(address), static_cast<std::size_t>(size)});
    return;
  }
  if (layout != H5D_CHUNKED) return;
  const Handle space(H5Dget_space(dataset), H5Sclose, file);
  const auto rank = static_cast<std::size_t>(H5Sget_simple_extent_ndims(space));
  std::vector<hsize_t> extent(rank), chunk(rank);
  H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  H5Pget_chunk(list, static_cast<int>(rank), chunk.data());
  if (records) extent[0] = std::min(extent[0], last);
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  add_chunks(dataset, extent, chunk, records ? first : 0, values);
}

/// The data sets of the file's root that grow no further, by name.
std::vector<std::string> other_data_sets(hid_t file, const std::vector<std::string>& growing) {
  std::vector<std::string> names;
  const auto note = [](hid_t group, const char* name, const H5L_info_t*, void* list) -> herr_t {
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) return -1;
    if (H5Iget_type(object) == H5I_DATASET)
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    H5Oclose(object);
    return 0;
  };
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, note, &names);
  std::erase_if(names, [&](const auto& name) {
    return std::find(growing.begin(), growing.end(), name) != growing.end();
  });
  return names;
}

/// Whether the first dimension of a data set is unlimited (a time axis).
bool can_grow(hid_t dataset, const std::string& file) {
  const Handle space(H5Dget_space(dataset), H5Sclose, file);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1) return false;
  std::vector<hsize_t> extent(static_cast<std::size_t>(rank)), most(extent);
  H5Sget_simple_extent_dims(space, extent.data(), most.data());
  return most[0] == H5S_UNLIMITED;
}

/// A handle of its own to a file that NetCDF has open.
hid_t open_beside(const std::string& file) {
  const auto count = H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE);
  std::vector<hid_t> ids(count > 0 ? static_cast<std::size_t>(count) : 0);
  H5Fget_obj_ids(H5F_OBJ_ALL, H5F_OBJ_FILE, ids.size(), ids.data());
  for (const hid_t id : ids) {
    std::string name(file.size() + 1, '\0');
    const auto length = H5Fget_name(id, name.data(), name.size());
    if (length == static_cast<ssize_t>(file.size()) && name.compare(0, file.size(), file) == 0)
      return H5Freopen(id);
  }
  return -1;
}

RunError system_error(const std::string& doing, const std::string& file) {
  return RunError("cannot " + doing + ": " + std::strerror(errno), file,
                  "check space on the disk and the file's permissions");
}

/// A file of the system, closed at the end.
class Descriptor {
 public:
  Descriptor(const std::string& file, int mode) : file_(file), id_(::open(file.c_str(), mode)) {
    if (id_ < 0) throw system_error("open the file", file);
  }
  ~Descriptor() { ::close(id_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] std::size_t length() const {
    return static_cast<std::size_t>(::lseek(id_, 0, SEEK_END));
  }
  [[nodiscard]] std::string read(const Stretch& stretch) const {
    std::string bytes(stretch.size, '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const auto got = ::pread(id_, bytes.data() + done, bytes.size() - done,
                               static_cast<off_t>(stretch.start + done));
      if (got <= 0) throw system_error("read the file", file_);
      done += static_cast<std::size_t>(got);
    }
    return bytes;
  }
  void write(const char* bytes, const Stretch& stretch) const {
    for (std::size_t done = 0; done < stretch.size;) {
      const auto put = ::pwrite(id_, bytes + done, stretch.size - done,
                                static_cast<off_t>(stretch.start + done));
      if (put <= 0) throw system_error("write the file", file_);
      done += static_cast<std::size_t>(put);
    }
  }
  void shorten(std::size_t length) const {
    if (::ftruncate(id_, static_cast<off_t>(length)) != 0)
      throw system_error("shorten the file", file_);
  }
  void to_disk() const {
    if (::fsync(id_) != 0 && errno != EINVAL && errno != ENOTSUP)
      throw system_error("bring the file to the disk", file_);
  }

 private:
  const std::string& file_;
  int id_;
};

/// Where in the file a mark has the file's id: nothing else there is as random.
std::size_t place_of_id(const FileMark& mark) {
  const auto found = mark.bytes.find(mark.id);
  if (mark.id.empty() || found == std::string::npos) return std::string::npos;
  std::size_t before = 0;
  for (const auto& stretch : mark.stretches) {
    if (found < before + stretch.size) return stretch.start + found - before;
    before += stretch.size;
  }
  return std::string::npos;
}

}  // namespace

void FileMarker::add(const std::vector<Stretch>& values) {
  values_.insert(values_.end(), values.begin(), values.end());
  std::sort(values_.begin(), values_.end(),
            [](const auto& a, const auto& b) { return a.start < b.start; });
  std::vector<Stretch> joined;
  for (const auto& stretch : values_)
    if (!joined.empty() && joined.back().end() == stretch.start)
      joined.back().size += stretch.size;
    else
      joined.push_back(stretch);
  values_ = std::move(joined);
}

FileMark FileMarker::mark(std::size_t records) {
  std::vector<Stretch> values;
  {
    const Handle file(open_beside(file_), H5Fclose, file_);
    for (const auto& name : record_variables_) {
      const Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, file_);
      add_values(dataset, file_, known_records_, records, true, values);
    }
    if (!knows_static_)
      for (const auto& name : other_data_sets(file, record_variables_)) {
        const Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, file_);
        // The time axis is rewritten with each record: it belongs to what is kept.
        if (!can_grow(dataset, file_)) add_values(dataset, file_, 0, 0, false, values);
      }
  }
  known_records_ = records;
  knows_static_ = true;
  add(values);

  const Descriptor file(file_, O_RDONLY);
  file.to_disk();
  FileMark mark;
  mark.records = records;
  mark.length = file.length();
  std::size_t at = 0;
  for (const auto& stretch : values_) {
    if (stretch.start > at) mark.stretches.push_back({at, stretch.start - at});
    at = std::max(at, stretch.end());
  }
  if (at < mark.length) mark.stretches.push_back({at, mark.length - at});
  for (const auto& stretch : mark.stretches) mark.bytes += file.read(stretch);
  return mark;
}

void restore_file(const std::string& path, const FileMark& mark) {
  const Descriptor file(path, O_RDWR);
  const std::size_t place = place_of_id(mark);
  if (place == std::string::npos) throw RunError("the mark of the file is damaged", path);
  if (file.length() < mark.length)
    throw RunError("the end of the file is missing", path, "it was shortened");
  if (file.read({place, mark.id.size()}) != mark.id)
    throw RunError("this is the file of another run", path);
  file.shorten(mark.length);
  const char* bytes = mark.bytes.data();
  for (const auto& stretch : mark.stretches) {
    file.write(bytes, stretch);
    bytes += stretch.size;
  }
  file.to_disk();
}

std::string new_tracking_id() {
  std::random_device source;
  std::string id;
  constexpr const char* digits = "0123456789abcdef";
  for (int word = 0; word < 4; ++word) {
    auto bits = static_cast<unsigned>(source());
    for (int digit = 0; digit < 8; ++digit, bits >>= 4) id += digits[bits & 15u];
  }
  return id;
}

}  // namespace hexad
