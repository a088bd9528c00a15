#include "hexad/io/history.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/io/netcdf.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

using test::contains;
using test::TemporaryFolder;

/// Exit status and output of a command.
std::pair<int, std::string> run_command(const std::string& command) {
  std::string output;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  return {pclose(pipe), output};
}

void check_tool(const std::string& tool, const std::string& arguments,
                const std::string& python = "/usr/bin/python3") {
  const auto [status, output] =
      run_command(python + " " + HEXAD_TEST_DATA "/../tools/" + tool + " " + arguments);
  INFO(output);
  CHECK(status == 0);
}

template <class F>
std::string message_of(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Mesh sphere(int level = 3) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  return make_icosahedral(options);
}

const std::vector<std::string> names{"thickness", "surface_height", "vorticity", "eastward_wind",
                                     "normal_velocity"};

std::vector<FieldInfo> fields(int members = 1) {
  std::vector<FieldInfo> list;
  for (const auto& name : names) list.push_back(field_info(name, members));
  return list;
}

/// A value that tells field, entity, member and record apart.
double value(std::size_t field, Index entity, int member, int record) {
  return 1000.0 * static_cast<double>(field + 1) + entity + 0.25 * member + 0.125 * record;
}

std::vector<std::vector<double>> record(const Mesh& mesh, int number, int members = 1) {
  std::vector<std::vector<double>> values;
  for (std::size_t n = 0; n < names.size(); ++n) {
    values.emplace_back();
    for (Index i = 0; i < mesh.count(field_info(names[n]).place); ++i)
      for (int m = 0; m < members; ++m) values.back().push_back(value(n, i, m, number));
  }
  return values;
}

HistoryOptions history_options(int members = 1) {
  HistoryOptions options;
  options.fields = fields(members);
  options.start = *parse_date("2000-01-01T00:00:00");
  options.attributes = {{"title", "test"}, {"case", "initial: {case: hill}\n"}};
  return options;
}

void write_history(const std::string& path, const Mesh& mesh, const HistoryOptions& options,
                   int members = 1) {
  HistoryFile history(path, mesh, options);
  history.write(0, record(mesh, 0, members));
  history.write(21600, record(mesh, 1, members));
  history.close();
}

TEST_CASE("a history passes the UGRID and CF checker, which finds planted faults") {
  const TemporaryFolder folder;
  const auto path = folder / "history.nc";
  write_history(path, sphere(), history_options());
  CHECK(folder.files() == 1);
  check_tool("check_ugrid_cf.py", path);
  check_tool("check_ugrid_cf.py", "--plant " + path);
}

TEST_CASE("means with a constant field pass the UGRID and CF checker") {
  const TemporaryFolder folder;
  const Mesh mesh = sphere();
  HistoryOptions options = history_options();
  options.statistic = Statistic::mean;
  options.single_precision = true;
  options.constants = {
      {field_info("topography"), std::vector<double>(static_cast<std::size_t>(mesh.cells), 7.0)}};
  const auto path = folder / "means.nc";
  HistoryFile history(path, mesh, options);
  history.write(21600, record(mesh, 0), 0);
  history.write(43200, record(mesh, 1), 21600);
  history.close();
  check_tool("check_ugrid_cf.py", path);
  io_thread().run([&] {
    const auto file = nc::File::open(path);
    CHECK(file.text("time", "bounds") == "time_bounds");
    CHECK(file.read_doubles("time_bounds") == std::vector<double>{0, 21600, 21600, 43200});
    CHECK(file.read_doubles("topography").front() == 7);
    CHECK(file.text("thickness", "cell_methods") == "area: mean time: mean");
  });
}

