#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "hexad/io/case/case.hpp"

using namespace hexad;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for one test, gone afterwards.
struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "hexad-case-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return path / name;
  }
  fs::path path;
};

const std::string good = R"(mesh: {icosahedral: {level: 3}}
initial: {case: williamson2}
time: {dt: 10 min, duration: 1 d}
output:
  directory: somewhere
  streams:
    history: {every: 6 h}
)";

/// The messages that a text leads to.
std::vector<std::string> faults_of(const std::string& text,
                                   const std::vector<std::string>& overrides = {}) {
  const Folder folder;
  const auto file = folder.write("case.yaml", text);
  std::vector<std::string> messages;
  const auto shortened = [&file](std::string message) {
    for (auto at = message.find(file.string()); at != std::string::npos;
         at = message.find(file.string()))
      message.replace(at, file.string().size(), "case.yaml");
    return message;
  };
  try {
    read_case(file, overrides);
  } catch (const InputErrors& several) {
    for (const auto& fault : several.faults()) messages.push_back(shortened(fault.what()));
  } catch (const InputError& fault) {
    messages.push_back(shortened(fault.what()));
  }
  return messages;
}

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a case is read, checked and completed", "[case]") {
  const Folder folder;
  const Case read = read_case(folder.write("case.yaml", good));
  const auto& mesh = std::get<IcosahedralOptions>(read.mesh);
  CHECK(mesh.level == 3);
  CHECK(mesh.root_division == 1);
  CHECK(mesh.radius == 6371220);
  CHECK(mesh.optimise);
  CHECK(std::get<Williamson2Choice>(read.initial).alpha == 0);
  CHECK(read.model.gravity == 9.80616);
  CHECK(read.model.rotation == 7.292e-5);
  CHECK(read.time.scheme == Scheme::fbrk32);
  CHECK(read.time.step == 600);
  CHECK(read.time.steps == 144);
  CHECK(to_string(read.time.start) == "2000-01-01T00:00:00");
  CHECK(read.output.directory == fs::current_path() / "somewhere");
  REQUIRE(read.output.streams.size() == 1);
  CHECK(read.output.streams[0].name == "history");
  CHECK(read.output.streams[0].steps == 36);
  CHECK(read.output.streams[0].fields ==
        std::vector<std::string>{"thickness", "surface_height", "wind", "vorticity"});
  CHECK(read.members == 1);
}

TEST_CASE("the case as run gives the same case, word for word", "[case]") {
  const Folder folder;
  const std::string first = read_case(folder.write("case.yaml", good)).as_run;
  const std::string second = read_case(folder.write("as_run.yaml", first)).as_run;
  CHECK(first == second);
  CHECK(first.find("rotation: 7.292e-05") != std::string::npos);
}

TEST_CASE("input files start at the folder of the case", "[case]") {
  const Folder folder;
  folder.write("analysis.nc", "");
  const auto file =
      folder.write("case.yaml", replaced(good, "{case: williamson2}",
                                         "{analysis: {file: analysis.nc, level: 500, month: 1, "
                                         "mean_depth: 8 km}}"));
  const auto analysis = std::get<AnalysisChoice>(read_case(file).initial);
  CHECK(analysis.file == folder.path / "analysis.nc");
  CHECK(analysis.level == 500.0);
  CHECK(analysis.month == 1);
  CHECK(analysis.mean_depth == 8000.0);
  CHECK_FALSE(analysis.time);
}

TEST_CASE("keys are overridden", "[case]") {
  const Folder folder;
  const auto file = folder.write("case.yaml", good);
  const Case changed =
      read_case(file, {"time.dt=5 min", "output.streams.history.fields=[thickness, wind]",
                       "output.streams.daily.every=1 d", "mesh.planar.nx=16", "members.count=4",
                       "initial.case=hill"});
  CHECK(changed.time.step == 300);
  CHECK(changed.output.streams[0].fields == std::vector<std::string>{"thickness", "wind"});
  CHECK(changed.output.streams[1].name == "daily");
  CHECK(std::get<PlanarOptions>(changed.mesh).nx == 16);
  CHECK(changed.members == 4);
  CHECK(faults_of(good, {"time.dt"}) ==
        std::vector<std::string>{"an override needs a key and a value [--set time.dt]; write it as "
                                 "in '--set time.dt=\"5 min\"'"});
  CHECK(faults_of(good, {"time.dtt=1 s"})[0] ==
        "unknown key 'dtt' [--set time.dtt=1 s, time.dtt]; did you mean 'dt'?");
  CHECK(faults_of(good, {"time.dt.x=1"})[0].find("not below a map") != std::string::npos);
}

