// Each kind of bad input ends with its exit code, one clear line per fault and no file left behind.

#include <netcdf.h>
#include <unistd.h>

#include <algorithm>

#include "catch.hpp"
#include "hexad/core/device.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"
#include "small_disk.hpp"

using namespace hexad;
using test::Folder;
using test::Result;
using test::run_hexad;
using test::text_of;

namespace {

/// A case that runs: 162 cells, two steps.
std::string small_case(const std::string& mesh = "{icosahedral: {level: 2, optimise: none}}") {
  return "mesh: " + mesh +
         "\n"
         "initial: {case: williamson2}\n"
         "time: {dt: 30 min, duration: 1 h}\n"
         "output: {directory: OUT, streams: {history: {every: 1 h}}}\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// Runs `hexad forecast` on a text in a folder of its own, with its output there too.
struct Trial {
  explicit Trial(const std::string& text, const std::string& options = {}) {
    const auto at = text.find("OUT");
    const std::string here =
        at == std::string::npos ? text : std::string(text).replace(at, 3, folder.file("out"));
    folder.write("case.yaml", here);
    result = run_hexad("forecast " + folder.file("case.yaml") + " " + options);
  }
  [[nodiscard]] bool left_nothing() const {
    return folder.files() == std::vector<std::string>{"case.yaml"};
  }
  Folder folder;
  Result result;
};

void check_refused(const Trial& trial, const std::vector<std::string>& pieces) {
  INFO(test::text_of(trial.folder.file("case.yaml")));
  for (const auto& line : trial.result.errors) UNSCOPED_INFO(line);
  CHECK(trial.result.code == 2);
  CHECK(trial.result.complains_once(pieces));
  CHECK(trial.left_nothing());
}

/// A copy of the shared test mesh, changed through NetCDF.
template <class Change>
std::string changed_mesh(const Folder& folder, const Change& change) {
  const std::string file = folder.file("mesh.nc");
  std::filesystem::copy_file(std::string(HEXAD_TEST_DATA) + "/mpas_x1.162.nc", file);
  int id = 0;
  REQUIRE(nc_open(file.c_str(), NC_WRITE, &id) == NC_NOERR);
  change(id);
  REQUIRE(nc_close(id) == NC_NOERR);
  return file;
}

}  // namespace

TEST_CASE("a small case runs", "[command]") {
  const Trial trial(small_case());
  for (const auto& line : trial.result.errors) UNSCOPED_INFO(line);
  CHECK(trial.result.code == 0);
  CHECK(trial.result.errors.empty());
  CHECK(trial.folder.has("out/history.nc"));
}

TEST_CASE("faults of the case file are refused by line and key", "[command]") {
  SECTION("an unknown key, with the nearest known one") {
    check_refused(
        Trial(replaced(small_case(), "duration: 1 h", "duration: 1 h, strat: 2000-01-01")),
        {"unknown key 'strat'", "case.yaml, line 3, time.strat", "did you mean 'start'?"});
  }
  SECTION("a wrong type") {
    check_refused(Trial(replaced(small_case(), "level: 2", "level: two")),
                  {"'two' is not a whole number", "case.yaml, line 1, mesh.icosahedral.level"});
  }
  SECTION("a unit of the wrong dimension") {
    check_refused(Trial(replaced(small_case(), "dt: 30 min", "dt: 30 km")),
                  {"'km' is a unit of length, not of time", "line 3, time.dt", "'6 h'"});
  }
  SECTION("a negative length") {
    check_refused(Trial(replaced(small_case(), "none}}", "none}, radius: -6371 km}")),
                  {"'-6371 km' is too small", "line 1, mesh.radius", "more than 0 m"});
  }
  SECTION("a missing file") {
    check_refused(Trial(small_case("{file: nowhere.nc}")),
                  {"there is no file", "nowhere.nc", "line 1, mesh.file"});
  }
  SECTION("a missing key") {
    check_refused(Trial(replaced(small_case(), ", duration: 1 h", "")),
                  {"key 'duration' is missing", "line 3, time.duration", "add 'duration: "});
  }
  SECTION("a fault of YAML") {
    check_refused(Trial(replaced(small_case(), "williamson2}", "williamson2")),
                  {"not valid YAML", "case.yaml, line "});
  }
  SECTION("a choice that is a word, or nothing") {
    check_refused(Trial(small_case("x7.nc")), {"a map of keys is expected here", "line 1, mesh"});
    check_refused(Trial(replaced(small_case(), "initial: {case: williamson2}", "initial:")),
                  {"'initial' does not say which it is", "initial"});
  }
  SECTION("an alias that holds itself") {
    check_refused(Trial(small_case() + "\ntracers: &x {a: *x}\n"), {"alias", "case.yaml, line "});
  }
  SECTION("a field twice") {
    check_refused(Trial(replaced(small_case(), "every: 1 h", "every: 1 h, fields: [wind, wind]")),
                  {"'wind' stands there twice", "line 4, output.streams.history.fields"});
  }
  SECTION("more steps than anyone can take") {
    check_refused(Trial(replaced(replaced(small_case(), "dt: 30 min", "dt: 1 s"), "duration: 1 h",
                                 "duration: 1e12 d")),
                  {"steps of 1 s are too many", "line 3, time.duration"});
  }
  SECTION("an interval that is no whole number of steps") {
    check_refused(Trial(replaced(small_case(), "every: 1 h", "every: 40 min")),
                  {"2400 s is not a whole number of steps of 1800 s",
                   "line 4, output.streams.history.every", "time.dt: 1200 s"});
  }
  SECTION("an override of an unknown key") {
    check_refused(Trial(small_case(), "--set time.sheme=rk4"),
                  {"unknown key 'sheme'", "--set time.sheme=rk4", "did you mean 'scheme'?"});
  }
  SECTION("all of them at once, one line each") {
    const Trial trial(replaced(replaced(small_case(), "30 min", "30 km"), "level: 2", "level: x"));
    CHECK(trial.result.code == 2);
    CHECK(trial.result.errors.size() == 2);
    CHECK(trial.left_nothing());
  }
  SECTION("no case file") {
    const Result result = run_hexad("forecast no-such-case.yaml");
    CHECK(result.code == 2);
    CHECK(result.complains_once({"there is no such file", "no-such-case.yaml"}));
  }
}

TEST_CASE("a wrong command line is refused", "[command]") {
  const auto check = [](const std::string& arguments, const std::vector<std::string>& pieces) {
    const Result result = run_hexad(arguments);
    INFO(arguments);
    for (const auto& line : result.errors) UNSCOPED_INFO(line);
    CHECK(result.code == 2);
    CHECK(result.output.empty());
    CHECK(result.complains_once(pieces));
  };
  check("forcast case.yaml", {"unknown word 'forcast'", "did you mean 'forecast'?"});
  check("info --jsno", {"unknown option '--jsno'", "did you mean '--json'?", "hexad info --help"});
  check("", {"see 'hexad --help'"});
  check("forecast", {"case", "hexad forecast --help"});
  check("forecast case.yaml --device abacus", {"abacus", "hexad forecast --help"});
  check("grid create icosahedral -o x.nc", {"--level", "hexad grid create icosahedral --help"});
  check("grid create icosahedral --level 3 --radius '5 s' -o x.nc",
        {"'s' is a unit of time, not of length", "--radius 5 s"});
  check("grid create icosahedral --level 99 -o x.nc", {"'99' is too large", "--level 99"});
  check("grid info nowhere.nc", {"nowhere.nc"});
}

TEST_CASE("several processes are refused", "[command]") {
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  const Result ran = run_hexad("info");
  unsetenv("OMPI_COMM_WORLD_SIZE");
  CHECK(ran.code == 2);
  CHECK(ran.complains_once({"one process", "2 were started", "without mpirun"}));
}

TEST_CASE("a GPU that is not there is refused", "[command]") {
  if (!cuda_devices().empty()) return;
  check_refused(Trial(small_case(), "--device gpu"), {"GPU"});
}

TEST_CASE("an output folder that cannot be made is refused before anything runs", "[command]") {
  const Folder folder;
  const std::string file = folder.write("occupied", "a file, not a folder");
  Trial trial(replaced(small_case(), "OUT", file + "/out"));
  check_refused(trial, {"the output folder cannot be written", file});
  Trial grid(small_case());
  const Result result = run_hexad("grid create icosahedral --level 1 -o " + file + "/mesh.nc");
  CHECK(result.code == 2);
  CHECK(result.complains_once({"cannot be written", file}));
}

TEST_CASE("a damaged mesh file is refused", "[command]") {
  const Folder folder;
  const auto check = [&](const std::string& mesh, const std::vector<std::string>& pieces) {
    const Trial trial(small_case("{file: " + mesh + "}"));
    check_refused(trial, pieces);
    const Result info = run_hexad("grid info " + mesh);
    CHECK(info.code == 2);
    CHECK(info.complains_once(pieces));
  };
  SECTION("truncated") {
    const std::string file = changed_mesh(folder, [](int) {});
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    check(file, {file, "truncated"});
  }
  SECTION("not NetCDF") { check(folder.write("mesh.nc", "no mesh at all"), {"mesh.nc"}); }
  SECTION("with a boundary") {
    const std::string file = changed_mesh(folder, [](int id) {
      int variable = 0;
      const std::size_t at[] = {0, 1};
      const int none = 0;
      REQUIRE(nc_inq_varid(id, "cellsOnEdge", &variable) == NC_NOERR);
      REQUIRE(nc_put_var1_int(id, variable, at, &none) == NC_NOERR);
    });
    check(file, {file, "boundary"});
  }
}

TEST_CASE("a clockwise cell is refused", "[command]") {
  const Folder folder;
  const std::string file = changed_mesh(folder, [](int id) {
    for (const char* name : {"verticesOnCell", "edgesOnCell", "cellsOnCell"}) {
      int variable = 0;
      REQUIRE(nc_inq_varid(id, name, &variable) == NC_NOERR);
      const std::size_t start[] = {100, 0}, count[] = {1, 6};
      int row[6];
      REQUIRE(nc_get_vara_int(id, variable, start, count, row) == NC_NOERR);
      std::reverse(row, row + 6);
      REQUIRE(nc_put_vara_int(id, variable, start, count, row) == NC_NOERR);
    }
  });
  const Trial trial(small_case("{file: " + file + "}"));
  CHECK(trial.result.code == 2);
  REQUIRE_FALSE(trial.result.errors.empty());
  std::string all;
  for (const auto& line : trial.result.errors) {
    CHECK(line.starts_with("hexad: error: "));
    all += line + "\n";
  }
  INFO(all);
  CHECK(all.find("clockwise") != std::string::npos);
  CHECK(all.find("cell 101") != std::string::npos);
  CHECK(trial.left_nothing());
}

TEST_CASE("a step that is too long stops the run where it breaks", "[command]") {
  const std::string text = replaced(replaced(small_case(), "dt: 30 min, duration: 1 h",
                                             "dt: 4 h, duration: 20 d, courant_limit: 50"),
                                    "every: 1 h", "every: 4 h");
  const Trial trial(text);
  for (const auto& line : trial.result.errors) UNSCOPED_INFO(line);
  CHECK(trial.result.code == 1);
  CHECK(trial.result.complains_once({"step ", " of 120", "cell ", "try time.dt below"}));
  // What was written before stays, whole.
  int id = 0;
  REQUIRE(nc_open(trial.folder.file("out/history.nc").c_str(), NC_NOWRITE, &id) == NC_NOERR);
  nc_close(id);
  CHECK_FALSE(trial.folder.has("out/summary.json"));

  const Trial limited(replaced(text, "courant_limit: 50", "courant_limit: 1"));
  CHECK(limited.result.code == 1);
  CHECK(limited.result.complains_once(
      {"the Courant number", "past the limit 1", "step 0 of 120", "cell ", "try time.dt below"}));
}

TEST_CASE("an analysis that lacks something is refused", "[command]") {
  const std::string data =
      std::string(HEXAD_TEST_DATA) + "/../../experiments/data/eraint_500hPa_monthly.nc";
  const auto text = [&](const std::string& file, const std::string& rest) {
    return replaced(small_case(), "{case: williamson2}",
                    "{analysis: {file: " + file + ", " + rest + "}}");
  };
  SECTION("no such level") {
    check_refused(Trial(text(data, "level: 510, month: 1")), {"510", "500"});
    check_refused(Trial(text(data, "level: 510, month: 1"), "--dry-run"), {"510", "500"});
  }
  SECTION("no such month") { check_refused(Trial(text(data, "level: 500, month: 3")), {"month"}); }
  SECTION("no wind or height at all") {
    check_refused(Trial(text(std::string(HEXAD_TEST_DATA) + "/mpas_x1.162.nc", "month: 1")),
                  {"mpas_x1.162.nc"});
  }
}

TEST_CASE("faults of output streams are refused by line and key", "[command]") {
  const auto stream = [](const std::string& text) {
    return replaced(small_case(), "history: {every: 1 h}", text);
  };
  SECTION("an unknown field, with the nearest known one") {
    check_refused(Trial(stream("history: {every: 1 h, fields: [vorticty]}")),
                  {"'vorticty' is not one of", "did you mean 'vorticity'?", "line 4"});
  }
  SECTION("nothing that changes") {
    check_refused(Trial(stream("history: {every: 1 h, fields: [topography]}")),
                  {"no field that changes", "output.streams.history.fields"});
  }
  SECTION("the name of another output") {
    check_refused(Trial(stream("diagnostics: {every: 1 h}")),
                  {"the name of another output", "output.streams.diagnostics"});
  }
  SECTION("a name that no file can have") {
    check_refused(Trial(stream("a/b: {every: 1 h}")), {"'a/b' cannot be used as a name"});
  }
  SECTION("a statistic that is not there") {
    check_refused(Trial(stream("history: {every: 1 h, statistic: median}")),
                  {"'median' is not one of the values of 'statistic'", "instant or mean"});
  }
  SECTION("a grid that does not go round") {
    check_refused(Trial(stream("history: {every: 1 h, grid: {longitude_latitude: 7 deg}}")),
                  {"does not go into 180 degrees", "grid.longitude_latitude"});
  }
  SECTION("a grid of an unknown kind") {
    check_refused(Trial(stream("history: {every: 1 h, grid: gaussian}")),
                  {"output.streams.history.grid", "not a single value"});
  }
  SECTION("two grids at once") {
    check_refused(
        Trial(stream("history: {every: 1 h, grid: {native: true, longitude_latitude: 1 deg}}")),
        {"more than one of native and longitude_latitude"});
  }
  SECTION("a component along an edge on a grid of longitudes and latitudes") {
    check_refused(Trial(stream("history: {every: 1 h, fields: [normal_velocity], "
                               "grid: {longitude_latitude: 10 deg}}")),
                  {"'normal_velocity' has no value at a longitude and latitude", "take 'wind'"});
  }
  SECTION("longitudes and latitudes of a plane") {
    check_refused(Trial(replaced(replaced(stream("history: {every: 1 h, grid: "
                                                 "{longitude_latitude: 10 deg}}"),
                                          "{icosahedral: {level: 2, optimise: none}}",
                                          "{planar: {nx: 8, ny: 8}}"),
                                 "williamson2", "hill")),
                  {"a plane has no longitude and latitude"});
  }
  SECTION("restarts at no whole number of steps") {
    check_refused(Trial(stream("history: {every: 1 h}}, restart: {every: 45 min")),
                  {"2700 s is not a whole number of steps", "output.restart.every"});
  }
  SECTION("no restart kept") {
    check_refused(Trial(stream("history: {every: 1 h}}, restart: {every: 1 h, keep: 0")),
                  {"'0' is too small", "output.restart.keep"});
  }
  SECTION("a limit of time in metres") {
    check_refused(Trial(small_case(), "--set time.wall_clock_limit='2 m'"),
                  {"time.wall_clock_limit", "'m' is a unit of length"});
  }
}

TEST_CASE("faults of responses are refused by line and key", "[command]") {
  const auto with = [](const std::string& response) {
    return small_case() + "response: {one: " + response + "}\n";
  };
  const auto check = [&](const std::string& response, std::vector<std::string> pieces) {
    pieces.emplace_back("line 5, response.one");
    check_refused(Trial(with(response)), pieces);
  };
  SECTION("of a kind") {
    check("{kind: vortcity}", {"'vortcity' is not one of", "did you mean 'vorticity'?"});
    check("{region: whole}", {"key 'kind' is missing"});
    check("{kind: thickness, component: northward}", {"'component' does not go with kind"});
    check("{kind: tracer}", {"key 'tracer' is missing"});
    check("{kind: tracer, tracer: ozone}", {"the case has no tracer 'ozone'"});
    check("{kind: forecast_error}", {"key 'state' is missing"});
    check("{kind: forecast_error, state: {file: nowhere.nc}}", {"there is no file"});
    check("{kind: circulation}", {"a circulation goes round a region"});
    check("{kind: departure, point: {longitude: 0, latitude: 0}}", {"'departure' is of a region"});
  }
  SECTION("of a time") {
    check("{kind: thickness, at: 2 h}", {"past the end of the window", "one.at"});
    check("{kind: thickness, at: 20 min}", {"1200 s is not a whole number of steps", "one.at"});
    check("{kind: thickness, at: 0 h}", {"'0 h' is too small"});
    check("{kind: thickness, mean: {from: 1 h}}", {"the mean ends before it begins"});
    check("{kind: thickness, at: 1 h, mean: {to: 1 h}}", {"of an instant or a mean, not both"});
  }
  SECTION("of a place") {
    check("{kind: thickness, region: oval}", {"a map of keys is expected"});
    check("{kind: thickness, region: {circle: {radius: 1 km}, box: {}}}", {"more than one of"});
    check("{kind: thickness, region: {circle: {centre: {longitude: 1, latitude: 1}}}}",
          {"key 'radius' is missing"});
    check("{kind: thickness, region: {circle: {radius: 1 km, centre: {longitude: 1}}}}",
          {"the point does not say where it is"});
    check("{kind: thickness, region: {circle: {radius: 1 km, centre: {x: 1, y: 2}}}}",
          {"x and y are of a plane"});
    check("{kind: thickness, region: {box: {south: 50 deg, north: 40 deg}}}",
          {"its south no farther south than its north"});
    check("{kind: thickness, region: {box: {west: 5 deg, east: 5 deg}}}", {"has no width"});
    check("{kind: thickness, region: {box: {north: 91 deg}}}", {"'91 deg' is too large"});
    check("{kind: thickness, region: {polygon: [[0, 1], [1, 0]]}}",
          {"a polygon of 2 corners has no inside"});
    check("{kind: thickness, region: {polygon: [[0, 1], [1, 0], [1]]}}", {"a point of 1 numbers"});
    check("{kind: thickness, region: {polygon: [[0, 1 km], [1, 0], [1, 1]]}}",
          {"'km' is a unit of length, not of angle"});
    check("{kind: thickness, region: {polygon: 5}}", {"a list is expected"});
    check("{kind: thickness, region: {mask: {file: nowhere.nc}}}", {"there is no file"});
    check("{kind: thickness, point: {longitude: 0, latitude: 0}, region: whole}",
          {"of a point or of a region, not both"});
  }
  SECTION("what only the mesh can tell") {
    const Folder folder;
    const auto refused = [&](const std::string& response, const std::vector<std::string>& pieces) {
      folder.write("case.yaml", replaced(with(response), "OUT", folder.file("out")));
      const Result ran = run_hexad("sensitivity " + folder.file("case.yaml"));
      for (const auto& line : ran.errors) UNSCOPED_INFO(line);
      CHECK(ran.code == 2);
      CHECK(ran.complains_once(pieces));
    };
    refused(
        "{kind: thickness, region: {circle: {centre: {longitude: 1, latitude: 1}, radius: 1 "
        "km}}}",
        {"no cell of the mesh", "line 5, response.one.region"});
    refused("{kind: thickness, region: {polygon: [[0, 0], [2, 0], [4, 0]]}}",
            {"90 degrees or more from its middle", "line 5, response.one.region"});
    refused("{kind: thickness, region: {mask: {file: " + std::string(HEXAD_TEST_DATA) +
                "/mpas_x1.162.nc, variable: maske}}}",
            {"maske", "line 5, response.one.region"});
  }
}

TEST_CASE("faults of members are refused by line and key", "[command]") {
  const auto with = [](const std::string& members) {
    return small_case() + "members: " + members + "\n";
  };
  check_refused(Trial(with("{count: 0}")), {"'0' is too small", "line 5, members.count"});
  check_refused(Trial(with("{count: 2, perturbations: {file: nowhere.nc}}")),
                {"there is no file", "nowhere.nc", "members.perturbations.file"});
  check_refused(Trial(with("{count: 2, perturbations: {random: {thickness: -1 m}}}")),
                {"'-1 m' is too small", "members.perturbations.random.thickness"});
  check_refused(Trial(with("{count: 2, perturbations: {}}")),
                {"'perturbations' does not say which it is", "file or random"});
  check_refused(Trial(with("{count: 2, control: maybe}")), {"'maybe' is neither true nor false"});
}

TEST_CASE("a mesh file that lacks a variable is refused", "[command]") {
  const Folder folder;
  const std::string file = changed_mesh(folder, [](int id) {
    REQUIRE(nc_redef(id) == NC_NOERR);
    int variable = 0;
    REQUIRE(nc_inq_varid(id, "cellsOnVertex", &variable) == NC_NOERR);
    REQUIRE(nc_rename_var(id, variable, "cellsOnVertx") == NC_NOERR);
    REQUIRE(nc_enddef(id) == NC_NOERR);
  });
  check_refused(Trial(small_case("{file: " + file + "}")),
                {file, "no such variable", "cellsOnVertex", "'cellsOnVertx'"});
}

TEST_CASE("a layer without thickness is refused", "[command]") {
  check_refused(Trial(replaced(small_case(), "{case: williamson2}", "{case: hill, height: -2 km}")),
                {"thick at the start", "cell "});
}

TEST_CASE("a folder where nothing may be written is refused", "[command]") {
  const Folder folder;
  std::filesystem::create_directory(folder.path / "locked");
  // The superuser may write anywhere but where the kernel keeps its own files.
  const bool superuser = geteuid() == 0;
  std::filesystem::permissions(folder.path / "locked", std::filesystem::perms::owner_read |
                                                           std::filesystem::perms::owner_exec);
  const std::string place = superuser ? "/proc/out" : folder.file("locked/out");
  check_refused(Trial(replaced(small_case(), "OUT", place)),
                {"the output folder cannot be written", place.substr(0, 5)});
}

TEST_CASE("a layer that becomes thin is warned of once, with its place", "[command]") {
  // The hill falls, and the middle swings below the mean.
  const std::string text =
      replaced(replaced(small_case(), "{case: williamson2}",
                        "{case: hill, depth: 1 km, height: 100 m, width: 1500 km}"),
               "dt: 30 min, duration: 1 h", "dt: 10 min, duration: 12 h");
  const Trial trial(text, "--set model.thin_layer=0.995");
  for (const auto& line : trial.result.errors) UNSCOPED_INFO(line);
  CHECK(trial.result.code == 0);
  REQUIRE(trial.result.errors.size() == 1);
  for (const char* piece :
       {"hexad: warning: the layer has become thin: ", "step ", " of 72, cell "})
    CHECK(trial.result.errors[0].find(piece) != std::string::npos);
  CHECK(Trial(text).result.errors.empty());
}

TEST_CASE("a run that blows up names its last good restart", "[command]") {
  const Trial trial(replaced(replaced(small_case(), "dt: 30 min, duration: 1 h",
                                      "dt: 4 h, duration: 20 d, courant_limit: 50"),
                             "{history: {every: 1 h}}",
                             "{history: {every: 4 h}}, restart: {every: 4 h}"));
  CHECK(trial.result.code == 1);
  CHECK(trial.result.complains_once(
      {"try time.dt below", "the last good restart is", "out/restart/restart_0000"}));
  const std::string pointer = text_of(trial.folder.file("out/restart/latest"));
  CHECK(trial.result.errors[0].find(pointer.substr(0, pointer.size() - 1)) != std::string::npos);
}

TEST_CASE("a full disk ends the run, the last good restart goes on elsewhere", "[command]") {
  const Folder folder;
  std::filesystem::create_directory(folder.path / "small");
  const test::SmallDisk disk(folder.file("small"), 7);
  if (!disk.mounted()) {
    WARN("a file system cannot be mounted here");
    return;
  }
  const std::string text =
      replaced(replaced(small_case(), "dt: 30 min, duration: 1 h", "dt: 30 min, duration: 20 d"),
               "{history: {every: 1 h}}",
               "{history: {every: 30 min, compression: 0}}, restart: {every: 2 h}");
  folder.write("case.yaml", replaced(text, "OUT", folder.file("small/out")));
  const std::string command = "forecast -q --threads 1 " + folder.file("case.yaml");
  const Result full = run_hexad(command);
  for (const auto& line : full.errors) UNSCOPED_INFO(line);
  CHECK(full.code == 1);
  CHECK(full.complains_once({"small/out", "MiB are free in", "make room"}));
  REQUIRE(folder.has("small/out/restart/latest"));
  std::filesystem::copy(folder.path / "small/out", folder.path / "large",
                        std::filesystem::copy_options::recursive);
  const Result resumed =
      run_hexad(command + " --resume --set output.directory=" + folder.file("large"));
  for (const auto& line : resumed.errors) UNSCOPED_INFO(line);
  CHECK(resumed.code == 0);
  CHECK(resumed.errors.empty());
  REQUIRE(run_hexad(command + " --set output.directory=" + folder.file("whole")).code == 0);
  for (const char* variable : {"time", "thickness", "vorticity"})
    CHECK(test::values_of(folder.file("large/history.nc"), variable) ==
          test::values_of(folder.file("whole/history.nc"), variable));
}
