// Runs that end before their time and go on: the same bits as unbroken ones.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad::test;

namespace {

const std::string small_mesh = "{icosahedral: {level: 2, optimise: none}}";

/// Streams of every kind, with intervals that restarts cut.
std::string case_text(const std::string& mesh = small_mesh, const std::string& more = "") {
  return "mesh: " + mesh + R"(
initial: {case: williamson2}
tracers: {smoke: {initial: cosine_bell}, dust: {initial: constant}}
time: {dt: 20 min, duration: 16 h}
output:
  streams:
    history: {every: 40 min, fields: [thickness, normal_velocity, tangential_velocity, smoke, topography]}
    means: {every: 4 h, statistic: mean, fields: [surface_height, wind, vorticity, divergence, smoke]}
    grid: {every: 2 h, grid: {longitude_latitude: 20 deg}, fields: [wind_speed, vorticity, dust]}
    grid_means: {every: 4 h, statistic: mean, grid: {longitude_latitude: 20 deg}, precision: single}
)" + more;
}

struct Runs {
  Folder folder;
  std::string text;

  explicit Runs(const std::string& case_file = case_text()) : text(case_file) {
    folder.write("case.yaml", text);
  }
  /// Runs the case with its output in a folder of that name.
  [[nodiscard]] Result run(const std::string& name, const std::string& options = "") const {
    return run_hexad("forecast -q --threads 1 " + folder.file("case.yaml") +
                     " --set output.directory=" + folder.file(name) + " " + options);
  }
  void require_run(const std::string& name, const std::string& options = "") const {
    const Result result = run(name, options);
    for (const auto& line : result.errors) UNSCOPED_INFO(line);
    REQUIRE(result.code == 0);
  }
  [[nodiscard]] nlohmann::json summary(const std::string& name) const {
    return nlohmann::json::parse(text_of(folder.file(name + "/summary.json")));
  }
  [[nodiscard]] std::vector<double> values(const std::string& name, const std::string& file,
                                           const std::string& variable) const {
    return values_of(folder.file(name + "/" + file), variable);
  }
  void check_same(const std::string& a, const std::string& b) const {
    const std::pair<std::string, std::vector<std::string>> files[] = {
        {"history.nc",
         {"time", "thickness", "normal_velocity", "tangential_velocity", "smoke", "topography"}},
        {"means.nc",
         {"time", "time_bounds", "surface_height", "eastward_wind", "vorticity", "divergence",
          "smoke"}},
        {"grid.nc", {"time", "wind_speed", "vorticity", "dust"}},
        {"grid_means.nc", {"time", "time_bounds", "thickness", "northward_wind"}},
        {"diagnostics.nc",
         {"time", "mass", "energy", "potential_enstrophy", "mass_drift", "energy_drift",
          "potential_enstrophy_drift", "smoke_mass", "smoke_mass_drift", "smoke_smallest",
          "smoke_largest", "dust_mass", "largest_wind", "courant_number", "thinnest_layer"}}};
    for (const auto& [file, variables] : files)
      for (const auto& variable : variables) {
        INFO(file << " " << variable);
        CHECK(values(a, file, variable) == values(b, file, variable));
      }
    auto first = summary(a), second = summary(b);
    for (const char* part : {"mesh", "drift", "error", "extremes", "tracers", "checks"}) {
      INFO(part);
      CHECK(first[part] == second[part]);
    }
  }
};

}  // namespace

