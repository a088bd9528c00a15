// Each kind of bad input ends with its exit code, one clear line per fault and no file left behind.

#include <netcdf.h>

#include <algorithm>

#include "catch.hpp"
#include "hexad/core/device.hpp"
#include "run.hpp"

using namespace hexad;
using test::Folder;
using test::Result;
using test::run_hexad;

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
    check_refused(Trial(replaced(small_case(), "dt: 30 min, ", "")),
                  {"key 'dt' is missing", "line 3, time.dt", "add 'dt: "});
  }
  SECTION("a fault of YAML") {
    check_refused(Trial(replaced(small_case(), "williamson2}", "williamson2")),
                  {"not valid YAML", "case.yaml, line "});
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
