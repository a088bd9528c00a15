#include "hexad/io/netcdf.hpp"

#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

using test::contains;
using test::TemporaryFolder;

/// The error that f ends with.
template <class E, class F>
E error_of(F&& f) {
  try {
    io_thread().run(f);
  } catch (const E& error) {
    return error;
  }
  throw std::runtime_error("there was no error");
}

/// A file with one variable "depth" of n values.
void write_file(const std::string& path, std::size_t n, nc::Format format) {
  auto file = nc::File::create(path, format);
  file.define_dimension("nCells", n);
  file.define_variable("depth", nc::Type::float64, {"nCells"}, {{"units", "m"}});
  file.end_definitions();
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 0.5);
  file.write("depth", values);
  file.close();
}

const std::vector<nc::Format> all_formats{nc::Format::classic, nc::Format::offset64,
                                          nc::Format::data64, nc::Format::netcdf4};

TEST_CASE("NetCDF files of every format are written and read again") {
  const TemporaryFolder folder;
  for (const auto format : all_formats) {
    const auto path = folder / "all.nc";
    io_thread().run([&] {
      auto file = nc::File::create(path, format);
      file.put_attribute("", "title", "a file");
      file.define_dimension("x", 3);
      file.define_unlimited("Time");
      file.define_variable("number", nc::Type::int32, {"x"}, {{"start_index", 1}});
      file.define_variable("value", nc::Type::float64, {"Time", "x"}, {{"scale", 2.5}});
      file.define_variable("name", nc::Type::text, {"Time", "x"});
      file.end_definitions();
      file.write("number", std::vector<int>{7, 8, 9});
      for (std::size_t t = 0; t < 2; ++t) {
        file.write("value", {{t, 0}, {1, 3}}, std::vector<double>{1.5, 2.5, 3.5 + double(t)});
        file.write_text("name", {{t, 0}, {1, 3}}, "abc");
      }
      CHECK_FALSE(std::filesystem::exists(path));
      file.close();
    });
    CHECK(std::filesystem::exists(path));
    CHECK(folder.files() == 1);
    io_thread().run([&] {
      const auto file = nc::File::open(path);
      CHECK(file.text("", "title") == "a file");
      CHECK(file.number("number", "start_index") == 1.0);
      CHECK(file.number("value", "scale") == 2.5);
      CHECK_FALSE(file.text("value", "units").has_value());
      CHECK(file.variables() == std::vector<std::string>{"number", "value", "name"});
      CHECK(file.length("Time") == 2);
      CHECK(file.dimensions("value")[0].unlimited);
      CHECK(file.read_ints("number") == std::vector<int>{7, 8, 9});
      CHECK(file.read_doubles("number") == std::vector<double>{7, 8, 9});
      CHECK(file.read_doubles("value", {{1, 0}, {1, 3}}) == std::vector<double>{1.5, 2.5, 4.5});
    });
    std::filesystem::remove(path);
  }
}

TEST_CASE("NetCDF outside the I/O thread is refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(nc::File::create(folder / "a.nc"), RunError);
  CHECK_THROWS_AS(nc::File::open(test::data_file("mpas_x1.162.nc")), RunError);
}

TEST_CASE("packed data are unpacked, fill values and ranges observed") {
  const TemporaryFolder folder;
  const auto path = folder / "packed.nc";
  const auto write = [&](auto&& attributes) {
    int id = 0, dimension = 0, variable = 0;
    REQUIRE(nc_create(path.c_str(), NC_CLOBBER, &id) == NC_NOERR);
    nc_def_dim(id, "x", 4, &dimension);
    nc_def_var(id, "z", NC_SHORT, 1, &dimension, &variable);
    const double scale = 0.5, offset = 100;
    nc_put_att_double(id, variable, "scale_factor", NC_DOUBLE, 1, &scale);
    nc_put_att_double(id, variable, "add_offset", NC_DOUBLE, 1, &offset);
    attributes(id, variable);
    nc_enddef(id);
    const short values[] = {-2, 0, 7, 20};
    nc_put_var_short(id, variable, values);
    REQUIRE(nc_close(id) == NC_NOERR);
  };
  const auto read = [&] { return nc::File::open(path).read_unpacked("z"); };
  io_thread().run([&] {
    write([](int, int) {});
    CHECK(read() == std::vector<double>{99, 100, 103.5, 110});
    write([](int id, int variable) {
      const short missing[] = {7, 20};
      nc_put_att_short(id, variable, "missing_value", NC_SHORT, 2, missing);
      const short fill = -2;
      nc_put_att_short(id, variable, "_FillValue", NC_SHORT, 1, &fill);
    });
    auto values = read();
    CHECK(std::isnan(values[0]));
    CHECK(values[1] == 100);
    CHECK((std::isnan(values[2]) && std::isnan(values[3])));
    write([](int id, int variable) {
      const short range[] = {-1, 7};
      nc_put_att_short(id, variable, "valid_range", NC_SHORT, 2, range);
    });
    values = read();
    CHECK((std::isnan(values[0]) && std::isnan(values[3])));
    CHECK((values[1] == 100 && values[2] == 103.5));
    write([](int id, int variable) {
      // No library writes such a file any more, but many hold one: made by renaming.
      const float nan = std::numeric_limits<float>::quiet_NaN();
      nc_put_att_float(id, variable, "FillValue_", NC_FLOAT, 1, &nan);
    });
    std::string bytes((std::filesystem::file_size(path)), '\0');
    std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.seekp(static_cast<std::streamoff>(bytes.find("FillValue_")));
    stream << "_FillValue";
    stream.close();
    CHECK(nc::File::open(path).number("z", "_FillValue").has_value());
    CHECK(read() == std::vector<double>{99, 100, 103.5, 110});
  });
}