TEST_CASE("a run cut anywhere goes on to the same bits", "[command]") {
  const Runs runs;
  runs.require_run("whole");
  // Cut by ending early with a restart, once, twice, on and off the intervals of the streams.
  for (const std::string members : {"1", "3"}) {
    const std::string own = " --set members.count=" + members;
    const std::string restart = " --set output.restart.every='20 min'";
    runs.require_run("whole", own + restart);
    int n = 0;
    for (const auto& cuts : {std::vector<std::string>{"20 min"}, {"8 h"}, {"100 min", "620 min"}}) {
      const std::string name = "cut" + members + std::to_string(++n);
      std::string resume;
      for (const auto& cut : cuts) {
        runs.require_run(name, own + restart + resume + " --set time.duration='" + cut + "'");
        resume = " --resume";
      }
      // The lines of diagnostics follow the streams, so an early end has one of its own.
      runs.require_run(name, own + restart + resume);
      INFO(name);
      CHECK(runs.values("whole", "history.nc", "normal_velocity") ==
            runs.values(name, "history.nc", "normal_velocity"));
      CHECK(runs.values("whole", "means.nc", "vorticity") ==
            runs.values(name, "means.nc", "vorticity"));
      CHECK(runs.values("whole", "grid_means.nc", "thickness") ==
            runs.values(name, "grid_means.nc", "thickness"));
      for (const char* field : {"thickness", "normal_velocity", "tracer_smoke"})
        CHECK(runs.values("whole", "restart/restart_00000048.nc", field) ==
              runs.values(name, "restart/restart_00000048.nc", field));
    }
  }
}

TEST_CASE("SIGTERM and Ctrl-C write a restart, the run goes on to the same bits", "[command]") {
  const Runs runs(case_text(small_mesh, "  restart: {every: 10 d}\n"));
  const std::string length =
      " --set time.duration='200 d' --set time.dt='1 h'"
      " --set output.streams.history.every='5 d'"
      " --set output.streams.grid.every='5 d'";
  runs.require_run("whole", length);
  for (const std::string signal : {"TERM", "INT"}) {
    INFO(signal);
    // The shell stops the process once the run has begun to write.
    const std::string part = runs.folder.file(signal + "/restart/latest");
    const std::string script =
        std::string(HEXAD_COMMAND) + " forecast -q --threads 1 " + runs.folder.file("case.yaml") +
        length.substr(0) + " --set output.directory=" + runs.folder.file(signal) + " 2>" +
        runs.folder.file("err") + " & pid=$!; for n in $(seq 2000); do [ -e " + part +
        " ] && break; sleep 0.01; done; kill -" + signal + " $pid; wait $pid";
    runs.folder.write("script", script);
    const int status = std::system(("bash " + runs.folder.file("script")).c_str());
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    const std::string said = text_of(runs.folder.file("err"));
    INFO(said);
    CHECK(said.find("hexad: warning: stopped by SIG" + signal + " after step ") == 0);
    CHECK(said.find("--resume") != std::string::npos);
    CHECK(runs.summary(signal)["run"]["complete"] == false);
    CHECK(runs.summary(signal)["run"]["stopped_by"] == "SIG" + signal);
    CHECK_FALSE(runs.folder.has(signal + "/history.nc.part"));
    runs.require_run(signal, length + " --resume");
    CHECK(runs.summary(signal)["run"]["complete"] == true);
    runs.check_same("whole", signal);
  }
}

TEST_CASE("a second Ctrl-C ends a run at once", "[command]") {
  const Runs runs;
  const std::string script = std::string(HEXAD_COMMAND) + " forecast -q --threads 1 " +
                             runs.folder.file("case.yaml") +
                             " --set mesh.icosahedral.level=6 --set time.dt='1 min'"
                             " --set output.directory=" +
                             runs.folder.file("out") + " & pid=$!; for n in $(seq 600); do [ -e " +
                             runs.folder.file("out/history.nc.part") +
                             " ] && break; sleep 0.05; done; sleep 0.1; kill -INT $pid;"
                             " kill -INT $pid; sleep 0.01; kill -INT $pid; wait $pid";
  runs.folder.write("script", script);
  const int status = std::system(("bash " + runs.folder.file("script")).c_str());
  REQUIRE(WIFEXITED(status));
  CHECK((WEXITSTATUS(status) == 130 || WEXITSTATUS(status) == 0));  // 0: it was quicker
}

