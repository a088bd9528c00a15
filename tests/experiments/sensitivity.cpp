// hexad sensitivity and hexad verify: what they write and say.

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/adjoint/response/region.hpp"
#include "hexad/adjoint/response/tracer.hpp"
#include "hexad/experiments/checks_report.hpp"
#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/sensitivity/file.hpp"
#include "hexad/experiments/sensitivity/vorticity_divergence.hpp"
#include "netcdf_values.hpp"
#include "run.hpp"
#include "test_meshes.hpp"

using namespace hexad;
using namespace hexad::test;

TEST_CASE("a sensitivity is written, checked and summarised", "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 3}}\ninitial: {case: williamson2, alpha: 30 deg}\n"
               "time: {dt: 30 min, duration: 1 d, window: 3 h}\n"
               "output: {directory: " +
                   folder.file("out") + "}\n");
  const Result ran = run_hexad("sensitivity --json " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  CHECK(summary == nlohmann::json::parse(text_of(folder.file("out/summary.json"))));
  CHECK(summary["run"]["steps"] == 6);
  CHECK(summary["response"]["value"].get<double>() > 0);
  REQUIRE(summary["checks"].size() == 5);
  for (const auto& check : summary["checks"]) CHECK(check["passed"].get<bool>());

  // The representer is the derivative over the area that each value stands for.
  const std::string file = folder.file("out/sensitivity.nc");
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
  hold("divergence", area);
  hold("gravity", area);
  hold("coriolis", values_of(file, "areaTriangle"));
  hold("vorticity", values_of(file, "areaTriangle"));
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
    REQUIRE(run_hexad("sensitivity -q " + folder.file("case.yaml") + " --device " + device).code ==
            0);
    const auto gradient = values_of(folder.file("out/sensitivity.nc"), "gradient_normal_velocity");
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
  const Result members = run_hexad("sensitivity --set members.count=4 " + folder.file("case.yaml"));
  CHECK(members.code == 2);
  CHECK(members.complains_once({"a gradient is of one member", "members.count"}));
  const Result window = run_hexad("sensitivity --dry-run " + folder.file("case.yaml"));
  CHECK(window.code == 2);
  CHECK(window.complains_once({"states of the window need", "time.window"}));
  CHECK(folder.files() == std::vector<std::string>{"case.yaml"});
}

TEST_CASE("several responses make one sum with gradients at several times", "[command]") {
  const Folder folder;
  const std::string text =
      "mesh: {icosahedral: {level: 3}}\ninitial: {case: williamson5}\n"
      "tracers: {bell: {initial: cosine_bell}}\n"
      "time: {dt: 15 min, duration: 1 d, window: 12 h}\n"
      "model: {diffusion: {laplacian: 1e5}}\n"
      "sensitivity: {every: 2 h}\n"
      "output: {directory: OUT}\n"
      "response:\n"
      "  north: {kind: wind, component: northward, at: 4 h,\n"
      "          point: {longitude: -60 deg, latitude: 40 deg}}\n"
      "  height: {kind: surface_height, weight: 0.1, mean: {from: 1 h, to: 3 h},\n"
      "           region: {polygon: [[-90 deg, 0 deg], [0 deg, 0 deg], [-40 deg, 60 deg]]}}\n"
      "  bell: {kind: tracer, tracer: bell, at: 2 h,\n"
      "         region: {box: {west: 240 deg, east: 300 deg, south: -20 deg, north: 20 deg}}}\n";
  folder.write("case.yaml", std::string(text).replace(text.find("OUT"), 3, folder.file("out")));
  const Result ran = run_hexad("sensitivity --json " + folder.file("case.yaml"));
  for (const auto& line : ran.errors) UNSCOPED_INFO(line);
  REQUIRE(ran.code == 0);
  const auto summary = nlohmann::json::parse(ran.output);
  CHECK(summary["run"]["steps"] == 16);  // to the last of the responses, not all of the window
  const auto& terms = summary["response"]["terms"];
  REQUIRE(terms.size() == 3);
  double sum = 0;
  for (const auto& term : terms) sum += term["weight"].get<double>() * term["value"].get<double>();
  CHECK(sum == Approx(summary["response"]["value"].get<double>()).epsilon(1e-14));
  CHECK(terms[1]["value"].get<double>() == Approx(5700).epsilon(0.05));
  CHECK(summary["checks"].size() == 5);
  for (const auto& check : summary["checks"]) CHECK(check["passed"].get<bool>());
  CHECK(summary["parameters"].size() == 4);

  const std::string file = folder.file("out/sensitivity.nc");
  CHECK(values_of(file, "time") == std::vector<double>{0, 7200, 14400});
  // At the end only the wind at the point is left, and nothing is behind it.
  const auto at_end = [&](const std::string& name, std::size_t count) {
    const auto all = values_of(file, name);
    REQUIRE(all.size() == 3 * count);
    return std::vector<double>(all.end() - static_cast<std::ptrdiff_t>(count), all.end());
  };
  const std::vector<double> none(642, 0.0);
  CHECK(at_end("gradient_thickness", 642) == none);
  CHECK(at_end("gradient_topography", 642) == none);
  CHECK(at_end("gradient_bell", 642) == none);
  CHECK(at_end("gradient_normal_velocity", 1920) != std::vector<double>(1920, 0.0));
  const auto attribute = nlohmann::json::parse(attribute_of(file, "response"));
  CHECK(attribute == summary["response"]);

  // Less is made where less is wanted.
  const Result less = run_hexad("sensitivity -q " + folder.file("case.yaml") +
                                " --set sensitivity.check=false --set "
                                "sensitivity.with_respect_to=topography --set output.directory=" +
                                folder.file("less"));
  REQUIRE(less.code == 0);
  CHECK(values_of(folder.file("less/sensitivity.nc"), "gradient_topography") ==
        values_of(file, "gradient_topography"));
  int id = 0, variable = 0;
  REQUIRE(nc_open(folder.file("less/sensitivity.nc").c_str(), NC_NOWRITE, &id) == NC_NOERR);
  CHECK(nc_inq_varid(id, "gradient_thickness", &variable) != NC_NOERR);
  nc_close(id);
}

