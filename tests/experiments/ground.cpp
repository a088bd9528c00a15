// The ground from a file, and layers on it.

#include "hexad/experiments/initial/ground.hpp"

#include <netcdf.h>

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "hexad/core/random.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/topography.hpp"
#include "run.hpp"

using namespace hexad;
using test::Folder;

namespace {

const std::string small_file =
    std::string(HEXAD_TEST_DATA) + "/../../experiments/data/topography_2deg.nc";

Mesh sphere(int level) {
  IcosahedralOptions options;
  options.level = level;
  return make_icosahedral(options);
}

double integral(const Mesh& mesh, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += mesh.area_cell[i] * values[i];
  return sum;
}

struct Field {
  std::string name = "height", units = "m", standard_name = "surface_altitude";
  float value = 100;
};

/// A file of 10-degree boxes.
void write_on_io_thread(const std::string& path, const std::vector<Field>& fields) {
  int id = 0, lat = 0, lon = 0, lat_variable = 0, lon_variable = 0;
  REQUIRE(nc_create(path.c_str(), NC_CLOBBER, &id) == NC_NOERR);
  nc_def_dim(id, "lat", 18, &lat);
  nc_def_dim(id, "lon", 36, &lon);
  nc_def_var(id, "lat", NC_DOUBLE, 1, &lat, &lat_variable);
  nc_def_var(id, "lon", NC_DOUBLE, 1, &lon, &lon_variable);
  std::vector<int> variables;
  for (const auto& field : fields) {
    const int dimensions[] = {lat, lon};
    variables.push_back(0);
    nc_def_var(id, field.name.c_str(), NC_FLOAT, 2, dimensions, &variables.back());
    nc_put_att_text(id, variables.back(), "units", field.units.size(), field.units.c_str());
    if (!field.standard_name.empty())
      nc_put_att_text(id, variables.back(), "standard_name", field.standard_name.size(),
                      field.standard_name.c_str());
  }
  REQUIRE(nc_enddef(id) == NC_NOERR);
  std::vector<double> latitude, longitude;
  for (int j = 0; j < 18; ++j) latitude.push_back(-85 + 10 * j);
  for (int i = 0; i < 36; ++i) longitude.push_back(5 + 10 * i);
  nc_put_var_double(id, lat_variable, latitude.data());
  nc_put_var_double(id, lon_variable, longitude.data());
  for (std::size_t n = 0; n < fields.size(); ++n)
    nc_put_var_float(id, variables[n], std::vector<float>(18 * 36, fields[n].value).data());
  REQUIRE(nc_close(id) == NC_NOERR);
}

std::string write_file(const Folder& folder, const std::vector<Field>& fields) {
  const std::string path = folder.file("ground.nc");
  io_thread().run([&] { write_on_io_thread(path, fields); });
  return path;
}

std::string message_of(const std::string& path, const std::optional<std::string>& variable = {}) {
  try {
    read_topography(path, variable);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("smoothing spreads a peak as a Gaussian does", "[experiments][ground]") {
  // On a plane of hexagons the discrete Laplacian of r^2 is 4 exactly, so that the second moment
  // of a peak grows to that of the Gaussian, 2 L^2, to round-off.
  const Mesh plane = make_planar({64, 64, 1000});
  std::vector<double> peak(static_cast<std::size_t>(plane.cells), 0.0);
  peak[2048] = 1;
  const double length = 3300;
  const auto smooth = smoothed(plane, peak, length);
  double moment = 0, sum = 0;
  for (Index i = 0; i < plane.cells; ++i) {
    const auto n = static_cast<std::size_t>(i);
    REQUIRE(smooth[n] >= 0);
    const Vec3 way = separation(plane, plane.cell_position[2048], plane.cell_position[n]);
    moment += smooth[n] * dot(way, way);
    sum += smooth[n];
  }
  CHECK(sum == Approx(1).epsilon(1e-13));
  CHECK(moment == Approx(2 * length * length).epsilon(1e-9));  // what reaches round the period
  CHECK(smooth[2048] == Approx(plane.area_cell[0] / (2 * 3.14159265358979 * length * length))
                            .epsilon(0.02));  // height of the Gaussian, to the mesh's order
}

TEST_CASE("smoothing keeps the integral and makes no new extremes", "[experiments][ground]") {
  for (const Mesh& mesh : {sphere(3), make_planar({16, 16, 2e5})}) {
    const Random random(4, "ground");
    std::vector<double> rough;
    for (Index i = 0; i < mesh.cells; ++i) rough.push_back(1000 * (1 + random.uniform(i)));
    const auto smooth = smoothed(mesh, rough, 900e3);
    CHECK(integral(mesh, smooth) == Approx(integral(mesh, rough)).epsilon(1e-13));
    const auto [low, high] = std::minmax_element(smooth.begin(), smooth.end());
    CHECK(*low > *std::min_element(rough.begin(), rough.end()));
    CHECK(*high < *std::max_element(rough.begin(), rough.end()));
    CHECK(smoothed(mesh, rough, 0) == rough);
    CHECK(smoothed(mesh, rough, 900e3, 1) == smoothed(mesh, rough, 900e3, 2));
  }
}

TEST_CASE("the ground of the Earth", "[experiments][ground]") {
  const Mesh mesh = sphere(4);
  TopographyChoice choice;
  choice.file = small_file;
  const auto ground = ground_of(mesh, choice);
  const auto [low, high] = std::minmax_element(ground.begin(), ground.end());
  CHECK(*low == 0);
  CHECK(*high > 4000);  // Tibet, of 480 km cells
  CHECK(*high < 5500);
  const auto top =
      longitude_latitude(mesh.cell_position[static_cast<std::size_t>(high - ground.begin())]);
  CHECK(top.latitude * 57.3 == Approx(34).margin(5));
  CHECK(top.longitude * 57.3 == Approx(87).margin(8));
  // Land covers 29 % of the Earth and is 0.8 km high on average, ice included.
  CHECK(integral(mesh, ground) / integral(mesh, std::vector<double>(ground.size(), 1.0)) ==
        Approx(240).margin(40));

  choice.scale = 0.5;
  const auto halved = ground_of(mesh, choice);
  for (std::size_t i = 0; i < ground.size(); ++i) REQUIRE(halved[i] == 0.5 * ground[i]);
  choice.smoothing = 500e3;
  const auto smooth = ground_of(mesh, choice);
  CHECK(integral(mesh, smooth) == Approx(integral(mesh, halved)).epsilon(1e-13));
  CHECK(*std::max_element(smooth.begin(), smooth.end()) < *high / 2);
  CHECK(*std::min_element(smooth.begin(), smooth.end()) >= 0);
}

TEST_CASE("topography files of other kinds", "[experiments][ground]") {
  const Folder folder;
  SECTION("kilometres, geopotential") {
    CHECK(read_topography(write_file(folder, {{"z", "km", "", 2}}), {}).values[0] == 2000);
    CHECK(read_topography(write_file(folder, {{"z", "m2 s-2", "", 9806.65F}}), {}).values[0] ==
          Approx(1000).epsilon(1e-6));
  }
  SECTION("the variable is found by standard name, or chosen") {
    const auto path = write_file(folder, {{"a", "m", "", 1}, {"b", "m", "surface_altitude", 2}});
    CHECK(read_topography(path, {}).values[0] == 2);
    CHECK(read_topography(path, "a").values[0] == 1);
  }
  SECTION("which variable is not known") {
    const auto message = message_of(write_file(folder, {{"a", "m", ""}, {"b", "m", ""}}));
    CHECK(message.find("does not say which variable is the height") != std::string::npos);
    CHECK(message.find("topography.variable: it has a and b") != std::string::npos);
  }
  SECTION("no such variable") {
    CHECK(message_of(write_file(folder, {{"a"}}), "topo").find("no variable 'topo'") !=
          std::string::npos);
  }
  SECTION("a wrong unit") {
    const auto message = message_of(write_file(folder, {{"a", "K"}}));
    CHECK(message.find("the units 'K'") != std::string::npos);
    CHECK(message.find("give m2 s-2 or m") != std::string::npos);
  }
  SECTION("a missing value") {
    const auto message = message_of(write_file(folder, {{"a", "m", "", std::nanf("")}}));
    CHECK(message.find("a value is missing at latitude -85, longitude 5") != std::string::npos);
  }
  SECTION("no heights at all") {
    CHECK(message_of(HEXAD_TEST_DATA "/mpas_x1.162.nc").find("no heights on latitudes") !=
          std::string::npos);
  }
}

TEST_CASE("a layer is laid on the ground and checked", "[experiments][ground]") {
  const Mesh mesh = sphere(3);
  Case run;
  run.model = {9.80616, 7.292e-5, 0.1};
  run.initial = RestChoice{8000};
  run.topography = TopographyChoice{small_file, {}, 1, 0};
  const InitialFlow flow = initial_flow(mesh, run);
  for (std::size_t i = 0; i < flow.thickness.size(); ++i)
    REQUIRE(flow.thickness[i] + flow.topography[i] == Approx(8000).epsilon(1e-15));
  CHECK(flow.warnings.empty());

  SECTION("a thin layer is warned of") {
    run.topography->scale = 1.8;
    const auto warnings = initial_flow(mesh, run).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].find("the layer is only") == 0);
    CHECK(warnings[0].find("latitude") != std::string::npos);
  }
  SECTION("ground above the surface is refused") {
    run.initial = RestChoice{2000};
    CHECK_THROWS_AS(initial_flow(mesh, run), InputError);
  }
  SECTION("every other state is laid on it, its surface kept") {
    for (const InitialChoice& initial :
         {InitialChoice(Williamson6Choice{}), InitialChoice(GalewskyChoice{})}) {
      run.initial = initial;
      const InitialFlow over = initial_flow(mesh, run);
      Case flat = run;
      flat.topography.reset();
      const InitialFlow plain = initial_flow(mesh, flat);
      CHECK(over.velocity == plain.velocity);
      for (std::size_t i = 0; i < over.thickness.size(); ++i)
        REQUIRE(over.thickness[i] + over.topography[i] ==
                Approx(plain.thickness[i]).epsilon(1e-15));
      CHECK_FALSE(exact_solution(mesh, run, over, 0));
    }
  }
  SECTION("an analysis keeps the mean depth that is asked for") {
    AnalysisChoice choice;
    choice.file = std::string(HEXAD_TEST_DATA) + "/../../experiments/data/eraint_500hPa_monthly.nc";
    choice.month = 1;
    choice.mean_depth = 8000;
    run.initial = choice;
    const InitialFlow over = initial_flow(mesh, run);
    const std::vector<double> one(over.thickness.size(), 1.0);
    CHECK(integral(mesh, over.thickness) / integral(mesh, one) == Approx(8000).epsilon(1e-13));
    CHECK(*std::max_element(over.topography.begin(), over.topography.end()) > 3000);
  }
}

TEST_CASE("faults of a topography are refused by the command", "[command][ground]") {
  const auto run = [](const std::string& topography, const std::string& initial,
                      const std::string& mesh = "{icosahedral: {level: 3, optimise: none}}") {
    const Folder folder;
    folder.write("case.yaml", "mesh: " + mesh + "\ninitial: " + initial +
                                  "\ntopography: " + topography +
                                  "\ntime: {dt: 10 min, duration: 1 h}\noutput: {directory: " +
                                  folder.file("out") + "}\n");
    return test::run_hexad("forecast " + folder.file("case.yaml"));
  };
  const auto check = [](const test::Result& result, const std::vector<std::string>& pieces) {
    for (const auto& line : result.errors) UNSCOPED_INFO(line);
    CHECK(result.code == 2);
    CHECK(result.complains_once(pieces));
  };
  const std::string file = "{file: " + small_file + "}";
  check(run(file, "{case: rest, depth: 3 km}"),
        {"the ground reaches the surface", "cell ", "latitude", "lower topography.scale"});
  check(run(file, "{case: williamson5}"), {"williamson5 has a mountain of its own", "line 3"});
  check(run(file, "{case: rest}", "{planar: {nx: 8, ny: 8}}"),
        {"a topography file cannot be put on a plane", "topography.file"});
  check(run("{file: nowhere.nc}", "{case: rest}"), {"there is no file", "topography.file"});
  check(run("{file: " + small_file + ", smoothing: 3 s}", "{case: rest}"),
        {"'s' is a unit of time, not of length"});
  check(run("{file: " + small_file + ", scale: -1}", "{case: rest}"), {"'-1' is too small"});
  check(run("{file: " + small_file + ", variable: z}", "{case: rest}"),
        {"the file has no variable 'z'", "topography_2deg.nc", "topo"});

  const auto thin = run("{file: " + small_file + ", scale: 1.8}", "{case: rest}");
  CHECK(thin.code == 0);
  REQUIRE(thin.errors.size() == 1);
  CHECK(thin.errors[0].find("warning: the layer is only") != std::string::npos);
}
