#include "hexad/io/case/response_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hexad/io/case/initial_keys.hpp"
#include "hexad/io/case/region_keys.hpp"

namespace hexad {
namespace {

using Input = SensitivityChoice::Input;

const std::array<std::pair<const char*, ResponseKind>, 10> kinds{
    {{"thickness", ResponseKind::thickness},
     {"surface_height", ResponseKind::surface_height},
     {"wind", ResponseKind::wind},
     {"vorticity", ResponseKind::vorticity},
     {"tracer", ResponseKind::tracer},
     {"circulation", ResponseKind::circulation},
     {"kinetic_energy", ResponseKind::kinetic_energy},
     {"total_energy", ResponseKind::total_energy},
     {"departure", ResponseKind::departure},
     {"forecast_error", ResponseKind::forecast_error}}};

const std::array<std::pair<const char*, Input>, 7> inputs{{{"thickness", Input::thickness},
                                                           {"wind", Input::wind},
                                                           {"vorticity", Input::vorticity},
                                                           {"tracers", Input::tracers},
                                                           {"topography", Input::topography},
                                                           {"coriolis", Input::coriolis},
                                                           {"parameters", Input::parameters}}};

template <class Table>
std::vector<std::string> words_of(const Table& table) {
  std::vector<std::string> words;
  for (const auto& [word, value] : table) words.emplace_back(word);
  return words;
}

/// Whether a kind is a mean over places, which a point may stand for.
bool is_mean(const std::string& kind) {
  return kind == "thickness" || kind == "surface_height" || kind == "wind" || kind == "vorticity" ||
         kind == "tracer";
}

double window_of(const Settings& s) {
  return s.number(s.has("time.window") ? "time.window" : "time.duration");
}

void check_time(const Settings& s, const std::string& at, std::vector<InputError>& faults) {
  if (s.has(at + ".at") && s.has(at + ".mean"))
    faults.emplace_back("a response is of an instant or a mean, not both", s.where(at + ".at"),
                        "leave out one of 'at' and 'mean'");
  if (!s.has("time.window") && !s.has("time.duration")) return;
  for (const char* key : {".at", ".mean.to"})
    if (s.has(at + key) && s.number(at + key) > window_of(s))
      faults.emplace_back("the response lies past the end of the window", s.where(at + key),
                          "take an earlier time, or a longer time.window");
  if (!s.has(at + ".mean")) return;
  const double to = s.has(at + ".mean.to") ? s.number(at + ".mean.to") : window_of(s);
  if (s.number(at + ".mean.from") >= to)
    faults.emplace_back("the mean ends before it begins", s.where(at + ".mean"),
                        "let 'from' be earlier than 'to'");
}

void check_one(const Settings& s, const std::string& at, std::vector<InputError>& faults) {
  check_time(s, at, faults);
  if (s.has(at + ".region")) check_region(s, at + ".region", faults);
  check_point(s, at + ".point", faults);
  if (s.has(at + ".point") && s.has(at + ".region"))
    faults.emplace_back("a response is of a point or of a region, not both", s.where(at + ".point"),
                        "leave out one of them");
  check_state(s, at + ".state", faults);
  const std::string kind = s.has(at + ".kind") ? s.text(at + ".kind") : "";
  if (s.has(at + ".point") && !kind.empty() && !is_mean(kind))
    faults.emplace_back(fmt::format("'{}' is of a region", kind), s.where(at + ".point"),
                        "give a region, or leave it out for the whole mesh");
  if (kind == "circulation" && !s.has(at + ".region"))
    faults.emplace_back("a circulation goes round a region", s.where(at + ".kind"),
                        "give a region: round the whole mesh there is none");
  if (kind == "tracer" && s.has(at + ".tracer")) {
    const auto tracers = s.names("tracers");
    if (std::count(tracers.begin(), tracers.end(), s.text(at + ".tracer")) == 0)
      faults.emplace_back(fmt::format("the case has no tracer '{}'", s.text(at + ".tracer")),
                          s.where(at + ".tracer"), "name one of 'tracers'");
  }
}

ResponseChoice response_choice(const Settings& s, const std::string& name) {
  const std::string at = "response." + name + ".";
  ResponseChoice choice;
  choice.name = name;
  for (const auto& [word, kind] : kinds)
    if (s.text(at + "kind") == word) choice.kind = kind;
  choice.weight = s.number(at + "weight");
  if (s.has(at + "point")) choice.point = point_choice(s, at + "point");
  choice.region = region_choice(s, at + "region");
  if (choice.kind == ResponseKind::wind) choice.northward = s.text(at + "component") == "northward";
  if (choice.kind == ResponseKind::tracer) choice.tracer = s.text(at + "tracer");
  if (choice.kind == ResponseKind::forecast_error) choice.state = state_choice(s, at + "state");
  if (s.has(at + "at")) choice.at = s.number(at + "at");
  if (s.has(at + "mean")) {
    choice.from = s.number(at + "mean.from");
    if (s.has(at + "mean.to")) choice.at = s.number(at + "mean.to");
  }
  return choice;
}

}  // namespace

const char* to_string(ResponseKind kind) {
  for (const auto& [word, value] : kinds)
    if (value == kind) return word;
  return "";
}

Key response_key() {
  return named_key(
             "response",
             "What of the forecast is differentiated: the weighted sum of these, each with a name "
             "of your own; without any, one departure.",
             {word_key(
                  "kind", words_of(kinds),
                  "thickness, surface_height, wind, vorticity, tracer: the value at a point or "
                  "the mean over a region; circulation: round a region; kinetic_energy, "
                  "total_energy: in a region; departure: energy of the difference from a layer "
                  "at rest; forecast_error: energy of the difference from a given state.")
                  .required(),
              number_key("weight", Dimension::none, "Factor in the sum.").defaults_to("1"),
              region_key("Where: one of whole, circle, box, polygon or mask; the whole mesh where "
                         "neither it nor a point is given."),
              point_key("point", "Where: a point, interpolated linearly.").optional(),
              number_key("at", Dimension::time,
                         "When, after the start, a whole number of steps; the end of the window "
                         "where it is not given.")
                  .positive(),
              section_key("mean", "Instead of an instant, the mean over a span of time.",
                          {number_key("from", Dimension::time, "After the start.")
                               .defaults_to("0 s")
                               .at_least(0),
                           number_key("to", Dimension::time,
                                      "The end of the window where it is "
                                      "not given.")
                               .positive()})
                  .optional(),
              word_key("component", {"eastward", "northward"}, "Of the wind.")
                  .defaults_to("eastward")
                  .when("kind", {"wind"}),
              text_key("tracer", "Name of the tracer.").required().when("kind", {"tracer"}),
              state_key("What the forecast is measured from: a history or a restart.")
                  .required()
                  .when("kind", {"forecast_error"})})
      .defaults_to("{}");
}

Key sensitivity_key() {
  return section_key(
             "sensitivity", "What hexad sensitivity makes.",
             {number_key("every", Dimension::time,
                         "Gradients also at these intervals after the start, with respect to the "
                         "state there; without it, at the start alone.")
                  .positive(),
              words_key("with_respect_to", words_of(inputs),
                        "vorticity: to vorticity and divergence, by two Poisson equations; "
                        "parameters: to gravity, rotation and the coefficients of diffusion.")
                  .defaults_to("[thickness, wind, vorticity, tracers, topography, coriolis, "
                               "parameters]"),
              flag_key("check",
                       "Holds the gradient against twelve forecasts of the window or more.")
                  .defaults_to("true")})
      .optional();
}

std::vector<ResponseChoice> response_choices(const Settings& s) {
  std::vector<ResponseChoice> choices;
  for (const auto& name : s.names("response")) choices.push_back(response_choice(s, name));
  return choices;
}

SensitivityChoice sensitivity_choice(const Settings& s) {
  SensitivityChoice choice;
  if (!s.has("sensitivity")) return choice;
  if (s.has("sensitivity.every")) choice.every = s.number("sensitivity.every");
  choice.inputs.clear();
  for (const auto& wanted : s.words("sensitivity.with_respect_to"))
    for (const auto& [word, input] : inputs)
      if (wanted == word) choice.inputs.push_back(input);
  choice.check = s.flag("sensitivity.check");
  return choice;
}

std::vector<std::string> response_times(const Settings& s) {
  std::vector<std::string> keys;
  const auto add = [&](const std::string& key) {
    if (s.has(key) && s.number(key) > 0) keys.push_back(key);
  };
  for (const auto& name : s.names("response"))
    for (const char* key : {".at", ".mean.from", ".mean.to"}) add("response." + name + key);
  add("sensitivity.every");
  return keys;
}

void check_response(const Settings& s, std::vector<InputError>& faults) {
  for (const auto& name : s.names("response")) check_one(s, "response." + name, faults);
}

}  // namespace hexad