TEST_CASE("an error of a forecast against itself is none", "[command]") {
  const Folder folder;
  const std::string head =
      "mesh: {icosahedral: {level: 2}}\ninitial: {case: williamson6}\n"
      "time: {dt: 15 min, duration: 3 h}\n";
  folder.write("truth.yaml", head + "output: {directory: " + folder.file("truth") +
                                 ", streams: {history: {every: 3 h, fields: [thickness, "
                                 "normal_velocity]}}}\n");
  REQUIRE(run_hexad("forecast -q " + folder.file("truth.yaml")).code == 0);
  folder.write("case.yaml", head + "output: {directory: " + folder.file("out") +
                                "}\nresponse: {error: {kind: forecast_error, state: {file: "
                                "truth/history.nc}}}\n");
  const Result same = run_hexad("sensitivity --json " + folder.file("case.yaml"));
  for (const auto& line : same.errors) UNSCOPED_INFO(line);
  REQUIRE(same.code == 0);
  CHECK(nlohmann::json::parse(same.output)["response"]["value"] == 0);
  for (const double g : values_of(folder.file("out/sensitivity.nc"), "gradient_thickness"))
    REQUIRE(g == 0);
  const Result other = run_hexad("sensitivity --json " + folder.file("case.yaml") +
                                 " --set response.error.at='1 h'");
  REQUIRE(other.code == 0);
  CHECK(nlohmann::json::parse(other.output)["response"]["value"].get<double>() > 0);
}

TEST_CASE("a check that misses its bound ends a sensitivity with 3 and leaves its files",
          "[command]") {
  const Folder folder;
  folder.write("case.yaml",
               "mesh: {icosahedral: {level: 2}}\ninitial: {case: williamson2}\n"
               "time: {dt: 15 min, duration: 15 min}\noutput: {directory: " +
                   folder.file("out") +
                   "}\nresponse: {nothing: {kind: circulation, region: {whole: true}}}\n");
  // The circulation round nothing is round-off, and so is its gradient.
  const Result ran = run_hexad("sensitivity " + folder.file("case.yaml"));
  CHECK(ran.code == 3);
  CHECK(ran.output.find("MISS") != std::string::npos);
  CHECK(folder.has("out/sensitivity.nc"));
  CHECK(folder.has("out/summary.json"));
}

TEST_CASE("vorticity and divergence say of a change of the wind what the wind says", "[command]") {
  for (const auto& [name, mesh] : hexad::testing::all_meshes(4)) {
    if (mesh.geometry != Geometry::sphere) continue;
    INFO(name);
    const auto noise = [&](const char* which) {
      return draw(mesh, Place::edge, 0, 1, which, 1).values;
    };
    const auto r = noise("representer");
    const auto found = vorticity_divergence(mesh, r);
    CHECK(identity_error(mesh, r, found, r) <= 1e-10);
    CHECK(identity_error(mesh, r, found, noise("change")) <= 1e-10);
    // Winds without divergence, and without vorticity.
    const auto psi = draw(mesh, Place::vertex, 0, 1e6, "stream function", 1).values;
    const auto chi = draw(mesh, Place::cell, 0, 1e6, "potential", 1).values;
    CHECK(identity_error(mesh, r, found, rotational_wind(mesh, psi)) <= 1e-10);
    CHECK(identity_error(mesh, r, found, gradient_of(mesh, chi)) <= 1e-10);
  }
}

TEST_CASE("a response of a concentration owes nothing to the thickness beside it", "[command]") {
  const Mesh mesh = hexad::testing::icosahedral_mesh(2);
  Domain domain(Device{}, mesh);
  State<double> x(Device{}, mesh, 1, 1), y(Device{}, mesh, 1, 1);
  x.thickness = CellField<double>(Device{}, draw(mesh, Place::cell, 5000, 500, "h", 1).values);
  x.tracers[0] = CellField<double>(Device{}, draw(mesh, Place::cell, 2000, 900, "q", 1).values);
  Environment<double> environment(Device{}, mesh);
  set_zero(environment);
  set_zero(y);
  const auto weights = mean_weights(mesh, cells_in(mesh, BoxRegion{-1, 1, 0, 2}));
  TracerResponse(Device{}, weights, 0).add_derivative(domain, environment, x, 1, y, environment);
  const auto of_h = y.thickness.to_host();
  const auto converted = to_concentrations(y, x);
  const auto left = converted.thickness.to_host(), of_phi = converted.tracers[0].to_host();
  for (std::size_t i = 0; i < left.size(); ++i) {
    REQUIRE(std::abs(left[i]) <= 1e-15 * std::abs(of_h[i]) + 1e-300);
    REQUIRE(of_phi[i] == Approx(weights.cells[i]).epsilon(1e-15));
  }
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
