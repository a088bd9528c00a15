#include "hexad/io/case/initial_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace hexad {
namespace {

using Shape = TracerChoice::Shape;

const std::array<std::pair<const char*, Shape>, 5> shapes{
    {{"cosine_bell", Shape::cosine_bell},
     {"gaussian", Shape::gaussian},
     {"slotted_cylinder", Shape::slotted_cylinder},
     {"constant", Shape::constant},
     {"file", Shape::file}}};

Key analysis_key() {
  return section_key(
      "analysis", "A latitude-longitude analysis, averaged over each cell.",
      {file_key("file", "A CF NetCDF file with height or geopotential, and wind.").required(),
       number_key("level", Dimension::none,
                  "Value of the level coordinate, in its own unit (500 for 500 hPa)."),
       integer_key("month", "Value of the coordinate 'month', where the file has one.")
           .between(1, 12),
       date_key("time", "Value of the coordinate 'time', where the file has one."),
       number_key("mean_depth", Dimension::length,
                  "The layer's mean depth; the height's departures are kept.")
           .positive(),
       word_key("balance", {"none", "geostrophic", "nonlinear"},
                "none: height and wind as analysed; geostrophic: the wind from the height; "
                "nonlinear: the height from the rotational part of the wind, so that no gravity "
                "waves are set off.")
           .defaults_to("none")});
}

Key depth_key(const std::string& of, const std::string& help, const std::string& standard) {
  return number_key("depth", Dimension::length, help)
      .defaults_to(standard)
      .positive()
      .when("case", {of});
}

bool is_planar(const Settings& s) { return s.has("mesh.planar"); }

bool case_is(const Settings& s, const std::vector<std::string>& names) {
  return s.has("initial.case") &&
         std::count(names.begin(), names.end(), s.text("initial.case")) > 0;
}

/// A tracer's name is that of a variable in files, beside those of the model's own fields.
void check_tracer_name(const Settings& s, const std::string& name,
                       std::vector<InputError>& faults) {
  static const std::vector<std::string> taken{"thickness",
                                              "surface_height",
                                              "topography",
                                              "eastward_wind",
                                              "northward_wind",
                                              "wind_speed",
                                              "wind",
                                              "divergence",
                                              "kinetic_energy",
                                              "vorticity",
                                              "time",
                                              "normal_velocity",
                                              "potential_vorticity",
                                              "xtime",
                                              "tangential_velocity",
                                              "mesh"};
  const std::string where = s.where("tracers." + name);
  const bool plain = std::isalpha(static_cast<unsigned char>(name.front())) != 0 &&
                     std::all_of(name.begin(), name.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!plain)
    faults.emplace_back(fmt::format("'{}' cannot be the name of a tracer", name), where,
                        "take letters, digits and underscores, a letter first");
  if (std::count(taken.begin(), taken.end(), name) > 0)
    faults.emplace_back(fmt::format("'{}' is the name of one of the model's own fields", name),
                        where, "call the tracer something else");
}

TracerChoice tracer_choice(const Settings& s, const std::string& name) {
  const std::string at = "tracers." + name + ".";
  TracerChoice tracer;
  tracer.name = name;
  for (const auto& [word, shape] : shapes)
    if (s.text(at + "initial") == word) tracer.shape = shape;
  if (tracer.shape == Shape::file) return tracer;
  tracer.amplitude = s.number(at + "amplitude");
  if (tracer.shape == Shape::constant) return tracer;
  tracer.longitude = s.number(at + "centre.longitude");
  tracer.latitude = s.number(at + "centre.latitude");
  if (s.has(at + "centre.x")) tracer.x = s.number(at + "centre.x");
  if (s.has(at + "centre.y")) tracer.y = s.number(at + "centre.y");
  tracer.radius = s.number(at + "radius");
  tracer.background = s.number(at + "background");
  return tracer;
}

}  // namespace

Key state_key(const std::string& help) {
  return section_key(
      "state", help,
      {file_key("file", "A history with thickness and normal_velocity (or wind), or a restart.")
           .required(),
       text_key("time", "Of a history: a date of it (ISO 8601), or 'last'.").defaults_to("last"),
       integer_key("member", "Which member, counted from 1.").defaults_to("1").at_least(1),
       word_key("remap", {"conservative", "barycentric"},
                "From another mesh: cell averages over overlaps, which keep the mass, or linear "
                "interpolation. The wind is interpolated either way.")
           .defaults_to("conservative")});
}

