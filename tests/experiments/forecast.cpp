// The command runs cases: what it writes, what it says.

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "catch.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using test_json = nlohmann::json;
using namespace hexad::test;

namespace {

std::string case_text(const Folder& folder, const std::string& mesh, const std::string& time,
                      const std::string& streams) {
  return "mesh: " + mesh + "\ninitial: {case: williamson2}\ntime: " + time +
         "\noutput: {directory: " + folder.file("out") + ", streams: " + streams + "}\n";
}

test_json json_of(const std::string& file) { return test_json::parse(text_of(file)); }

const std::string two_steps = "{dt: 30 min, duration: 1 h}";
const std::string small_mesh = "{icosahedral: {level: 2, optimise: none}}";

}  // namespace

TEST_CASE("help, version and information", "[command]") {
  for (const char* command :
       {"", "grid", "grid create", "grid create icosahedral", "grid create planar", "grid info",
        "forecast", "verify", "sensitivity", "info"}) {
    INFO(command);
    const Result help = run_hexad(std::string(command) + " --help");
    CHECK(help.code == 0);
    const bool only_groups =
        std::string(command) == "grid" || std::string(command) == "grid create";
    CHECK((only_groups || help.output.find("Example") != std::string::npos));
    CHECK(help.errors.empty());
  }
  const Result version = run_hexad("--version");
  CHECK(version.code == 0);
  CHECK(version.output.starts_with("hexad "));
  const auto info = test_json::parse(run_hexad("info --json").output);
  for (const char* library : {"mpi", "netcdf", "hdf5"}) {
    INFO(library);
    CHECK(info["libraries"][library].get<std::string>() != "none");
  }
  CHECK(run_hexad("info --quiet").output.empty());
}

