#include "hexad/io/restart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "hexad/core/error.hpp"
#include "hexad/io/field_info.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/netcdf.hpp"
#include "hexad/io/to_disk.hpp"

namespace hexad {
namespace {

namespace fs = std::filesystem;

constexpr int format_number = 1;
const std::string number_prefix = "number_", mark_prefix = "mark_";

const char* dimension_of(Place place) {
  return place == Place::cell ? "nCells" : place == Place::edge ? "nEdges" : "nVertices";
}

// HDF5 may crash on a damaged file, so what tells must not need it: the last bytes of a restart are
// a checksum of all bytes before, which HDF5 does not look at.
const std::string trailer_begin = "\nhexad checksum ";
constexpr std::size_t trailer_size = 16 + 16 + 1;

/// FNV-1a (Fowler, Noll and Vo), 64 bits, of the first bytes of a stream, taken eight at a time.
std::uint64_t checksum_of(std::istream& stream, std::size_t size) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  std::vector<std::uint64_t> block(std::size_t{1} << 17);
  while (size > 0 && stream) {
    const std::size_t bytes = std::min(size, block.size() * sizeof block[0]);
    block[(bytes - 1) / sizeof block[0]] = 0;
    stream.read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(bytes));
    for (std::size_t n = 0; n < (bytes + 7) / 8; ++n) sum = (sum ^ block[n]) * 0x100000001b3u;
    size -= bytes;
  }
  return sum;
}

void append_checksum(const fs::path& path) {
  const std::size_t size = fs::file_size(path);
  std::ifstream written(path, std::ios::binary);
  const std::uint64_t sum = checksum_of(written, size);
  std::ofstream stream(path, std::ios::binary | std::ios::app);
  stream << trailer_begin << fmt::format("{:016x}\n", sum);
  stream.close();
  if (!written || !stream)
    throw RunError("the checksum of the restart cannot be written", path.string(),
                   "check space on the disk");
}

void require_checksum(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw InputError("there is no such restart, or it cannot be read", path.string(),
                     "check the path");
  std::error_code status;
  const auto size = fs::file_size(path, status);
  std::string trailer(trailer_size, ' ');
  if (!status && size > trailer_size) {
    stream.seekg(static_cast<std::streamoff>(size - trailer_size));
    stream.read(trailer.data(), static_cast<std::streamsize>(trailer_size));
    stream.seekg(0);
  }
  if (!trailer.starts_with(trailer_begin))
    throw InputError("this is not a whole restart of hexad: no checksum ends it", path.string(),
                     "give a file restart_STEP.nc of a run's folder restart");
  if (trailer != trailer_begin + fmt::format("{:016x}\n", checksum_of(stream, size - trailer_size)))
    throw InputError("the restart is damaged: its checksum does not fit", path.string(),
                     "take an older one");
}

void rename_to(const fs::path& from, const fs::path& to) {
  to_disk(from);
  std::error_code status;
  fs::rename(from, to, status);
  if (status)
    throw RunError("the restart cannot get its name: " + status.message(), to.string(),
                   "check the folder's permissions");
  to_disk(to.parent_path());
}

template <bool to_file>
std::vector<double> reordered(const std::vector<double>& values, const std::vector<Index>& order,
                              int members) {
  const auto row = static_cast<std::size_t>(members);
  std::vector<double> result(values.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto index = static_cast<std::size_t>(order[place]);
    const std::size_t from = to_file ? index : place, to = to_file ? place : index;
    std::memcpy(&result[to * row], &values[from * row], row * sizeof(double));
  }
  return result;
}

/// A mark as numbers: id apart, length, records, last time, then start and size of each stretch.
std::vector<double> numbers_of(const FileMark& mark) {
  std::vector<double> numbers{static_cast<double>(mark.length), static_cast<double>(mark.records),
                              mark.last_time};
  for (const auto& stretch : mark.stretches) {
    numbers.push_back(static_cast<double>(stretch.start));
    numbers.push_back(static_cast<double>(stretch.size));
  }
  return numbers;
}

FileMark mark_of(const std::vector<double>& numbers, std::string id, std::string bytes) {
  FileMark mark;
  mark.id = std::move(id);
  mark.length = static_cast<std::size_t>(numbers.at(0));
  mark.records = static_cast<std::size_t>(numbers.at(1));
  mark.last_time = numbers.at(2);
  for (std::size_t n = 3; n + 1 < numbers.size(); n += 2)
    mark.stretches.push_back(
        {static_cast<std::size_t>(numbers[n]), static_cast<std::size_t>(numbers[n + 1])});
  mark.bytes = std::move(bytes);
  return mark;
}

nc::Attributes attributes_of(const std::string& name, const RestartField& field) {
  nc::Attributes attributes{{"place", dimension_of(field.place)}};
  for (const auto& known : known_fields())
    if (known.name == name) {
      attributes.push_back({"units", known.units});
      attributes.push_back({"long_name", known.long_name});
    }
  return attributes;
}

void define_list(nc::File& file, const std::string& name, nc::Type type, std::size_t size,
                 const nc::Attributes& attributes = {}) {
  file.define_dimension("n_" + name, size);
  file.define_variable(name, type, {"n_" + name}, attributes);
}

