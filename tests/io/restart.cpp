// Restarts, their folder, and files that are brought back to where they were.

#include "hexad/io/restart.hpp"

#include <fstream>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/random.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/history.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_file.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::TemporaryFolder;

Mesh small_mesh() {
  Mesh mesh = read_mesh(test::data_file("mpas_x1.162.nc"));
  order_along_curve(mesh);  // so that the internal order is not the file's
  return mesh;
}

std::vector<double> values(const std::string& name, Index count, int members, long record) {
  const Random random(1, name);
  std::vector<double> list;
  for (Index i = 0; i < count; ++i)
    for (int m = 0; m < members; ++m)
      list.push_back(random.normal(i, static_cast<int>(record) * members + m));
  return list;
}

Restart restart_of(const Mesh& mesh, long step, int members = 2) {
  Restart restart;
  restart.step = step;
  restart.time_s = 600.0 * static_cast<double>(step);
  restart.step_s = 600;
  restart.mesh_file_id = mesh.file_id;
  restart.case_as_run = "mesh: {file: x.nc}\n";
  restart.fields["thickness"] = {Place::cell, members,
                                 values("thickness", mesh.cells, members, step)};
  restart.fields["normal_velocity"] = {Place::edge, members,
                                       values("velocity", mesh.edges, members, step)};
  restart.fields["sum_daily_vorticity"] = {Place::vertex, 1,
                                           values("vorticity", mesh.vertices, 1, step)};
  restart.numbers["start"] = {1.0 / 3, 2e300, -0.0};
  restart.numbers["none"] = {};
  restart.marks["history"] = {"0123456789abcdef",
                              3,
                              7200,
                              100000,
                              {{0, 4}, {70000, 2}},
                              std::string("ab\0\xff"
                                          "c\n",
                                          6)};
  return restart;
}

template <class F>
std::string message_of(const F& f) {
  try {
    io_thread().run(f);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void overwrite(const std::string& file, std::size_t place, const std::string& bytes) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(static_cast<std::streamoff>(place));
  stream << bytes;
}

std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_CASE("a restart comes back bit for bit") {
  const TemporaryFolder folder;
  const Mesh mesh = small_mesh();
  const Restart written = restart_of(mesh, 12);
  const std::string path = folder / "restart.nc";
  Restart read = io_thread().run([&] {
    write_restart(path, written, restart_orders(mesh), {{"title", "test"}});
    return read_restart(path);
  });
  // In the file the fields stand in the user's order.
  const auto& thickness = read.fields["thickness"].values;
  for (Index i = 0; i < mesh.cells; ++i)
    REQUIRE(thickness[2 * static_cast<std::size_t>(mesh.cell_id[i]) + 1] ==
            written.fields.at("thickness").values[2 * static_cast<std::size_t>(i) + 1]);
  take_mesh_order(read, mesh, path);
  CHECK(read.step == 12);
  CHECK(read.time_s == written.time_s);
  CHECK(read.step_s == written.step_s);
  CHECK(read.case_as_run == written.case_as_run);
  REQUIRE(read.fields.size() == written.fields.size());
  for (const auto& [name, field] : written.fields) {
    INFO(name);
    CHECK(read.fields[name].place == field.place);
    CHECK(read.fields[name].members == field.members);
    CHECK(read.fields[name].values == field.values);
  }
  CHECK(read.numbers["start"] == written.numbers.at("start"));
  CHECK(std::signbit(read.numbers["start"][2]));
  const FileMark& mark = read.marks["history"];
  CHECK(mark.id == "0123456789abcdef");
  CHECK(mark.records == 3);
  CHECK(mark.last_time == 7200);
  CHECK(mark.length == 100000);
  CHECK(mark.stretches[1].start == 70000);
  CHECK(mark.bytes == written.marks.at("history").bytes);

  Restart other = written;
  other.mesh_file_id = "another";
  CHECK(contains(message_of([&] { take_mesh_order(other, mesh, path); }), "of another mesh"));
}

TEST_CASE("a change of any byte of a restart is noticed") {
  const TemporaryFolder folder;
  const Mesh mesh = small_mesh();
  const std::string path = folder / "restart.nc";
  const Restart restart = restart_of(mesh, 12);
  io_thread().run([&] { write_restart(path, restart, restart_orders(mesh), {}); });
  const std::string whole = bytes_of(path);
  const Random random(7, "place");
  for (int trial = 0; trial < 60; ++trial) {
    const auto place = static_cast<std::size_t>((random.uniform(trial) + 1) / 2 *
                                                static_cast<double>(whole.size() - 1));
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << trial % 8));
    std::ofstream(path, std::ios::binary) << damaged;
    INFO(place);
    const bool in_trailer = place + 33 >= whole.size();
    CHECK(contains(message_of([&] { read_restart(path); }), in_trailer ? "restart" : "damaged"));
  }
  std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() / 2);
  CHECK(contains(message_of([&] { read_restart(path); }), "not a whole restart"));
  CHECK(contains(message_of([&] { read_restart(test::data_file("mpas_x1.162.nc")); }),
                 "not a whole restart"));
}

