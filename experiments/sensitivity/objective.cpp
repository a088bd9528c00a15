#include "hexad/experiments/sensitivity/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hexad/adjoint/response/circulation.hpp"
#include "hexad/adjoint/response/departure.hpp"
#include "hexad/adjoint/response/forecast_error.hpp"
#include "hexad/adjoint/response/kinetic_energy.hpp"
#include "hexad/adjoint/response/surface_height.hpp"
#include "hexad/adjoint/response/thickness.hpp"
#include "hexad/adjoint/response/total_energy.hpp"
#include "hexad/adjoint/response/tracer.hpp"
#include "hexad/adjoint/response/vorticity.hpp"
#include "hexad/adjoint/response/wind.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "hexad/experiments/at_key.hpp"
#include "hexad/io/case/quantity.hpp"

namespace hexad {
namespace {

/// The choices, or the one that stands for none.
std::vector<ResponseChoice> choices_of(const Case& run) {
  if (!run.responses.empty()) return run.responses;
  ResponseChoice departure;
  departure.name = "departure";
  return {departure};
}

/// What f gives; an InputError says which key of which response it is about.
template <class F>
auto of_response(const Case& run, const ResponseChoice& choice, const char* key, const F& f) {
  const std::string at = "response." + choice.name;
  return at_key(run.settings, run.settings.has(at + key) ? at + key : at, f);
}

PlaceWeights mean_or_point(const Case& run, const Mesh& mesh, const ResponseChoice& choice) {
  return of_response(run, choice, choice.point ? ".point" : ".region", [&] {
    return choice.point ? point_weights(mesh, *choice.point)
                        : mean_weights(mesh, cells_in(mesh, choice.region));
  });
}

PlaceWeights in_region(const Case& run, const Mesh& mesh, const ResponseChoice& choice) {
  return of_response(run, choice, ".region",
                     [&] { return place_weights(mesh, cells_in(mesh, choice.region)); });
}

std::size_t number_of_tracer(const Case& run, const std::string& name) {
  const auto found = std::find_if(run.tracers.begin(), run.tracers.end(),
                                  [&](const TracerChoice& tracer) { return tracer.name == name; });
  return static_cast<std::size_t>(found - run.tracers.begin());
}

/// The state that a forecast error is measured from, on the mesh and the ground of the case.
State<double> target_of(const Case& run, const Setup& setup, const ResponseChoice& choice) {
  return of_response(run, choice, ".state", [&] {
    Case other = run;
    other.initial = *choice.state;
    other.tracers.clear();
    const InitialFlow flow = initial_flow(setup.mesh, other);
    const Device& device = setup.domain.device();
    return State<double>{field_of<Place::cell>(device, flow.thickness),
                         field_of<Place::edge>(device, flow.velocity)};
  });
}

std::unique_ptr<Response> make(const Case& run, Setup& setup, const ResponseChoice& choice) {
  const Mesh& mesh = setup.mesh;
  const Device& device = setup.domain.device();
  const auto mean = [&] { return mean_or_point(run, mesh, choice); };
  const auto region = [&] { return in_region(run, mesh, choice); };
  const auto rest = [&] { return energy_about_rest(setup.domain, setup.environment, setup.state); };
  switch (choice.kind) {
    case ResponseKind::thickness:
      return make_response(ThicknessResponse(device, mean()));
    case ResponseKind::surface_height:
      return make_response(SurfaceHeightResponse(device, mean()));
    case ResponseKind::wind:
      return make_response(WindResponse(device, mean(), choice.northward));
    case ResponseKind::vorticity:
      return make_response(VorticityResponse(device, mean()));
    case ResponseKind::tracer:
      return make_response(TracerResponse(device, mean(), number_of_tracer(run, choice.tracer)));
    case ResponseKind::circulation:
      return make_response(CirculationResponse(device, mesh, region()));
    case ResponseKind::kinetic_energy:
      return make_response(KineticEnergyResponse(device, mesh, region()));
    case ResponseKind::total_energy:
      return make_response(TotalEnergyResponse(device, mesh, region()));
    case ResponseKind::departure: {
      const EnergyNorm norm = rest();
      return make_response(
          DepartureResponse(device, mesh, norm.gravity(), norm.mean_depth(), region()));
    }
    case ResponseKind::forecast_error: {
      const EnergyNorm norm = rest();
      return make_response(ForecastErrorResponse(mesh, target_of(run, setup, choice),
                                                 norm.gravity(), norm.mean_depth(), region()));
    }
  }
  throw RunError("a response of no kind");
}

double end_of(const Case& run, const ResponseChoice& choice) {
  return choice.at ? *choice.at : run.window;
}

constexpr double degrees(double angle) { return angle * 180 / std::numbers::pi; }

Json place_of(const PointChoice& point) {
  if (point.longitude && point.latitude)
    return {{"longitude", degrees(*point.longitude)}, {"latitude", degrees(*point.latitude)}};
  return {{"x", point.x.value_or(0)}, {"y", point.y.value_or(0)}};
}

struct RegionJson {
  Json operator()(const WholeRegion&) const { return "whole"; }
  Json operator()(const CircleRegion& circle) const {
    return {{"circle", {{"centre", place_of(circle.centre)}, {"radius", circle.radius}}}};
  }
  Json operator()(const BoxRegion& box) const {
    return {{"box",
             {{"south", degrees(box.south)},
              {"north", degrees(box.north)},
              {"west", degrees(box.west)},
              {"east", degrees(box.east)}}}};
  }
  Json operator()(const PolygonRegion& polygon) const {
    Json corners = Json::array();
    for (const auto& corner : polygon.corners)
      corners.push_back({degrees(corner.longitude), degrees(corner.latitude)});
    return {{"polygon", corners}};
  }
  Json operator()(const MaskRegion& mask) const {
    return {{"mask", mask.file.filename().string() + ", " + mask.variable}};
  }
};

}  // namespace

double end_of_responses(const Case& run) {
  double end = 0;
  for (const auto& choice : choices_of(run)) end = std::max(end, end_of(run, choice));
  return end;
}

ResponseSum make_objective(const Case& run, Setup& setup) {
  std::vector<ResponseTerm> terms;
  for (const auto& choice : choices_of(run)) {
    const auto step = [&](double seconds) {
      return static_cast<int>(std::lround(seconds / run.time.step));
    };
    const int last = step(end_of(run, choice));
    terms.push_back({choice.name, make(run, setup, choice), choice.weight,
                     choice.from ? step(*choice.from) : last, last});
  }
  return ResponseSum(std::move(terms));
}

Json describe_terms(const Case& run, const ResponseSum& objective) {
  Json list = Json::array();
  const auto choices = choices_of(run);
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const auto& choice = choices[k];
    Json term{{"name", choice.name}, {"kind", to_string(choice.kind)}, {"weight", choice.weight}};
    if (choice.kind == ResponseKind::wind)
      term["component"] = choice.northward ? "northward" : "eastward";
    if (choice.kind == ResponseKind::tracer) term["tracer"] = choice.tracer;
    if (choice.point)
      term["point"] = place_of(*choice.point);
    else
      term["region"] = std::visit(RegionJson{}, choice.region);
    if (choice.from) term["from_s"] = *choice.from;
    term["at_s"] = end_of(run, choice);
    if (k < objective.values().size()) term["value"] = objective.values()[k].front();
    term["units"] = objective.terms()[k].response->units();
    list.push_back(std::move(term));
  }
  return list;
}

std::string describe(const Case& run, const ResponseChoice& choice) {
  static constexpr const char* shapes[] = {"on the whole mesh", "in a circle", "in a box",
                                           "in a polygon", "in a mask"};
  std::string text = to_string(choice.kind);
  std::replace(text.begin(), text.end(), '_', ' ');
  if (choice.kind == ResponseKind::wind)
    text = std::string(choice.northward ? "northward " : "eastward ") + text;
  if (choice.kind == ResponseKind::tracer) text = "tracer " + choice.tracer;
  text += std::string(" ") + (choice.point ? "at a point" : shapes[choice.region.index()]);
  const std::string end = describe_time(end_of(run, choice));
  text += choice.from ? fmt::format(", mean from {} to {}", describe_time(*choice.from), end)
                      : fmt::format(" after {}", end);
  return choice.weight == 1 ? text : fmt::format("{:g} times {}", choice.weight, text);
}

}  // namespace hexad