TEST_CASE("every fault of a case file is named with its line and key", "[case]") {
  const auto only = [](const std::string& text) {
    const auto messages = faults_of(text);
    REQUIRE(messages.size() == 1);
    return messages[0];
  };
  CHECK(only(replaced(good, "duration: 1 d", "durration: 1 d, duration: 1 d")) ==
        "unknown key 'durration' [case.yaml, line 3, time.durration]; did you mean 'duration'?");
  CHECK(only(good + "dt: 10 min\n") ==
        "unknown key 'dt' [case.yaml, line 8, dt]; it belongs to 'time.dt'");
  CHECK(only(good + "every: 1 h\n") ==
        "unknown key 'every' [case.yaml, line 8, every]; it belongs to "
        "'output.streams.NAME.every', 'output.restart.every' or 'sensitivity.every'");
  CHECK(only(replaced(good, "level: 3", "level: fine"))
            .find("'fine' is not a whole number [case.yaml, line 1, mesh.icosahedral.level]") == 0);
  CHECK(only(replaced(good, "every: 6 h", "every: 6 km")) ==
        "'km' is a unit of length, not of time [case.yaml, line 7, output.streams.history.every]; "
        "write it as in '6 h' (units: s, min, h, d; a bare number is in s)");
  CHECK(
      only(replaced(good, "{icosahedral: {level: 3}}", "{icosahedral: {level: 3}, radius: -5}")) ==
      "'-5' is too small [case.yaml, line 1, mesh.radius]; it must be more than 0 m");
  CHECK(only(replaced(good, "level: 3", "level: 13")) ==
        "'13' is too large [case.yaml, line 1, mesh.icosahedral.level]; it may be 12 at most");
  CHECK(only(replaced(good, ", duration: 1 d", ""))
            .find("key 'duration' is missing [case.yaml, line 3, time.duration]; add 'duration: 6 "
                  "h'") == 0);
  CHECK(only(replaced(good, "every: 6 h", "every: 25 min")) ==
        "1500 s is not a whole number of steps of 600 s [case.yaml, line 7, "
        "output.streams.history.every]; change it, or take time.dt: 500 s");
  CHECK(
      only(replaced(good, "williamson2", "williamson"))
          .find(
              "'williamson' is not one of the values of 'case' [case.yaml, line 2, initial.case]; "
              "did you mean 'williamson1'?") == 0);
  CHECK(only(replaced(good, "dt: 10 min", "dt: 10 min, start: tomorrow"))
            .find("'tomorrow' is not a date [case.yaml, line 3, time.start]") == 0);
  CHECK(only(replaced(good, "{icosahedral: {level: 3}}", "{file: none.nc}"))
            .find("/none.nc' [case.yaml, line 1, mesh.file]") != std::string::npos);
  CHECK(only(replaced(good, "{icosahedral: {level: 3}}", "{}")) ==
        "'mesh' does not say which it is [case.yaml, line 1, mesh]; give exactly one of file, "
        "icosahedral or planar");
  CHECK(only(replaced(good, "{case: williamson2}", "{case: williamson2, analysis: {}}"))
            .find("'initial' has more than one of case and analysis [case.yaml, line 2") == 0);
  const std::string hill = replaced(good, "williamson2", "hill");
  CHECK(only(replaced(hill, "{icosahedral: {level: 3}}", "{planar: {}, radius: 1}"))
            .find("'radius' does not go with 'planar'") == 0);
  CHECK(only(replaced(hill, "{icosahedral: {level: 3}}", "{planar: {ny: 5}}"))
            .find("the number of rows of a periodic plane must be even [case.yaml, line 1") == 0);
  CHECK(only(replaced(good, "{icosahedral: {level: 3}}", "{planar: {}}"))
            .find("this initial state needs a sphere [case.yaml, line 2, initial]") == 0);
  CHECK(only(replaced(good, "  directory: somewhere", "  directory: [a, b]"))
            .find("a single value is expected here, not a list [case.yaml, line 5, "
                  "output.directory]") == 0);
  CHECK(only(replaced(good, "time: {dt: 10 min, duration: 1 d}", "time: 5 d"))
            .find("a map of keys is expected here, not a single value [case.yaml, line 3, time]") ==
        0);
  CHECK(only(good + "members: {count: 2}\nmembers: {count: 3}\n") ==
        "key 'members' occurs twice (first at case.yaml, line 8) [case.yaml, line 9, members]; "
        "keep one of them");
  CHECK(only(good + "members: {count: 2\n").find("not valid YAML: ") == 0);
  CHECK(only(good + "members: {count: 2\n").find("[case.yaml, line 9, column") !=
        std::string::npos);
  CHECK(only(replaced(good, "{level: 3}}", "{level: 3}}\n\tx: 1")).find("line 2") !=
        std::string::npos);
}