TEST_CASE("what cannot be read says which file, which variable and what to do") {
  const TemporaryFolder folder;
  const auto path = folder / "file.nc";
  SECTION("no such file") {
    const auto error = error_of<InputError>([&] { static_cast<void>(nc::File::open(path)); });
    CHECK(contains(error.problem(), "no such file"));
    CHECK(error.where() == path);
    CHECK(contains(error.remedy(), "path"));
  }
  SECTION("a folder") {
    const auto error =
        error_of<InputError>([&] { static_cast<void>(nc::File::open(folder.path())); });
    CHECK(contains(error.problem(), "folder"));
  }
  SECTION("not a NetCDF file") {
    std::ofstream(path) << "mesh: {file: x6.nc}\n";
    const auto error = error_of<InputError>([&] { static_cast<void>(nc::File::open(path)); });
    CHECK(contains(error.problem(), "not a NetCDF file"));
    CHECK(error.where() == path);
    CHECK_FALSE(error.remedy().empty());
  }
  SECTION("an empty file") {
    std::ofstream{path};
    const auto error = error_of<InputError>([&] { static_cast<void>(nc::File::open(path)); });
    CHECK(contains(error.problem(), "not a NetCDF file"));
  }
  SECTION("a missing variable, with the nearest names") {
    io_thread().run([&] { write_file(path, 10, nc::Format::netcdf4); });
    const auto error = error_of<InputError>(
        [&] { static_cast<void>(nc::File::open(path).read_doubles("Dpeth")); });
    CHECK(contains(error.where(), path));
    CHECK(contains(error.where(), "'Dpeth'"));
    CHECK(contains(error.remedy(), "'depth'"));
  }
  SECTION("a missing dimension") {
    io_thread().run([&] { write_file(path, 10, nc::Format::netcdf4); });
    const auto error =
        error_of<InputError>([&] { static_cast<void>(nc::File::open(path).length("nEdges")); });
    CHECK(contains(error.problem(), "nEdges"));
    CHECK(contains(error.remedy(), "nCells"));
  }
  SECTION("another shape") {
    io_thread().run([&] { write_file(path, 10, nc::Format::netcdf4); });
    const auto error = error_of<InputError>([&] {
      nc::File::open(path).require_dimensions("depth", {"nCells", "maxEdges"});
    });
    CHECK(contains(error.problem(), "(nCells)"));
    CHECK(contains(error.problem(), "(nCells, maxEdges)"));
    CHECK(contains(error.where(), "'depth'"));
  }
  SECTION("a number that does not fit") {
    io_thread().run([&] {
      auto file = nc::File::create(path);
      file.define_dimension("x", 1);
      file.define_variable("big", nc::Type::float64, {"x"});
      file.end_definitions();
      file.write("big", std::vector<double>{1e10});
      file.close();
    });
    const auto error =
        error_of<InputError>([&] { static_cast<void>(nc::File::open(path).read_ints("big")); });
    CHECK(contains(error.where(), "'big'"));
  }
}