TEST_CASE("a closed pipe ends nothing with a signal", "[command]") {
  const Folder folder;
  const std::string command = std::string("bash -c '") + HEXAD_COMMAND +
                              " info | true; exit ${PIPESTATUS[0]}' 2>" + folder.file("err");
  const int status = std::system(command.c_str());
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a mesh is made, looked at and run on", "[command]") {
  const Folder folder;
  const std::string mesh = folder.file("x3.nc");
  const Result made = run_hexad("grid create icosahedral --level 3 --json -o " + mesh);
  for (const auto& line : made.errors) UNSCOPED_INFO(line);
  REQUIRE(made.code == 0);
  const auto created = test_json::parse(made.output);
  CHECK(created["mesh"]["cells"] == 642);
  CHECK(created["quality"]["pentagons"] == 12);
  CHECK(std::abs(created["quality"]["area_error"].get<double>()) < 1e-13);

  const Result looked = run_hexad("grid info --json " + mesh);
  REQUIRE(looked.code == 0);
  const auto info = test_json::parse(looked.output);
  CHECK(info["mesh"] == created["mesh"]);

  folder.write("case.yaml", case_text(folder, "{file: x3.nc}", two_steps, "{}"));
  const Result ran = run_hexad("forecast --json " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  CHECK(test_json::parse(ran.output)["mesh"]["file_id"] == created["mesh"]["file_id"]);
}

TEST_CASE("a run leaves its histories, its case and its summary", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               case_text(folder, small_mesh, "{scheme: rk4, dt: 30 min, duration: 6 h}",
                         "{history: {every: 2 h}, often: {every: 30 min, fields: [wind]}}"));
  const Result ran = run_hexad("forecast --threads 2 --device cpu " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  CHECK(ran.errors.empty());

  const auto summary = json_of(folder.file("out/summary.json"));
  CHECK(summary["command"] == "forecast");
  CHECK(summary["mesh"]["cells"] == 162);
  CHECK(summary["mesh"]["edges"] == 480);
  CHECK(summary["mesh"]["mean_spacing_m"].get<double>() > 1e6);
  CHECK(summary["run"]["steps"] == 12);
  CHECK(summary["run"]["step_s"] == 1800);
  CHECK(summary["run"]["simulated_s"] == 21600);
  CHECK(summary["run"]["threads"] == 2);
  CHECK(summary["run"]["ranks"] == 1);
  CHECK(summary["run"]["wall_s"].get<double>() > 0);
  CHECK(summary["run"]["total_wall_s"].get<double>() > summary["run"]["wall_s"].get<double>());
  CHECK(summary["run"]["peak_memory_bytes"].get<double>() > 1e6);
  CHECK(std::abs(summary["drift"]["mass"].get<double>()) <= 1e-14);
  CHECK(std::abs(summary["drift"]["energy"].get<double>()) <= 1e-9);
  CHECK(summary["error"]["thickness"]["l2"].get<double>() < 0.01);
  CHECK(summary["error"]["wind"].contains("linf"));
  CHECK(summary["timers"].is_array());

  CHECK(values_of(folder.file("out/history.nc"), "time") ==
        std::vector<double>{0, 7200, 14400, 21600});
  CHECK(values_of(folder.file("out/often.nc"), "time").size() == 13);
  const auto thickness = values_of(folder.file("out/history.nc"), "thickness");
  CHECK(thickness.size() == 4 * 162);
  for (const double value : thickness) REQUIRE((value > 1000 && value < 3000));
  const std::string case_as_run = text_of(folder.file("out/case_as_run.yaml"));
  CHECK(attribute_of(folder.file("out/history.nc"), "case_as_run") == case_as_run);
  for (const char* name : {"source", "commit", "build_type", "compiler", "device", "command_line",
                           "mesh_file_id", "seeds"}) {
    INFO(name);
    CHECK_FALSE(attribute_of(folder.file("out/history.nc"), name).empty());
  }

  // The case as run gives the same run, bit for bit.
  const Result again = run_hexad("forecast -q " + folder.file("out/case_as_run.yaml") +
                                 " --set output.directory=" + folder.file("again"));
  REQUIRE(again.code == 0);
  CHECK(again.output.empty());
  CHECK(values_of(folder.file("again/history.nc"), "thickness") == thickness);
}

TEST_CASE("members are copies, each the same as a run alone", "[command]") {
  const Folder folder;
  folder.write("case.yaml", case_text(folder, small_mesh, two_steps, "{history: {every: 1 h}}"));
  REQUIRE(run_hexad("forecast -q " + folder.file("case.yaml")).code == 0);
  const auto alone = json_of(folder.file("out/summary.json"));
  REQUIRE(run_hexad("forecast -q --set members.count=4 " + folder.file("case.yaml")).code == 0);
  const auto together = json_of(folder.file("out/summary.json"));
  CHECK(together["run"]["members"] == 4);
  CHECK(together["drift"] == alone["drift"]);
  CHECK(together["error"] == alone["error"]);
}

TEST_CASE("a hill spreads on a plane and mass stays", "[command]") {
  const Folder folder;
  const std::string text = case_text(folder, "{planar: {nx: 16, ny: 16, spacing: 100 km}}",
                                     "{dt: 5 min, duration: 3 h}", "{history: {every: 1 h}}");
  folder.write("case.yaml", text);
  const Result ran =
      run_hexad("forecast --json --set initial.case=hill --set initial.width='300 km' " +
                folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = test_json::parse(ran.output);
  CHECK(std::abs(summary["drift"]["mass"].get<double>()) <= 1e-14);
  CHECK(summary["extremes"]["wind_m_s"]["end"].get<double>() > 0.01);
  CHECK_FALSE(summary.contains("error"));
}

TEST_CASE("a dry run says what it takes and writes nothing", "[command]") {
  const Folder folder;
  folder.write("case.yaml", case_text(folder, "{icosahedral: {level: 8}}",
                                      "{dt: 1 min, duration: 5 d}", "{history: {every: 1 h}}"));
  const Result text = run_hexad("forecast --dry-run " + folder.file("case.yaml"));
  for (const auto& line : text.errors) UNSCOPED_INFO(line);
  CHECK(text.code == 0);
  for (const char* word : {"cells", "steps", "memory", "disk", "restarts", "time"}) {
    INFO(word);
    CHECK(text.output.find(word) != std::string::npos);
  }
  const auto plan =
      test_json::parse(run_hexad("forecast --json --dry-run " + folder.file("case.yaml")).output);
  CHECK(plan["plan"]["cells"] == 655362);
  CHECK(plan["plan"]["steps"] == 7200);
  CHECK(plan["plan"]["memory_bytes"].get<double>() > 655362 * 500.0);
  CHECK(plan["plan"]["estimated_s"].get<double>() > 10);
  CHECK(folder.files() == std::vector<std::string>{"case.yaml"});
}