StateChoice state_choice(const Settings& s, const std::string& path) {
  const std::string at = path + ".";
  StateChoice choice;
  choice.file = s.text(at + "file");
  if (s.text(at + "time") != "last") choice.time = parse_date(s.text(at + "time"));
  choice.member = s.integer(at + "member");
  if (s.text(at + "remap") == "barycentric") choice.remap = StateChoice::Remap::barycentric;
  return choice;
}

void check_state(const Settings& s, const std::string& path, std::vector<InputError>& faults) {
  if (!s.has(path + ".time")) return;
  const std::string& time = s.text(path + ".time");
  if (time != "last" && !parse_date(time))
    faults.emplace_back(fmt::format("'{}' is neither a date nor 'last'", time),
                        s.where(path + ".time"),
                        "write it as in 2000-01-01T06:00:00 (ISO 8601, UTC)");
}

Key initial_key() {
  return choice_key(
             "initial", "The state at the start: one of case, analysis or state.",
             {word_key("case",
                       {"williamson1", "williamson2", "williamson5", "williamson6", "galewsky",
                        "rest", "hill"},
                       "An idealised state. Of Williamson et al. (1992): williamson1, solid-body "
                       "wind that carries tracers; williamson2, steady zonal flow; williamson5, "
                       "zonal flow over a mountain; williamson6, a Rossby-Haurwitz wave. galewsky: "
                       "the unstable jet of Galewsky et al. (2004). rest: no wind under a flat "
                       "surface. hill: a Gaussian hill on a layer at rest.")
                  .alternative(),
              analysis_key().alternative(),
              state_key(
                  "A state of another run, of any mesh of the same kind: a history or a restart.")
                  .alternative(),
              number_key("alpha", Dimension::angle,
                         "Angle between the axis of the flow and that of the sphere.")
                  .defaults_to("0")
                  .when("case", {"williamson1", "williamson2"}),
              flag_key("perturbed", "With the bump of height that sets the instability off.")
                  .defaults_to("true")
                  .when("case", {"galewsky"}),
              depth_key("williamson1", "Depth of the layer.", "1 km"),
              depth_key("hill", "Depth of the layer.", "1 km"),
              depth_key("rest", "Height of the surface above sea level.", "8 km"),
              number_key("height", Dimension::length, "Height of the hill.")
                  .defaults_to("10 m")
                  .when("case", {"hill"}),
              number_key("width", Dimension::length, "Radius at which the hill falls to 1/e.")
                  .defaults_to("1000 km")
                  .positive()
                  .when("case", {"hill"})})
      .required();
}

Key topography_key() {
  return section_key(
      "topography",
      "The ground under the flow, averaged over each cell, clipped at sea level, smoothed, then "
      "scaled. The surface of the initial state stays where it is: the layer is what lies above "
      "the ground.",
      {file_key("file", "A global latitude-longitude NetCDF file of heights (m)."),
       text_key("variable", "Name of the variable, where the file does not say which it is.")
           .when("file", {}),
       number_key("scale", Dimension::none, "Factor on the heights, last of all.")
           .defaults_to("1")
           .at_least(0)
           .when("file", {}),
       number_key("smoothing", Dimension::length,
                  "Standard deviation of the Gaussian that diffusion smooths with; 0: none.")
           .defaults_to("0 km")
           .at_least(0)
           .when("file", {})});
}

