// Williamson 2, five days with rk4, against the errors of MPAS core_sw on meshes of the same size
// (thickness l2 1.39e-4 and 3.64e-5, wind l2 1.31e-3 and 3.26e-4, as run with that code): at most
// five per cent worse.
#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "run.hpp"

using namespace hexad::test;

namespace {

struct Bars {
  int level, cells;
  std::string step;
  double thickness, wind;
};

void hold(const Bars& bars) {
  const Folder folder;
  const Result ran = run_hexad("forecast -q --json " HEXAD_SOURCE
                               "/experiments/cases/williamson2.yaml"
                               " --set output.directory=" +
                               folder.file("out") + " --set output.streams.history.every='5 d'" +
                               " --set mesh.icosahedral.level=" + std::to_string(bars.level) +
                               " --set time.dt='" + bars.step + "'");
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  REQUIRE(summary["mesh"]["cells"] == bars.cells);
  REQUIRE(summary["run"]["simulated_s"] == 432000);
  const double thickness = summary["error"]["thickness"]["l2"];
  const double wind = summary["error"]["wind"]["l2"];
  const double mass = summary["drift"]["mass"], energy = summary["drift"]["energy"];
  WARN(bars.cells << " cells: thickness l2 " << thickness << ", wind l2 " << wind << ", mass "
                  << mass << ", energy " << energy);
  CHECK(thickness <= bars.thickness);
  CHECK(wind <= bars.wind);
  CHECK(std::abs(mass) <= 1e-14);
  CHECK(std::abs(energy) <= 1e-9);
}

}  // namespace

TEST_CASE("Williamson 2, five days, 10,242 cells", "[long]") {
  hold({5, 10242, "10 min", 1.46e-4, 1.4e-3});
}

TEST_CASE("Williamson 2, five days, 40,962 cells", "[long]") {
  hold({6, 40962, "5 min", 3.85e-5, 3.5e-4});
}

TEST_CASE("Williamson 2 runs on a mesh of another program") {
  const Folder folder;
  const Result ran = run_hexad("forecast -q --json " HEXAD_SOURCE
                               "/experiments/cases/williamson2.yaml --set time.dt='30 min'"
                               " --set mesh.file=" HEXAD_TEST_DATA
                               "/mpas_x1.162.nc"
                               " --set output.directory=" +
                               folder.file("out"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  CHECK(summary["mesh"]["cells"] == 162);
  CHECK(std::abs(summary["drift"]["mass"].get<double>()) <= 1e-14);
}
