// hexad gradient and hexad verify: what they write and say.

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "hexad/experiments/checks_report.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad;
using namespace hexad::test;

TEST_CASE("a gradient is written, checked and summarised", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 3}}\ninitial: {case: williamson2, alpha: 30 deg}\n"
               "time: {dt: 30 min, duration: 1 d, window: 3 h}\n"
               "output: {directory: " +
                   folder.file("out") + "}\n");
  const Result ran = run_hexad("gradient --json " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  CHECK(summary == nlohmann::json::parse(text_of(folder.file("out/summary.json"))));
  CHECK(summary["run"]["steps"] == 6);
  CHECK(summary["response"]["value"].get<double>() > 0);
  REQUIRE(summary["checks"].size() == 2);
  for (const auto& check : summary["checks"]) CHECK(check["passed"].get<bool>());

  // The representer is the derivative over the area that each value stands for.
  const std::string file = folder.file("out/gradient.nc");
  const auto hold = [&](const std::string& name, const std::vector<double>& measure) {
    const auto derivative = values_of(file, "derivative_" + name);
    const auto gradient = values_of(file, "gradient_" + name);
    REQUIRE(derivative.size() == measure.size());
    double largest = 0;
    for (std::size_t n = 0; n < measure.size(); ++n) {
      REQUIRE(gradient[n] * measure[n] == Approx(derivative[n]).epsilon(1e-14));
      largest = std::max(largest, std::abs(gradient[n]));
    }
    CHECK(largest > 0);
  };
  const auto area = values_of(file, "areaCell");
  hold("thickness", area);
  hold("topography", area);
  hold("coriolis", values_of(file, "areaTriangle"));
  auto edges = values_of(file, "dcEdge");
  const auto sides = values_of(file, "dvEdge");
  for (std::size_t e = 0; e < edges.size(); ++e) edges[e] *= sides[e];
  hold("normal_velocity", edges);
  CHECK(values_of(file, "gradient_eastward_wind").size() == area.size());
  CHECK(attribute_of(file, "inner_product").find("dvEdge") != std::string::npos);
}

TEST_CASE("a gradient on one thread, two, or the mock device is the same", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 2}}\ninitial: {case: williamson2}\n"
               "time: {dt: 30 min, duration: 2 h}\noutput: {directory: " +
                   folder.file("out") + "}\n");
  std::vector<double> first;
  for (const char* device : {"cpu --threads 1", "cpu --threads 2", "mock --threads 2"}) {
    REQUIRE(run_hexad("gradient -q " + folder.file("case.yaml") + " --device " + device).code == 0);
    const auto gradient = values_of(folder.file("out/gradient.nc"), "gradient_normal_velocity");
    if (first.empty()) first = gradient;
    CHECK(gradient == first);
  }
}

TEST_CASE("a gradient refuses several members and windows that do not fit", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 9}}\ninitial: {case: williamson2}\n"
               "time: {dt: 1 min, duration: 1000 d}\noutput: {directory: " +
                   folder.file("out") + "}\n");
  const Result members = run_hexad("gradient --set members.count=4 " + folder.file("case.yaml"));
  CHECK(members.code == 2);
  CHECK(members.complains_once({"a gradient is of one member", "members.count"}));
  const Result window = run_hexad("gradient --dry-run " + folder.file("case.yaml"));
  CHECK(window.code == 2);
  CHECK(window.complains_once({"states of the window need", "time.window"}));
  CHECK(folder.files() == std::vector<std::string>{"case.yaml"});
}

TEST_CASE("verify holds kernels and window, and says so", "[command]") {
  const Result ran = run_hexad("verify --json --level 1 --window-level 2 --steps 3");
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto checks = nlohmann::json::parse(ran.output)["checks"];
  CHECK(checks.size() > 100);
  for (const auto& check : checks) {
    INFO(check.dump());
    CHECK(check["passed"].get<bool>());
    CHECK(check["value"].get<double>() <= check["bound"].get<double>());
  }
}

TEST_CASE("verify takes a case of the user's", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 2}}\ninitial: {case: williamson2}\n"
               "time: {dt: 30 min, duration: 2 h}\noutput: {directory: " +
                   folder.file("out") + "}\n");
  const Result ran = run_hexad("verify --window-only " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  CHECK(ran.code == 0);
  CHECK(ran.output.find("window of 4 steps of 1800 s by fbrk32, 162 cells") != std::string::npos);
  CHECK(nlohmann::json::parse(text_of(folder.file("out/summary.json")))["command"] == "verify");
}

TEST_CASE("a missed bound counts, and so does a value that is no number", "[command]") {
  const Console console(Console::Level::quiet, false);
  CheckReport report(console);
  report.begin_group("group");
  report.add({{"good", 1e-16, 1e-15}});
  CHECK(report.all_passed());
  report.add({{"bad", std::numeric_limits<double>::quiet_NaN(), 1e-15}});
  CHECK_FALSE(report.all_passed());
  CHECK(report.json()[1]["passed"] == false);
  CheckReport other(console);
  other.begin_group("group");
  other.add({{"bad", 1e-14, 1e-15}});
  CHECK_FALSE(other.all_passed());
}
