#include "hexad/io/case/quantity.hpp"

#include <numbers>

#include "catch.hpp"
#include "hexad/io/case/date.hpp"
#include "hexad/io/case/nearest.hpp"

using namespace hexad;

TEST_CASE("quantities take units and are kept in SI", "[case]") {
  const auto value = [](const std::string& text, Dimension dimension) {
    const auto quantity = parse_quantity(text, dimension);
    CHECK(quantity.problem.empty());
    return quantity.value;
  };
  CHECK(value("6 h", Dimension::time) == 21600);
  CHECK(value("5d", Dimension::time) == 432000);
  CHECK(value("2.5 min", Dimension::time) == 150);
  CHECK(value("500 km", Dimension::length) == 500e3);
  CHECK(value("8 km", Dimension::length) == 8000);
  CHECK(value("20 m/s", Dimension::speed) == 20);
  CHECK(value("72 km/h", Dimension::speed) == Approx(20).epsilon(1e-15));
  CHECK(value("2 GiB", Dimension::memory) == 2147483648.0);
  CHECK(value("45 deg", Dimension::angle) == Approx(std::numbers::pi / 4).epsilon(1e-15));
  CHECK(value(" +1.5e3 ", Dimension::none) == 1500);
  CHECK(value("-3", Dimension::length) == -3);
  CHECK(value("450", Dimension::time) == 450);
}

TEST_CASE("what is no quantity is said so", "[case]") {
  CHECK(parse_quantity("6 km", Dimension::time).problem == "'km' is a unit of length, not of time");
  CHECK(parse_quantity("6 fathoms", Dimension::length).problem == "'fathoms' is not a unit");
  CHECK(parse_quantity("soon", Dimension::time).problem == "'soon' is not a time");
  CHECK(parse_quantity("", Dimension::time).problem == "'' is not a time");
  CHECK(parse_quantity("nan", Dimension::none).problem == "'nan' is not a pure number");
  CHECK(parse_quantity("1e999", Dimension::none).problem == "'1e999' is not a pure number");
  CHECK(parse_quantity("3 m", Dimension::none).problem ==
        "'m' is a unit of length, not of pure number");
  CHECK(parse_quantity("6 km", Dimension::time).remedy ==
        "write it as in '6 h' (units: s, min, h, d; a bare number is in s)");
}

TEST_CASE("a number is read back from its text as it was", "[case]") {
  for (const double value : {0.1, 1.0 / 3, 6371220.0, 7.292e-5, 1e300, 5e-324, -0.0})
    CHECK(parse_quantity(to_text(value), Dimension::none).value == value);
}

TEST_CASE("dates are ISO 8601", "[case]") {
  CHECK(parse_date("1970-01-01")->seconds == 0);
  CHECK(parse_date("2000-01-01T06:00:00")->seconds == 946706400);
  CHECK(parse_date("2000-01-01 06:00Z")->seconds == 946706400);
  CHECK(parse_date("1993-03-14T00:00:00")->seconds == 732067200);
  CHECK(parse_date("2000-02-29"));
  for (const char* wrong : {"2001-02-29", "2000-13-01", "2000-1-1", "yesterday", "2000-01-01T24:00",
                            "2000-01-01T06", "", "2000-01-01T06:00:00+01:00"})
    CHECK_FALSE(parse_date(wrong));
  CHECK(to_string(Date{946706400}) == "2000-01-01T06:00:00");
  CHECK(to_string(Date{-1}, ' ') == "1969-12-31 23:59:59");
}

TEST_CASE("the nearest known word", "[case]") {
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("durtaion", "duration") == 1);
  const std::vector<std::string> known{"mesh", "initial", "duration", "output"};
  CHECK(nearest_word("durration", known) == "duration");
  CHECK(nearest_word("ouptut", known) == "output");
  CHECK(nearest_word("temperature", known).empty());
  CHECK(enumerate({"a", "b", "c"}, "or") == "a, b or c");
}

TEST_CASE("times and sizes as a person says them", "[case]") {
  CHECK(describe_time(5 * 86400) == "5 d");
  CHECK(describe_time(86400 + 6 * 3600 + 90) == "1 d 6 h 1 min 30 s");
  CHECK(describe_time(0.25) == "0.25 s");
  CHECK(describe_bytes(512) == "512 B");
  CHECK(describe_bytes(1.5 * 1024 * 1024) == "1.5 MiB");
}