TEST_CASE("a run ends before its wall-clock limit and goes on", "[command]") {
  const Runs runs;
  const std::string length =
      " --set time.duration='4000 d' --set time.dt='1 h'"
      " --set output.streams.history.every='500 d'"
      " --set output.streams.grid.every='500 d'"
      " --set output.streams.means.every='500 d'"
      " --set output.streams.grid_means.every='500 d'";
  const auto start = std::chrono::steady_clock::now();
  const Result limited = runs.run("out", length + " --set time.wall_clock_limit='2 s'");
  const std::chrono::duration<double> lasted = std::chrono::steady_clock::now() - start;
  for (const auto& line : limited.errors) UNSCOPED_INFO(line);
  CHECK(limited.code == 0);
  REQUIRE(limited.errors.size() == 1);
  CHECK(limited.errors[0].find("stopped by the wall-clock limit after step ") != std::string::npos);
  CHECK(lasted.count() < 2);
  const auto first = runs.summary("out");
  CHECK(first["run"]["complete"] == false);
  CHECK(first["run"]["total_wall_s"].get<double>() > 1);
  // The next job begins where this one ended.
  const Result next = runs.run("out", length + " --resume --set time.wall_clock_limit='1 s'");
  CHECK(next.code == 0);
  CHECK(runs.summary("out")["run"]["steps"] > first["run"]["steps"]);
}

TEST_CASE("a damaged restart is left aside for an older one", "[command]") {
  const Runs runs(case_text(small_mesh, "  restart: {every: 4 h, keep: 3}\n"));
  runs.require_run("whole");
  runs.require_run("out", "--set time.duration='12 h'");
  const std::string newest = runs.folder.file("out/restart/restart_00000036.nc");
  REQUIRE(text_of(runs.folder.file("out/restart/latest")) == "restart_00000036.nc\n");
  {
    std::fstream stream(newest, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(20000);
    stream << "damage";
  }
  const Result resumed = runs.run("out", "--resume");
  REQUIRE(resumed.errors.size() == 1);
  CHECK(resumed.errors[0].find("hexad: warning: the restart of step 36 cannot be used") == 0);
  CHECK(resumed.code == 0);
  runs.check_same("whole", "out");

  // A history that was shortened is begun anew, and the run says so.
  runs.require_run("out", "--set time.duration='8 h'");
  std::filesystem::resize_file(runs.folder.file("out/history.nc"), 5000);
  const Result shortened = runs.run("out", "--resume");
  REQUIRE(shortened.errors.size() == 1);
  CHECK(shortened.errors[0].find("a new file begins at step 24") != std::string::npos);
  CHECK(shortened.code == 0);
  CHECK(runs.values("out", "history.nc", "time").front() == 26 * 1200.0);
}

TEST_CASE("a restart goes with its mesh, its case and its length", "[command]") {
  const Runs runs(case_text(small_mesh, "  restart: {every: 4 h}\n"));
  const auto refused = [&](const std::string& options, const std::vector<std::string>& pieces) {
    const Result result = runs.run("out", "--resume " + options);
    INFO(options);
    for (const auto& line : result.errors) UNSCOPED_INFO(line);
    CHECK(result.code == 2);
    CHECK(result.complains_once(pieces));
  };
  refused("", {"there is no restart to resume from", "out/restart", "without --resume"});
  runs.require_run("out", "--set time.duration='8 h'");
  refused("--set mesh.icosahedral.level=3", {"of another mesh", "restart_00000024.nc, mesh"});
  refused("--set mesh.icosahedral.optimise=lloyd", {"of another mesh"});
  refused("--set model.gravity=9.8", {"model.gravity", "'9.8'", "'9.80616'"});
  refused("--set members.count=2", {"members.count"});
  refused("--set time.dt='10 min'", {"time.dt"});
  refused("--set output.streams.history.fields=thickness", {"output.streams.history.fields"});
  refused("--set time.duration='4 h'", {"past the end of the run", "time.duration"});
  refused("--set initial.alpha='3 deg'", {"initial.alpha"});
  for (const char* file : {"restart_00000012.nc", "restart_00000024.nc"})
    std::filesystem::resize_file(runs.folder.file(std::string("out/restart/") + file), 3000);
  const Result none = runs.run("out", "--resume");
  CHECK(none.code == 2);
  CHECK(none.errors.size() == 3);
  CHECK(none.errors.back().find("none of the restarts can be used") != std::string::npos);
}
