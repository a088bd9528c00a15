// hexad vectors: what it writes and says, and that it goes on where it was killed.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"

using namespace hexad::test;

namespace {

struct Search {
  Folder folder;
  std::string file;
  explicit Search(const std::string& vectors = "{count: 3, block: 2, tolerance: 1e-2}") {
    file = folder.write("case.yaml",
                        "mesh: {icosahedral: {level: 2}}\n"
                        "initial: {case: galewsky, perturbed: false}\n"
                        "time: {dt: 30 min, duration: 2 d, window: 12 h}\nvectors: " +
                            vectors + "\noutput: {directory: " + folder.file("out") + "}\n");
  }
  [[nodiscard]] Result run(const std::string& options = "") const {
    return run_hexad("vectors " + file + " " + options);
  }
  [[nodiscard]] std::vector<double> values(const std::string& name) const {
    return values_of(folder.file("out/vectors.nc"), name);
  }
};

}  // namespace

TEST_CASE("singular vectors are written, told and summarised", "[command]") {
  const Search search;
  const Result ran = search.run("--json");
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  CHECK(summary == nlohmann::json::parse(text_of(search.folder.file("out/summary.json"))));
  CHECK(summary["run"]["steps"] == 24);
  CHECK(summary["vectors"]["final_norm"] == "total energy");
  REQUIRE(summary["checks"].size() == 3);
  for (const auto& check : summary["checks"]) CHECK(check["passed"].get<bool>());

  // The norms of what is written are those of the file, their ratio is the growth.
  const auto growth = search.values("growth"), first = search.values("initial_norm"),
             last = search.values("final_norm");
  REQUIRE(growth.size() == 3);
  CHECK(std::is_sorted(growth.rbegin(), growth.rend()));
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(summary["vectors"]["found"][k]["growth"] == growth[k]);
    CHECK(last[k] / first[k] == Approx(growth[k]).epsilon(1e-12));
  }
  // The largest normal velocity at the start is the amplitude.
  const auto velocity = search.values("normal_velocity");
  std::vector<double> largest(3, 0.0);
  for (std::size_t n = 0; n < velocity.size() / 2; ++n)
    largest[n % 3] = std::max(largest[n % 3], std::abs(velocity[n]));
  for (const double value : largest) CHECK(value == Approx(1).epsilon(1e-14));
}

TEST_CASE("enstrophy may be the final norm, and one vector is no ensemble", "[command]") {
  const Search search("{count: 1, block: 1, tolerance: 1e-2, final: {norm: enstrophy}}");
  const Result ran = search.run("--json");
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  CHECK(nlohmann::json::parse(ran.output)["vectors"]["final_norm"] == "enstrophy");
  CHECK(search.values("growth").size() == 1);
  CHECK(search.values("final_norm")[0] / search.values("initial_norm")[0] ==
        Approx(search.values("growth")[0]).epsilon(1e-12));
}

TEST_CASE("perturbations start and are measured in the regions asked for", "[command]") {
  const Search search(
      "{count: 2, block: 2, tolerance: 1e-2,\n"
      "  initial: {region: {box: {south: 20 deg, north: 80 deg}}},\n"
      "  final: {region: {circle: {centre: {longitude: 0 deg, latitude: 50 deg}, radius: 4000 "
      "km}}}}");
  const Result ran = search.run();
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  CHECK(ran.output.find("growth from total energy in a region to total energy in a region") !=
        std::string::npos);
  const auto latitude = search.values("latCell"), thickness = search.values("thickness");
  const double south = std::acos(-1.0) / 9, north = 4 * south;
  for (std::size_t i = 0; i < latitude.size(); ++i)
    if (latitude[i] < south || latitude[i] > north) {
      REQUIRE(thickness[2 * i] == 0);
      REQUIRE(thickness[2 * i + 1] == 0);
    }
  // What of a vector lies outside is not written: its part is the residual at most, so that of the
  // growth the residual's square.
  const double residual = search.values("residual")[0];
  CHECK(search.values("final_norm")[0] / search.values("initial_norm")[0] ==
        Approx(search.values("growth")[0]).epsilon(residual * residual + 1e-12));

  const Result outside = search.run(
      "--set vectors.initial.region='{circle: {centre: {longitude: 1 deg, "
      "latitude: 1 deg}, radius: 1 m}}'");
  CHECK(outside.code == 2);
  CHECK(outside.complains_once({"no cell of the mesh", "vectors.initial.region"}));
  CHECK(search.run("--set vectors.final.region='{circle: {radius: 100 km}}'")
            .complains_once({"does not say where", "vectors.final.region.circle.centre"}));
}

TEST_CASE("a search of too few iterations says so and goes on to the same bits", "[command]") {
  const Search whole, broken;
  REQUIRE(whole.run("-q").code == 0);
  const Result early = broken.run("--set vectors.iterations=3");
  CHECK(early.code == 3);
  CHECK(early.output.find("--resume") != std::string::npos);
  // Killed at any moment: what is there of the basis is a beginning.
  for (const char* seconds : {"0.05", "0.1", "0.15"})
    (void)std::system(("timeout -s KILL " + std::string(seconds) + " " + HEXAD_COMMAND +
                       " vectors -q --resume " + broken.file + " >/dev/null 2>&1")
                          .c_str());
  const Result ran = broken.run("--resume");
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  CHECK(ran.output.find("went on from iteration") != std::string::npos);
  for (const char* name : {"growth", "residual", "thickness", "normal_velocity", "vorticity"})
    CHECK(whole.values(name) == broken.values(name));
}

TEST_CASE("a search refuses what is none of it in one line", "[command]") {
  const Search search;
  CHECK(search.run("--set members.count=2").complains_once({"one member", "members.count"}));
  CHECK(search.run("--resume").complains_once({"no basis", "basis", "without --resume"}));
  CHECK(search.run("--set vectors.count=0").complains_once({"too small", "vectors.count"}));
  CHECK(search.run("--set vectors.count=3000 --set vectors.iterations=2 --set time.window='1 h'")
            .complains_once({"vectors", "vectors.count"}));
  REQUIRE(search.run("-q").code == 0);
  const Result other = search.run("--resume --set vectors.final.norm=enstrophy");
  CHECK(other.code == 2);
  CHECK(other.complains_once({"it says 'enstrophy', the basis 'energy'", "vectors.final.norm"}));
  const Result dry = search.run("--dry-run");
  CHECK(dry.code == 0);
  CHECK(dry.output.find("3 vectors in blocks of 2") != std::string::npos);
}