TEST_CASE("the newest good restart is found, and as many are kept as wanted") {
  const TemporaryFolder folder;
  const Mesh mesh = small_mesh();
  const fs::path place = folder / "restart";
  std::string warnings;
  const auto warn = [&](const std::string& text) { warnings += text + "\n"; };
  io_thread().run([&] {
    const auto orders = restart_orders(mesh);
    RestartFolder earlier(place, 5);
    for (const long step : {20, 70}) earlier.write(restart_of(mesh, step), orders, {});
    RestartFolder restarts(place, 2);
    for (const long step : {10, 30, 60}) restarts.write(restart_of(mesh, step), orders, {});
    CHECK_FALSE(fs::exists(restarts.file_of(10)));
    CHECK_FALSE(fs::exists(restarts.file_of(70)));  // of another run
    CHECK(restarts.newest_good(warn).second.step == 60);
    CHECK(warnings.empty());

    fs::resize_file(restarts.file_of(60), 1000);
    CHECK(restarts.newest_good(warn).second.step == 30);
    CHECK(contains(warnings, "step 60 cannot be used"));
    warnings.clear();
    fs::remove(restarts.file_of(60));
    CHECK(restarts.newest_good(warn).second.step == 30);
    CHECK(contains(warnings, "is missing"));
    warnings.clear();
    fs::remove(place / "latest");
    CHECK(restarts.newest_good(warn).second.step == 30);
    CHECK(contains(warnings, "pointer"));
    fs::resize_file(restarts.file_of(30), 1000);
  });
  CHECK(contains(message_of([&] { return RestartFolder(place, 2).newest_good(warn).second.step; }),
                 "none of the restarts can be used"));
  CHECK(contains(
      message_of([&] { return RestartFolder(folder / "none", 2).newest_good(warn).second.step; }),
      "there is no restart"));
}

TEST_CASE("a history goes on from a mark, whatever happened to its tables") {
  const TemporaryFolder folder;
  const Mesh mesh = small_mesh();
  HistoryOptions options;
  const int members = GENERATE(1, 3);
  const int compression = GENERATE(0, 1);
  options.compression = compression;
  options.fields = {field_info("thickness", members), field_info("normal_velocity", members)};
  options.constants = {{field_info("topography"), values("topography", mesh.cells, 1, 0)}};
  options.statistic = Statistic::mean;
  const auto write = [&](HistoryFile& file, long from, long to) {
    for (long record = from; record < to; ++record)
      file.write(
          600.0 * static_cast<double>(record),
          {values("h", mesh.cells, members, record), values("u", mesh.edges, members, record)},
          600.0 * static_cast<double>(record - 1));
  };
  constexpr long all = 80, kept = 33;  // HDF5's tables hold 64 entries: they are split on the way
  const std::string unbroken = folder / "unbroken.nc", broken = folder / "broken.nc";
  HistoryFile whole(unbroken, mesh, options);
  write(whole, 1, all);
  whole.close();

  FileMark mark;
  {
    HistoryFile file(broken, mesh, options);
    write(file, 1, kept / 2);
    io_thread().run([&] { mark = file.records().marker()(); });
    write(file, kept / 2, kept);
    io_thread().run([&] { mark = file.records().marker()(); });
    write(file, kept, all - 10);
  }
  CHECK(mark.records == static_cast<std::size_t>(kept - 1));
  // Killed in the middle of a write: nothing but the values of finished records is left whole.
  const int damage = GENERATE(0, 1, 2);
  fs::rename(broken, broken + (damage == 0 ? "" : ".part"));
  const std::string there = broken + (damage == 0 ? "" : ".part");
  if (damage == 1) {
    std::size_t spared = mark.bytes.find(mark.id);
    for (const auto& stretch : mark.stretches) {
      std::string garbage(stretch.size, '\x55');
      if (spared < stretch.size) garbage.replace(spared, mark.id.size(), mark.id);
      spared -= std::min(spared, stretch.size);
      if (spared == 0) spared = std::string::npos;
      overwrite(there, stretch.start, garbage);
    }
  }
  if (damage == 2) std::ofstream(there, std::ios::app) << std::string(12345, 'x');
  {
    HistoryFile file(broken, mesh, options, mark);
    write(file, kept, all);
    file.close();
  }
  io_thread().run([&] {
    const auto a = nc::File::open(unbroken), b = nc::File::open(broken);
    for (const auto& name : a.variables()) {
      INFO(name);
      if (name == "xtime")
        CHECK(a.read_text(name) == b.read_text(name));
      else
        CHECK(a.read_doubles(name) == b.read_doubles(name));
    }
  });
  // A file of another run, or a shortened one, is refused.
  CHECK(contains(message_of([&] { restore_file(unbroken, mark); }), "of another run"));
  fs::resize_file(broken, 5000);
  CHECK(contains(message_of([&] { restore_file(broken, mark); }), "end of the file is missing"));
}

}  // namespace
}  // namespace hexad