TEST_CASE("every known field, members, gradients and a plane pass the UGRID and CF checker") {
  const TemporaryFolder folder;
  HistoryOptions options = history_options();
  options.fields = known_fields();
  const auto count = options.fields.size();
  for (std::size_t n = 0; n < count; ++n) {
    options.fields.push_back(gradient_info(options.fields[n], "m2"));
    options.fields.back().members = 2;
  }
  PlanarOptions plane;
  plane.nx = 4;
  plane.ny = 4;
  for (const Mesh& mesh : {sphere(1), make_planar(plane)}) {
    std::vector<std::vector<double>> values;
    for (const auto& field : options.fields)
      values.emplace_back(static_cast<std::size_t>(mesh.count(field.place) * field.members), 1.5);
    for (const bool single : {false, true}) {
      options.single_precision = single;
      const auto path = folder / "history.nc";
      HistoryFile history(path, mesh, options);
      history.write(-3600, values);
      history.write(0.5, values);
      history.close();
      check_tool("check_ugrid_cf.py", path);
    }
  }
}

TEST_CASE("a history holds what was written, in the user's order") {
  const TemporaryFolder folder;
  const auto path = folder / "history.nc";
  Mesh mesh = read_mesh(test::data_file("mpas_x1.162.nc"));
  order_along_curve(mesh);
  for (const int members : {1, 3}) {
    for (const int compression : {0, 4}) {
      auto options = history_options(members);
      options.compression = compression;
      write_history(path, mesh, options, members);
      io_thread().run([&] {
        const auto file = nc::File::open(path);
        CHECK(file.read_doubles("time") == std::vector<double>{0, 21600});
        CHECK(file.text("", "title") == "test");
        CHECK(file.text("", "file_id") == mesh.file_id);
        CHECK(file.text("time", "units") == "seconds since 2000-01-01 00:00:00");
        for (std::size_t n = 0; n < names.size(); ++n) {
          const auto place = field_info(names[n]).place;
          const auto& id = place == Place::cell   ? mesh.cell_id
                           : place == Place::edge ? mesh.edge_id
                                                  : mesh.vertex_id;
          const auto entities = id.size(), lanes = static_cast<std::size_t>(members);
          const auto values = file.read_doubles(names[n]);
          REQUIRE(values.size() == 2 * lanes * entities);
          bool equal = true;
          for (int r = 0; r < 2; ++r)
            for (std::size_t m = 0; m < lanes; ++m)
              for (std::size_t i = 0; i < entities; ++i)
                equal =
                    equal && values[(static_cast<std::size_t>(r) * entities +
                                     static_cast<std::size_t>(id[i])) *
                                        lanes +
                                    m] == value(n, static_cast<Index>(i), static_cast<int>(m), r);
          INFO(names[n]);
          CHECK(equal);
        }
      });
    }
  }
  // The mesh in the history is that of the user's file.
  const auto on_cell =
      io_thread().run([&] { return nc::File::open(path).read_ints("edgesOnCell"); });
  CHECK(on_cell == io_thread().run([&] {
    return nc::File::open(test::data_file("mpas_x1.162.nc")).read_ints("edgesOnCell");
  }));
}

TEST_CASE("a history and a mesh file open in xarray, VTK's MPAS reader and uxarray") {
  const TemporaryFolder folder;
  const auto path = folder / "history.nc", mesh_path = folder / "mesh.nc",
             members_path = folder / "members.nc";
  const Mesh mesh = sphere();
  write_history(path, mesh, history_options());
  write_history(members_path, mesh, history_options(2), 2);
  write_mesh(mesh_path, mesh);
  check_tool("check_xarray.py", path + " thickness 2 2000-01-01T00:00:00");
  check_tool("check_xarray.py", members_path + " thickness 2 2000-01-01T00:00:00");
  check_tool("check_vtk.py", path + " thickness");
  check_tool("check_vtk.py", members_path + " thickness");
  const std::string command = HEXAD_COMMAND;
  const auto python = command.substr(0, command.rfind('/')) + "/venv-uxarray/bin/python";
  if (!std::filesystem::exists(python)) {
    WARN("uxarray is not installed: scripts/setup uxarray installs it");
    return;
  }
  check_tool("check_uxarray.py", path + " thickness", python);
  check_tool("check_uxarray.py", members_path + " thickness", python);
  check_tool("check_uxarray.py", mesh_path, python);
}

