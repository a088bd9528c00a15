#include "hexad/io/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catch.hpp"
#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"
#include "hexad/io/units.hpp"
#include "temporary.hpp"

namespace hexad {
namespace {

using test::contains;
using test::TemporaryFolder;

constexpr double radian = std::numbers::pi / 180.0;
const std::string packaged =
    std::string(HEXAD_TEST_DATA) + "/../../experiments/data/eraint_500hPa_monthly.nc";

/// How a made-up analysis is laid out; the field itself is always the same.
struct Layout {
  bool north_first = true, poles = true, transposed = false, geopotential = true;
  double first_longitude = 0;
  bool repeated_meridian = false;
  std::string level_units = "hPa", height_units = "m2 s-2", wind_units = "m s-1";
  bool drop_wind = false, missing_value = false, half_globe = false;
  bool dated = false;
};

double height_at(double lat, double lon) {
  return 5500 + 300 * std::sin(lat * radian) +
         50 * std::cos(lat * radian) * std::cos(2 * lon * radian);
}

void write_analysis(const std::string& path, const Layout& layout) {
  std::vector<double> latitudes, longitudes, z, u;
  for (int j = 0; j <= (layout.poles ? 60 : 59); ++j)
    latitudes.push_back(-90.0 + 3 * j + (layout.poles ? 0.0 : 1.5));
  if (layout.north_first) std::reverse(latitudes.begin(), latitudes.end());
  const int columns = layout.half_globe ? 60 : 120 + (layout.repeated_meridian ? 1 : 0);
  for (int i = 0; i < columns; ++i) longitudes.push_back(layout.first_longitude + 3 * i);
  const double factor = layout.geopotential ? standard_gravity : 1.0;
  const auto values = [&](double lat, double lon) {
    z.push_back(factor * height_at(lat, lon));
    u.push_back(20 * std::cos(lat * radian));
  };
  for (int level = 0; level < 2; ++level) {
    if (layout.transposed) {
      for (const double lon : longitudes)
        for (const double lat : latitudes) values(lat, lon);
    } else {
      for (const double lat : latitudes)
        for (const double lon : longitudes) values(lat, lon);
    }
    if (level == 0)
      for (double& value : z) value += 1000;  // the level that is not asked for
  }
  if (layout.missing_value) z[z.size() / 2 + 7] = -999;
  io_thread().run([&] {
    auto file = nc::File::create(path);
    file.define_dimension("lat", latitudes.size());
    file.define_dimension("lon", longitudes.size());
    file.define_dimension("lev", 2);
    file.define_dimension("time", 2);
    file.define_variable("lat", nc::Type::float64, {"lat"}, {{"units", "degrees_north"}});
    file.define_variable("lon", nc::Type::float64, {"lon"}, {{"units", "degrees_east"}});
    file.define_variable("lev", nc::Type::float64, {"lev"}, {{"units", layout.level_units}});
    file.define_variable("time", nc::Type::float64, {"time"},
                         {{"units", "hours since 1900-1-1 00:00:0.0"}, {"calendar", "gregorian"}});
    std::vector<std::string> dimensions{"lev", "lat", "lon"};
    if (layout.transposed) std::swap(dimensions[1], dimensions[2]);
    if (layout.dated) dimensions.insert(dimensions.begin(), "time");
    file.define_variable(
        "zz", nc::Type::float64, dimensions,
        {{"units", layout.height_units},
         {"standard_name", layout.geopotential ? "geopotential" : "geopotential_height"},
         {"missing_value", -999.0}});
    file.define_variable("ua", nc::Type::float64, dimensions, {{"units", layout.wind_units}});
    if (!layout.drop_wind)
      file.define_variable("va", nc::Type::float64, dimensions, {{"units", layout.wind_units}});
    file.end_definitions();
    file.write("lat", latitudes);
    file.write("lon", longitudes);
    const double pascals = layout.level_units == "Pa" ? 100 : 1;
    file.write("lev", std::vector<double>{850 * pascals, 500 * pascals});
    file.write("time", std::vector<double>{0, 24 * 31});  // 1 January and 1 February 1900
    const auto write = [&](const std::string& name, std::vector<double> list) {
      if (layout.dated) {
        auto later = list;
        for (double& value : later) value += 100;
        list.insert(list.end(), later.begin(), later.end());
      }
      file.write(name, list);
    };
    write("zz", z);
    write("ua", u);
    if (!layout.drop_wind) write("va", std::vector<double>(u.size(), 0.0));
    file.close();
  });
}

AnalysisRequest request(const std::string& path, double level = 500) {
  AnalysisRequest wanted;
  wanted.path = path;
  wanted.level = level;
  return wanted;
}

std::string message_of(const AnalysisRequest& wanted) {
  try {
    static_cast<void>(read_analysis(wanted));
  } catch (const InputError& error) {
    CHECK_FALSE(error.remedy().empty());
    return error.what();
  }
  return "no error";
}

TEST_CASE("every layout of an analysis gives the same field") {
  const TemporaryFolder folder;
  const auto path = folder / "analysis.nc";
  Layout layout;
  SECTION("north first") {}
  SECTION("south first") { layout.north_first = false; }
  SECTION("-180 to 180") { layout.first_longitude = -180; }
  SECTION("shifted") { layout.first_longitude = 33; }
  SECTION("0 and 360 both") { layout.repeated_meridian = true; }
  SECTION("longitude before latitude") { layout.transposed = true; }
  SECTION("levels in pascals") { layout.level_units = "Pa"; }
  SECTION("levels in millibars") { layout.level_units = "millibars"; }
  SECTION("other spellings of units") {
    layout.height_units = "m**2 s**-2";
    layout.wind_units = "m/s";
  }
  SECTION("height") {
    layout.geopotential = false;
    layout.height_units = "gpm";
  }
  SECTION("no rows at the poles") { layout.poles = false; }
  write_analysis(path, layout);
  const auto analysis = read_analysis(request(path));
  const auto& height = analysis.height;
  CHECK(height.latitude.front() == -90);
  CHECK(height.latitude.back() == 90);
  CHECK(height.longitude.size() == 120);
  CHECK(height.longitude.front() >= 0);
  CHECK(std::is_sorted(height.latitude.begin(), height.latitude.end()));
  CHECK(std::is_sorted(height.longitude.begin(), height.longitude.end()));
  double worst = 0;
  for (std::size_t j = layout.poles ? 0 : 1; j + (layout.poles ? 0 : 1) < height.latitude.size();
       ++j)
    for (std::size_t i = 0; i < height.longitude.size(); ++i) {
      const auto n = height.index(j, i);
      worst = std::max(
          worst, std::abs(height.values[n] - height_at(height.latitude[j], height.longitude[i])));
      worst = std::max(worst, std::abs(analysis.eastward.values[n] -
                                       20 * std::cos(height.latitude[j] * radian)));
    }
  CHECK(worst < 5500 * 8 * std::numeric_limits<double>::epsilon());
  // Off the points: bilinear, so within an eighth of second differences, also beside a pole.
  const double spacing = 3 * radian, second = 350 + 4 * 50;
  for (const double lat : {-89.7, -45.2, 0.1, 61.0, 88.9})
    for (const double lon : {0.5, 179.9, 359.6}) {
      const Vec3 p{std::cos(lat * radian) * std::cos(lon * radian),
                   std::cos(lat * radian) * std::sin(lon * radian), std::sin(lat * radian)};
      CHECK(std::abs(interpolate(height, p) - height_at(lat, lon)) <
            second * spacing * spacing / 4);
    }
}

TEST_CASE("times of an analysis are chosen by month or date") {
  const TemporaryFolder folder;
  const auto path = folder / "analysis.nc";
  Layout layout;
  layout.dated = true;
  write_analysis(path, layout);
  auto wanted = request(path);
  const auto text = message_of(wanted);
  CHECK(contains(text, "1900-01-01T00:00:00"));
  CHECK(contains(text, "1900-02-01T00:00:00"));
  wanted.month = 1;
  const auto january = read_analysis(wanted).height.values;
  wanted.month = 2;
  const auto february = read_analysis(wanted).height.values;
  CHECK(february[1000] - january[1000] == Approx(100 / standard_gravity));
  wanted.month = 3;
  CHECK(contains(message_of(wanted), "month 3"));
  wanted.month.reset();
  wanted.time = parse_date("1900-02-01T00:00:00");
  CHECK(read_analysis(wanted).height.values == february);
  wanted.time = parse_date("1901-02-01T00:00:00");
  CHECK(contains(message_of(wanted), "1901-02-01"));
}

TEST_CASE("what an analysis lacks is said, with what it has") {
  const TemporaryFolder folder;
  const auto path = folder / "analysis.nc";
  Layout layout;
  const auto text_of = [&](double level = 500) {
    write_analysis(path, layout);
    const auto text = message_of(request(path, level));
    INFO(text);
    CHECK(contains(text, path));
    return text;
  };
  SECTION("a level") {
    const auto text = text_of(300);
    CHECK(contains(text, "no level 300"));
    CHECK(contains(text, "850 and 500 hPa"));
  }
  SECTION("a choice of level") {
    write_analysis(path, layout);
    AnalysisRequest wanted;
    wanted.path = path;
    CHECK(contains(message_of(wanted), "850 and 500 hPa"));
  }
  SECTION("a variable") {
    layout.drop_wind = true;
    const auto text = text_of();
    CHECK(contains(text, "northward_wind"));
    CHECK(contains(text, "zz"));
  }
  SECTION("units of a wind") {
    layout.wind_units = "knots";
    const auto text = text_of();
    CHECK(contains(text, "knots"));
    CHECK(contains(text, "'ua'"));
  }
  SECTION("units of a height") {
    layout.height_units = "K";
    const auto text = text_of();
    CHECK(contains(text, "'K'"));
    CHECK(contains(text, "'zz'"));
  }
  SECTION("a value") {
    layout.missing_value = true;
    CHECK(contains(text_of(), "missing at latitude"));
  }
  SECTION("half of the globe") {
    layout.half_globe = true;
    CHECK(contains(text_of(), "does not cover the globe"));
  }
  SECTION("the file") { CHECK(contains(message_of(request(path)), "no such file")); }
}

TEST_CASE("the analysis that travels with the project") {
  AnalysisRequest wanted;
  wanted.path = packaged;
  CHECK(contains(message_of(wanted), "1 and 7"));
  wanted.month = 1;
  wanted.level = 500;
  const auto january = read_analysis(wanted);
  CHECK(january.height.latitude.size() == 121);
  CHECK(january.height.longitude.size() == 240);
  const auto [low, high] =
      std::minmax_element(january.height.values.begin(), january.height.values.end());
  CHECK(*low > 4700);  // climatology of 500 hPa
  CHECK(*high < 6000);
  CHECK(area_mean(january.height) == Approx(5630).margin(60));
  // The mean wind is westerly, strongest over east Asia and the western Pacific.
  CHECK(area_mean(january.eastward) > 0);
  const auto strongest =
      std::max_element(january.eastward.values.begin(), january.eastward.values.end());
  const auto place = static_cast<std::size_t>(strongest - january.eastward.values.begin());
  CHECK(*strongest > 30);
  CHECK(january.eastward.latitude[place / 240] == Approx(35).margin(8));
  wanted.level = 850;
  CHECK(contains(message_of(wanted), "500 millibars"));
  CHECK(std::filesystem::file_size(packaged) < 1000000);
}

TEST_CASE("units of files") {
  for (const char* units : {"m2 s-2", "m**2 s**-2", "m^2/s^2", "m2/s2", "s-2 m2", "m2.s-2"})
    CHECK(canonical_units(units) == "m2 s-2");
  for (const char* units : {"m s-1", "m/s", "m s**-1", "m.s-1", "m s^-1"})
    CHECK(canonical_units(units) == "m s-1");
  CHECK(canonical_units("1").empty());
  CHECK(pressure_in_pascals("millibars") == 100);
  CHECK(pressure_in_pascals("m") == 0);
  const auto time = time_units("hours since 1900-01-01 00:00:0.0");
  REQUIRE(time);
  CHECK(time->seconds == 3600);
  CHECK(to_string(time->start) == "1900-01-01T00:00:00");
  CHECK_FALSE(time_units("hours"));
  CHECK_FALSE(time_units("months since 1900-01-01"));
}

}  // namespace
}  // namespace hexad