TEST_CASE("a truncated file of any format is found before its values are used") {
  const TemporaryFolder folder;
  const auto path = folder / "file.nc";
  for (const auto format : all_formats)
    for (const double kept : {0.999, 0.5, 0.1}) {
      io_thread().run([&] { write_file(path, 1000, format); });
      const auto length = static_cast<double>(std::filesystem::file_size(path));
      std::filesystem::resize_file(path, static_cast<std::uintmax_t>(kept * length));
      const auto error = error_of<InputError>(
          [&] { static_cast<void>(nc::File::open(path).read_doubles("depth")); });
      CHECK(contains(error.problem(), "truncated"));
      CHECK(contains(error.where(), path));
      CHECK_FALSE(error.remedy().empty());
    }
}

TEST_CASE("classic files of every kind are as long as they promise") {
  const TemporaryFolder folder;
  const auto path = folder / "file.nc";
  for (const auto format : {nc::Format::classic, nc::Format::offset64, nc::Format::data64})
    for (const int records : {0, 1, 2})
      for (const bool alone : {true, false})
        io_thread().run([&] {
          auto file = nc::File::create(path, format);
          file.put_attribute("", "title", "odd");
          file.define_dimension("x", 3);
          file.define_unlimited("Time");
          file.define_variable("fixed", nc::Type::text, {"x"}, {{"units", "m"}});
          file.define_variable("record", nc::Type::text, {"Time", "x"});
          if (!alone) file.define_variable("other", nc::Type::int32, {"Time"}, {{"n", 1}});
          file.end_definitions();
          file.write_text("fixed", {{0}, {3}}, "abc");
          for (std::size_t t = 0; t < static_cast<std::size_t>(records); ++t) {
            file.write_text("record", {{t, 0}, {1, 3}}, "abc");
            if (!alone) file.write("other", {{t}, {1}}, std::vector<int>{1});
          }
          file.close();
          int id = 0;
          REQUIRE(nc_open(path.c_str(), NC_NOWRITE, &id) == NC_NOERR);
          const auto promised = nc::promised_bytes(id), length = std::filesystem::file_size(path);
          nc_close(id);
          CHECK(promised <= length);
          CHECK(promised + 4 > length);
        });
}

void check_refused_write(const std::string& path, nc::Format format, std::size_t n) {
  const auto error = error_of<RunError>([&] { write_file(path, n, format); });
  CHECK(error.code() == ExitCode::run_failed);
  CHECK(contains(error.where(), path));
  CHECK(contains(error.remedy(), "free"));
}

TEST_CASE("a write that the system refuses leaves nothing behind and keeps the old file") {
  const TemporaryFolder folder;
  const auto path = folder / "file.nc";
  for (const auto format : all_formats) {
    io_thread().run([&] { write_file(path, 10, format); });
    {
      const test::FileSizeLimit limit(1 << 22);
      check_refused_write(path, format, 1 << 19);
    }
    CHECK(folder.files() == 1);
    io_thread().run([&] { CHECK(nc::File::open(path).read_doubles("depth").size() == 10); });
  }
}

TEST_CASE("a full disk leaves nothing behind") {
  const TemporaryFolder folder;
  const test::SmallDisk disk(folder.path(), 3);
  if (!disk.mounted()) {
    WARN("a tmpfs cannot be mounted here: the limit on file sizes stands for it");
    return;
  }
  for (const auto format : all_formats) check_refused_write(folder / "file.nc", format, 1 << 19);
  CHECK(folder.files() == 0);
}

TEST_CASE("a folder that is missing or not writable is named") {
  const TemporaryFolder folder;
  const auto missing = folder / "no/file.nc";
  auto error = error_of<RunError>([&] { write_file(missing, 10, nc::Format::netcdf4); });
  CHECK(contains(error.problem(), "no folder"));
  CHECK(contains(error.where(), missing));
  // Root may write anywhere but into the kernel's folders.
  const std::string refused =
      geteuid() == 0 ? std::string("/proc/hexad.nc") : folder / "locked/file.nc";
  if (geteuid() != 0) {
    std::filesystem::create_directory(folder / "locked");
    std::filesystem::permissions(
        folder / "locked", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  }
  error = error_of<RunError>([&] { write_file(refused, 10, nc::Format::netcdf4); });
  CHECK(contains(error.problem(), "cannot be created"));
  CHECK(contains(error.where(), refused));
  CHECK_FALSE(error.remedy().empty());
}

TEST_CASE("a file that is not closed disappears") {
  const TemporaryFolder folder;
  io_thread().run([&] {
    auto file = nc::File::create(folder / "file.nc");
    file.define_dimension("x", 3);
    CHECK(folder.files() == 1);
  });
  CHECK(folder.files() == 0);
}

}  // namespace
}  // namespace hexad