TEST_CASE("a history that is being written can be read, with complete records") {
  const TemporaryFolder folder;
  const auto path = folder / "history.nc";
  const Mesh mesh = sphere(1);
  HistoryFile history(path, mesh, history_options());
  for (int n = 0; n < 3; ++n) {
    history.write(3600.0 * n, record(mesh, n));
    io_thread().drain();
    check_tool("check_ugrid_cf.py", path + ".part");
    CHECK_FALSE(std::filesystem::exists(path));
  }
  history.close();
  CHECK(std::filesystem::exists(path));
  CHECK(folder.files() == 1);
}

TEST_CASE("a history of a run that ends early keeps its records") {
  const TemporaryFolder folder;
  const auto path = folder / "history.nc";
  const Mesh mesh = sphere(1);
  { const HistoryFile history(path, mesh, history_options()); }
  CHECK(folder.files() == 0);
  {
    HistoryFile history(path, mesh, history_options());
    history.write(0, record(mesh, 0));
  }
  CHECK(folder.files() == 1);
  CHECK(io_thread().run([&] { return nc::File::open(path).length("Time"); }) == 1);
}

TEST_CASE("a record that does not fit is refused by name") {
  const TemporaryFolder folder;
  const Mesh mesh = sphere(1);
  HistoryFile history(folder / "history.nc", mesh, history_options());
  auto values = record(mesh, 0);
  history.write(0, values);
  CHECK(contains(message_of([&] { history.write(0, values); }), "follow one another"));
  values[2].pop_back();
  CHECK(contains(message_of([&] { history.write(1, values); }), "'vorticity'"));
  values.pop_back();
  CHECK(contains(message_of([&] { history.write(2, values); }), "all 5 fields"));
}

/// Writes records until the system refuses one.
void fill_with_history(const TemporaryFolder& folder) {
  const auto path = folder / "history.nc";
  const Mesh mesh = sphere(4);
  std::string message;
  int records = 0;
  try {
    auto options = history_options();
    options.compression = 0;
    HistoryFile history(path, mesh, options);
    for (; records < 1000; ++records) history.write(records, record(mesh, records));
    history.close();
  } catch (const RunError& error) {
    message = error.what();
  }
  INFO(message);
  CHECK(records > 0);
  CHECK(records < 1000);
  CHECK(contains(message, path));
  CHECK(contains(message, "free"));
  CHECK(folder.files() == 0);
}

TEST_CASE("a history on a full disk ends with an error and leaves no file") {
  const TemporaryFolder folder;
  {
    const test::SmallDisk disk(folder.path(), 8);
    if (disk.mounted())
      fill_with_history(folder);
    else
      WARN("a tmpfs cannot be mounted here: the limit on file sizes stands for it");
  }
  {
    const test::FileSizeLimit limit(8 << 20);
    fill_with_history(folder);
  }
  // The thread and the library are as good as before.
  write_history(folder / "history.nc", sphere(1), history_options());
  CHECK(folder.files() == 1);
}

TEST_CASE("known fields and units of their gradients") {
  CHECK(field_info("thickness").units == "m");
  CHECK(inverse_units("m s-1") == "m-1 s");
  CHECK(inverse_units("m2 s-2") == "m-2 s2");
  CHECK(inverse_units("1") == "1");
  CHECK(gradient_info(field_info("thickness"), "m2").units == "m2 m-1");
  CHECK(gradient_info(field_info("normal_velocity")).units == "m-1 s");
  CHECK(gradient_info(field_info("thickness")).name == "gradient_thickness");
  CHECK_THROWS_AS(field_info("thicknes"), InputError);
  CHECK(contains(message_of([&] { field_info("thicknes"); }), "'thickness'"));
}

}  // namespace
}  // namespace hexad