Key tracers_key() {
  const std::vector<std::string> shaped{"cosine_bell", "gaussian", "slotted_cylinder"};
  return named_key(
             "tracers", "Substances that the flow carries, each with a name of your own.",
             {word_key(
                  "initial", {"cosine_bell", "gaussian", "slotted_cylinder", "constant", "file"},
                  "Shape at the start: the bell of Williamson et al. (1992), a Gaussian, the "
                  "cylinder of Nair and Lauritzen (2010), the same everywhere, or what the file "
                  "of initial.state has under this name.")
                  .required(),
              number_key("amplitude", Dimension::none, "Of the shape, in the tracer's own unit.")
                  .defaults_to("1"),
              section_key(
                  "centre", "Middle of the shape.",
                  {number_key("longitude", Dimension::angle, "On a sphere.").defaults_to("270 deg"),
                   number_key("latitude", Dimension::angle, "On a sphere.").defaults_to("0 deg"),
                   number_key("x", Dimension::length,
                              "On a plane, its middle where it is not given."),
                   number_key("y", Dimension::length,
                              "On a plane, its middle where it is not given.")})
                  .when("initial", shaped),
              number_key("radius", Dimension::length,
                         "Of the shape; a Gaussian has fallen to 1/e there.")
                  .defaults_to("2123740 m")
                  .positive()
                  .when("initial", shaped),
              number_key("background", Dimension::none, "Value away from the shape.")
                  .defaults_to("0")
                  .when("initial", shaped)})
      .defaults_to("{}");
}

InitialChoice initial_choice(const Settings& s) {
  if (s.has("initial.analysis")) {
    const std::string at = "initial.analysis.";
    AnalysisChoice choice;
    choice.file = s.text(at + "file");
    if (s.has(at + "level")) choice.level = s.number(at + "level");
    if (s.has(at + "month")) choice.month = s.integer(at + "month");
    if (s.has(at + "time")) choice.time = parse_date(s.text(at + "time"));
    if (s.has(at + "mean_depth")) choice.mean_depth = s.number(at + "mean_depth");
    const std::string& balance = s.text(at + "balance");
    if (balance == "geostrophic") choice.balance = AnalysisChoice::Balance::geostrophic;
    if (balance == "nonlinear") choice.balance = AnalysisChoice::Balance::nonlinear;
    return choice;
  }
  if (s.has("initial.state")) return state_choice(s, "initial.state");
  const std::string& name = s.text("initial.case");
  if (name == "williamson1")
    return Williamson1Choice{s.number("initial.alpha"), s.number("initial.depth")};
  if (name == "williamson2") return Williamson2Choice{s.number("initial.alpha")};
  if (name == "williamson5") return Williamson5Choice{};
  if (name == "williamson6") return Williamson6Choice{};
  if (name == "galewsky") return GalewskyChoice{s.flag("initial.perturbed")};
  if (name == "rest") return RestChoice{s.number("initial.depth")};
  return HillChoice{s.number("initial.depth"), s.number("initial.height"),
                    s.number("initial.width")};
}

std::optional<TopographyChoice> topography_choice(const Settings& s) {
  if (!s.has("topography.file")) return std::nullopt;
  TopographyChoice choice;
  choice.file = s.text("topography.file");
  if (s.has("topography.variable")) choice.variable = s.text("topography.variable");
  choice.scale = s.number("topography.scale");
  choice.smoothing = s.number("topography.smoothing");
  return choice;
}

std::vector<TracerChoice> tracer_choices(const Settings& s) {
  std::vector<TracerChoice> tracers;
  for (const auto& name : s.names("tracers")) tracers.push_back(tracer_choice(s, name));
  return tracers;
}

void check_initial(const Settings& s, std::vector<InputError>& faults) {
  if (is_planar(s) && s.has("initial") && !s.has("initial.state") && !case_is(s, {"hill", "rest"}))
    faults.emplace_back("this initial state needs a sphere", s.where("initial"),
                        "take initial: {case: hill}, or another mesh");
  if (s.has("topography.file")) {
    if (is_planar(s))
      faults.emplace_back("a topography file cannot be put on a plane", s.where("topography.file"),
                          "leave it out, or choose a mesh on the sphere");
    if (case_is(s, {"williamson5"}))
      faults.emplace_back("williamson5 has a mountain of its own", s.where("topography.file"),
                          "leave it out, or choose another initial state");
  }
  check_state(s, "initial.state", faults);
  for (const auto& name : s.names("tracers")) {
    check_tracer_name(s, name, faults);
    const std::string shape = "tracers." + name + ".initial";
    if (s.has(shape) && s.text(shape) == "file" && !s.has("initial.state"))
      faults.emplace_back("there is no file of a state to take the tracer from", s.where(shape),
                          "give initial: {state: {file: ...}}, or choose a shape");
  }
}

}  // namespace hexad
