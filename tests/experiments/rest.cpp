// A lake at rest stays at rest over any ground, but for round-off.
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "run.hpp"

using namespace hexad::test;

namespace {

nlohmann::json run_case(const std::string& options) {
  const Folder folder;
  const Result ran =
      run_hexad("forecast -q --json " HEXAD_SOURCE
                "/experiments/cases/rest_over_topography.yaml --set output.directory=" +
                folder.file("out") + " " + options);
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  return nlohmann::json::parse(ran.output);
}

}  // namespace

TEST_CASE("rest over topography, one day, 642 cells") {
  const auto summary = run_case(
      "--set mesh.icosahedral.level=3 --set time.dt='20 min' --set time.duration='1 d'"
      " --set output.streams.history.every='1 d'");
  CHECK(summary["error"]["wind"]["max"].get<double>() <= 1e-11);
  CHECK(summary["error"]["thickness"]["linf"].get<double>() <= 1e-14);
  CHECK(summary["drift"]["mass"] == 0);
}

TEST_CASE("rest over topography, ten days, 10,242 cells", "[long]") {
  const auto summary = run_case("--set output.streams.history.every='10 d'");
  const double wind = summary["error"]["wind"]["max"];
  WARN("largest wind " << wind << " m/s");
  CHECK(wind <= 1e-11);
}
