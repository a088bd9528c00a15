#include "hexad/io/case/guide.hpp"

#include "catch.hpp"
#include "hexad/io/case/case.hpp"

using namespace hexad;

namespace {

Key small_schema() {
  return section_key(
      "", "A case.",
      {choice_key(
           "mesh", "The grid.",
           {file_key("file", "A mesh file.").alternative(),
            section_key("plane", "A plane.",
                        {integer_key("nx", "Cells in a row.").defaults_to("8").between(4, 64)})
                .alternative(),
            number_key("radius", Dimension::length, "Of the sphere.")
                .defaults_to("6371220 m")
                .positive()
                .with({"file"})})
           .required(),
       section_key("time", "Stepping.",
                   {number_key("dt", Dimension::time, "A step.").required().positive(),
                    number_key("limit", Dimension::none, "Largest a|b.").at_least(0)}),
       named_key("streams", "Files.",
                 {number_key("every", Dimension::time, "Interval.").required()})
           .defaults_to("{}")});
}

bool holds(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

std::string refusal(const Key& schema, const std::string& path) {
  try {
    return guide_to_key(schema, path);
  } catch (const InputError& fault) {
    return fault.what();
  }
}

void every_key(const Key& key, const std::string& text) {
  for (const auto& child : key.keys) {
    INFO(child.name);
    CHECK(holds(text, child.name));
    CHECK(!child.help.empty());
    every_key(child, text);
  }
}

}  // namespace

TEST_CASE("the guide names every key of the case file") {
  every_key(case_schema(), guide_overview(case_schema()));
  every_key(case_schema(), guide_markdown(case_schema()));
}

TEST_CASE("a key is explained with its value, unit, bounds, default and company") {
  const Key schema = small_schema();
  CHECK(guide_to_key(schema, "mesh.radius") ==
        "mesh.radius\n"
        "    Of the sphere.\n"
        "    Takes length (m, km), more than 0.\n"
        "    A bare number is in m; for instance 'radius: 500 km'.\n"
        "    Default: 6371220 m.\n"
        "    Goes with file only.\n");
  CHECK(guide_to_key(schema, "mesh.plane") ==
        "mesh.plane\n"
        "    A plane.\n"
        "    Takes a section.\n"
        "    Exactly one of file and plane is given.\n"
        "\n"
        "mesh.plane.nx\n"
        "    Cells in a row.\n"
        "    Takes a whole number, 4 to 64.\n"
        "    Default: 8.\n");
  CHECK(holds(guide_to_key(schema, "time.limit"),
              "Takes a number, at least 0.\n    May be left out."));
}

TEST_CASE("a key is found by its last part and through a name of the user's own") {
  const Key schema = small_schema();
  CHECK(guide_to_key(schema, "dt") == guide_to_key(schema, "time.dt"));
  CHECK(guide_to_key(schema, "streams.mine.every") == guide_to_key(schema, "streams.NAME.every"));
  CHECK(holds(guide_to_key(schema, "streams.mine.every"), "streams.NAME.every\n"));
}

TEST_CASE("a key that does not exist is refused with the nearest one") {
  const Key schema = small_schema();
  CHECK(holds(refusal(schema, "radios"), "did you mean 'radius'?"));
  CHECK(holds(refusal(schema, "time.dd"), "did you mean 'time.dt'?"));
  CHECK_THROWS_AS(guide_to_key(schema, "completely different"), InputError);
  CHECK_THROWS_AS(guide_to_key(schema, ""), InputError);
  CHECK_THROWS_AS(guide_to_key(schema, "time."), InputError);
}

TEST_CASE("the reference in Markdown has a table for each section") {
  const std::string text = guide_markdown(small_schema());
  CHECK(holds(text,
              "## `mesh`\n\nThe grid. Required. Exactly one of `file` and `plane` is given.\n"));
  CHECK(holds(text, "| `radius` | length (m, km), more than 0; with `file` | `6371220 m` |"));
  CHECK(holds(text, "### `mesh.plane`\n"));
  CHECK(holds(text, "### `streams.NAME`\n"));
  CHECK(holds(text, "Largest a\\|b."));
}

TEST_CASE("the overview shows how keys nest") {
  const std::string text = guide_overview(small_schema());
  CHECK(holds(text, "\n  plane                     a section\n    nx "));
  CHECK(holds(text, "\n  NAME\n    every "));
  CHECK(holds(text, "length (m, km), more than 0; default 6371220 m; with file\n"));
}