TEST_CASE("all the faults of a file are listed at once", "[case]") {
  const auto messages = faults_of(R"(mehs: {file: x.nc}
initial: {case: williamson2}
time:
  dt: 5 km
  duration: -1 d
  start: 2000-13-01
output: {streams: {history: {fields: [thickness, temperature]}}}
)");
  REQUIRE(messages.size() == 7);
  CHECK(messages[0] == "unknown key 'mehs' [case.yaml, line 1, mehs]; did you mean 'mesh'?");
  CHECK(messages[1].find("key 'mesh' is missing") == 0);
  CHECK(messages[2].find("line 4, time.dt") != std::string::npos);
  CHECK(messages[3].find("line 5, time.duration") != std::string::npos);
  CHECK(messages[4].find("line 6, time.start") != std::string::npos);
  CHECK(messages[5].find("key 'every' is missing") == 0);
  CHECK(messages[6].find("'temperature' is not one of the values of 'fields'") == 0);
}

TEST_CASE("a case file that is not there", "[case]") {
  CHECK_THROWS_AS(read_case("no-such-case.yaml"), InputError);
  CHECK_THROWS_AS(read_case(fs::temp_directory_path()), InputError);
}

TEST_CASE("keys that only go with some values of another key", "[case]") {
  const auto with = [](const std::string& initial) {
    return faults_of(replaced(good, "{case: williamson2}", initial));
  };
  CHECK(with("{case: rest, depth: 5 km}").empty());
  CHECK(with("{case: galewsky, perturbed: false}").empty());
  const auto misplaced = with("{case: galewsky, alpha: 3 deg}");
  REQUIRE(misplaced.size() == 1);
  CHECK(misplaced[0].find("'alpha' does not go with case: galewsky") == 0);
  CHECK(misplaced[0].find("line 2, initial.alpha") != std::string::npos);
  CHECK(misplaced[0].find("it belongs to case: williamson1 or williamson2") != std::string::npos);
  const auto unknown = with("{case: galevsky, perturbed: false}");
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].find("did you mean 'galewsky'?") != std::string::npos);
  const auto orphan = faults_of(good + "topography: {scale: 0.5}\n");
  REQUIRE(orphan.size() == 1);
  CHECK(orphan[0].find("'scale' does not go without 'file'") == 0);

  SECTION("each value has defaults of its own") {
    const Folder folder;
    const auto depth_of = [&](const std::string& initial) {
      const Case read =
          read_case(folder.write("case.yaml", replaced(good, "{case: williamson2}", initial)));
      const auto again = read_case(folder.write("as_run.yaml", read.as_run));
      CHECK(again.as_run == read.as_run);
      if (const auto* rest = std::get_if<RestChoice>(&again.initial)) return rest->depth;
      return std::get<HillChoice>(again.initial).depth;
    };
    CHECK(depth_of("{case: rest}") == 8000);
    CHECK(depth_of("{case: hill}") == 1000);
  }
  SECTION("a new value takes the keys of the old one away") {
    const Folder folder;
    const auto file =
        folder.write("case.yaml", replaced(good, "williamson2}", "williamson2, alpha: 0.1}"));
    const Case read = read_case(file, {"initial.case=rest"});
    CHECK(std::holds_alternative<RestChoice>(read.initial));
    CHECK(faults_of(text_of(file), {"initial.case=rest", "initial.alpha=0.2"}).size() == 1);
  }
}

TEST_CASE("tracers are read and checked", "[case]") {
  const Folder folder;
  const Case read = read_case(folder.write("case.yaml", good + R"(tracers:
  bell: {initial: cosine_bell, radius: 2000 km, amplitude: 1000, centre: {latitude: 30 deg}}
  dye: {initial: constant, amplitude: 2}
)"));
  REQUIRE(read.tracers.size() == 2);
  CHECK(read.tracers[0].name == "bell");
  CHECK(read.tracers[0].shape == TracerChoice::Shape::cosine_bell);
  CHECK(read.tracers[0].radius == 2e6);
  CHECK(read.tracers[0].latitude == Approx(0.5235987755982988));
  CHECK(read.tracers[0].longitude == Approx(4.71238898038469));
  CHECK(read.tracers[1].shape == TracerChoice::Shape::constant);
  CHECK(read.tracers[1].amplitude == 2);

  const auto fault = [](const std::string& tracers) {
    const auto faults = faults_of(good + "tracers: " + tracers + "\n");
    REQUIRE(faults.size() == 1);
    return faults[0];
  };
  CHECK(fault("{q: {initial: constant, radius: 3 km}}")
            .find("'radius' does not go with initial: constant") == 0);
  CHECK(fault("{thickness: {initial: constant}}").find("the model's own fields") !=
        std::string::npos);
  CHECK(fault("{2q: {initial: constant}}").find("cannot be the name of a tracer") !=
        std::string::npos);
  CHECK(fault("{q: {initial: bell}}").find("'bell' is not one of the values") == 0);
  CHECK(fault("{q: {}}").find("key 'initial' is missing") == 0);
}