void define(nc::File& file, const Restart& restart, const std::vector<std::vector<Index>>& orders) {
  for (const Place place : {Place::cell, Place::edge, Place::vertex})
    file.define_dimension(dimension_of(place), orders[static_cast<std::size_t>(place)].size());
  file.define_dimension("StrLenCase", restart.case_as_run.size());
  file.define_variable("case_as_run", nc::Type::text, {"StrLenCase"});
  for (const auto& [name, field] : restart.fields) {
    std::vector<std::string> dimensions{dimension_of(field.place)};
    const std::string members = "nMembers" + std::to_string(field.members);
    if (!file.has_dimension(members))
      file.define_dimension(members, static_cast<std::size_t>(field.members));
    dimensions.push_back(members);
    file.define_variable(name, nc::Type::float64, dimensions, attributes_of(name, field));
  }
  for (const auto& [name, values] : restart.numbers)
    if (!values.empty()) define_list(file, number_prefix + name, nc::Type::float64, values.size());
  for (const auto& [name, mark] : restart.marks) {
    define_list(file, mark_prefix + name, nc::Type::float64, numbers_of(mark).size(),
                {{"tracking_id", mark.id}});
    define_list(file, mark_prefix + name + "_bytes", nc::Type::text, mark.bytes.size());
  }
}

void fill(nc::File& file, const Restart& restart) {
  const auto text = [&file](const std::string& name, const std::string& value) {
    file.write_text(name, {{0}, {value.size()}}, value);
  };
  text("case_as_run", restart.case_as_run);
  for (const auto& [name, field] : restart.fields) file.write(name, field.values);
  for (const auto& [name, values] : restart.numbers)
    if (!values.empty()) file.write(number_prefix + name, values);
  for (const auto& [name, mark] : restart.marks) {
    file.write(mark_prefix + name, numbers_of(mark));
    text(mark_prefix + name + "_bytes", mark.bytes);
  }
}

Place place_of(const std::string& dimension) {
  return dimension == "nCells" ? Place::cell : dimension == "nEdges" ? Place::edge : Place::vertex;
}

void read_variables(const nc::File& file, Restart& restart) {
  for (const auto& name : file.variables()) {
    if (name == "case_as_run") {
      restart.case_as_run = file.read_text(name);
    } else if (name.starts_with(number_prefix)) {
      restart.numbers[name.substr(number_prefix.size())] = file.read_doubles(name);
    } else if (const auto id = file.text(name, "tracking_id")) {
      restart.marks[name.substr(mark_prefix.size())] =
          mark_of(file.read_doubles(name), *id, file.read_text(name + "_bytes"));
    } else if (const auto place = file.text(name, "place")) {
      const auto dimensions = file.dimensions(name);
      restart.fields[name] = {place_of(*place), static_cast<int>(dimensions.at(1).length),
                              file.read_doubles(name)};
    }
  }
}

}  // namespace

std::vector<std::vector<Index>> restart_orders(const Mesh& mesh) {
  std::vector<std::vector<Index>> orders(3);
  for (const Place place : {Place::cell, Place::edge, Place::vertex})
    orders[static_cast<std::size_t>(place)] = user_order(mesh, place);
  return orders;
}

void write_restart(const fs::path& path, const Restart& restart,
                   const std::vector<std::vector<Index>>& orders,
                   const FileAttributes& attributes) {
  Restart ordered = restart;
  for (auto& [name, field] : ordered.fields)
    field.values =
        reordered<true>(field.values, orders[static_cast<std::size_t>(field.place)], field.members);
  const fs::path unchecked = path.string() + ".new";
  nc::File file = nc::File::create(unchecked.string());
  file.put_attribute("", "title", "restart of hexad");
  file.put_attribute("", "restart_format", format_number);
  for (const auto& [name, value] : attributes)
    if (name != "case_as_run") file.put_attribute("", name, value);
  file.put_attribute("", "file_id", restart.mesh_file_id);
  file.put_attribute("", "step", static_cast<double>(restart.step));
  file.put_attribute("", "time_s", restart.time_s);
  file.put_attribute("", "step_s", restart.step_s);
  define(file, ordered, orders);
  file.end_definitions();
  fill(file, ordered);
  file.close();
  append_checksum(unchecked);
  rename_to(unchecked, path);
}

Restart read_restart(const fs::path& path) {
  require_checksum(path);
  const auto file = nc::File::open(path.string());
  const auto number = [&](const char* name) {
    const auto value = file.number("", name);
    if (!value)
      throw InputError(
          "this is not a restart of hexad: it has no attribute '" + std::string(name) + "'",
          path.string(), "give a file restart_STEP.nc of a run's folder restart");
    return *value;
  };
  if (const double found = number("restart_format"); found != format_number)
    throw InputError(fmt::format("the restart is of format {}, not {}", found, format_number),
                     path.string(), "read it with the version of hexad that wrote it");
  Restart restart;
  restart.step = static_cast<long>(number("step"));
  restart.time_s = number("time_s");
  restart.step_s = number("step_s");
  restart.mesh_file_id = file.text("", "file_id").value_or("");
  read_variables(file, restart);
  return restart;
}

void take_mesh_order(Restart& restart, const Mesh& mesh, const fs::path& file) {
  if (restart.mesh_file_id != mesh.file_id)
    throw InputError(fmt::format("the restart is of another mesh: {}, not {}", restart.mesh_file_id,
                                 mesh.file_id),
                     file.string() + ", mesh", "take the mesh that it was written with");
  const auto orders = restart_orders(mesh);
  for (auto& [name, field] : restart.fields) {
    const auto& order = orders[static_cast<std::size_t>(field.place)];
    if (field.values.size() != order.size() * static_cast<std::size_t>(field.members))
      throw InputError("the field '" + name + "' of the restart has another size than the mesh",
                       file.string(), "take the mesh that it was written with");
    field.values = reordered<false>(field.values, order, field.members);
  }
}

}  // namespace hexad
