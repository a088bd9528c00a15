#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hexad/io/case/case.hpp"
#include "hexad/io/case/initial_keys.hpp"
#include "hexad/io/case/response_keys.hpp"
#include "hexad/io/case/vectors_keys.hpp"

namespace hexad {
namespace {

MeshChoice mesh_choice(const Settings& s) {
  if (s.has("mesh.file")) return MeshFromFile{s.text("mesh.file"), s.number("mesh.radius")};
  if (s.has("mesh.planar"))
    return PlanarOptions{s.integer("mesh.planar.nx"), s.integer("mesh.planar.ny"),
                         s.number("mesh.planar.spacing")};
  IcosahedralOptions options;
  options.level = s.integer("mesh.icosahedral.level");
  options.root_division = s.integer("mesh.icosahedral.root_division");
  options.radius = s.number("mesh.radius");
  options.optimise = s.text("mesh.icosahedral.optimise") == "lloyd";
  options.tolerance = s.number("mesh.icosahedral.tolerance");
  options.max_iterations = s.integer("mesh.icosahedral.max_iterations");
  return options;
}

/// Whether b goes into a a whole number of times, but for round-off.
bool divides(double b, double a) {
  const double times = a / b;
  return std::abs(times - std::round(times)) <= 1e-9 * times && std::round(times) >= 1;
}

/// Keys that hold an interval, with their place in a case.
std::vector<std::string> interval_keys(const Settings& s) {
  std::vector<std::string> keys;
  for (const char* key : {"time.duration", "time.window"})
    if (s.has(key)) keys.emplace_back(key);
  for (const auto& name : s.names("output.streams"))
    if (s.has("output.streams." + name + ".every"))
      keys.push_back("output.streams." + name + ".every");
  if (s.has("output.restart.every")) keys.emplace_back("output.restart.every");
  for (auto& key : response_times(s)) keys.push_back(std::move(key));
  return keys;
}

void require_whole_steps(const Settings& s, const std::string& path, double span, double step,
                         std::vector<InputError>& faults) {
  if (divides(step, span)) return;
  faults.emplace_back(
      fmt::format("{} s is not a whole number of steps of {} s", to_text(span), to_text(step)),
      s.where(path),
      fmt::format("change it, or take time.dt: {:.10g} s", span / std::ceil(span / step)));
}

void check_streams(const Settings& s, std::vector<InputError>& faults) {
  for (const auto& name : s.names("output.streams")) {
    const std::string at = "output.streams." + name;
    if (name == "diagnostics" || name == "restart")
      faults.emplace_back("'" + name + "' is the name of another output", s.where(at + ".every"),
                          "give the stream another name");
    const auto fields = s.words(at + ".fields");
    if (s.has(at + ".fields") &&
        std::all_of(fields.begin(), fields.end(), [](const auto& f) { return f == "topography"; }))
      faults.emplace_back("the stream has no field that changes", s.where(at + ".fields"),
                          "add one, thickness for example");
    const std::string spacing = at + ".grid.longitude_latitude";
    if (!s.has(spacing)) continue;
    for (const char* field : {"normal_velocity", "tangential_velocity"})
      if (std::find(fields.begin(), fields.end(), field) != fields.end())
        faults.emplace_back(fmt::format("'{}' has no value at a longitude and latitude", field),
                            s.where(at + ".fields"), "take 'wind', its east and north components");
    if (s.has("mesh.planar"))
      faults.emplace_back("a plane has no longitude and latitude", s.where(spacing),
                          "take grid: native");
    if (!divides(s.number(spacing), std::numbers::pi))
      faults.emplace_back("the spacing does not go into 180 degrees a whole number of times",
                          s.where(spacing), "take 0.25, 0.5, 1 or 2 deg, for example");
  }
}

/// What no key can know by itself.
void check_together(const Settings& s, std::vector<InputError>& faults) {
  if (s.has("time.dt") && !s.is_word("time.dt", "auto"))
    for (const auto& key : interval_keys(s))
      require_whole_steps(s, key, s.number(key), s.number("time.dt"), faults);
  check_streams(s, faults);
  if (s.has("mesh.planar.ny") && s.integer("mesh.planar.ny") % 2 != 0)
    faults.emplace_back("the number of rows of a periodic plane must be even",
                        s.where("mesh.planar.ny"),
                        fmt::format("take {}", s.integer("mesh.planar.ny") + 1));
  check_initial(s, faults);
  check_response(s, faults);
  check_vectors(s, faults);
}

ModelChoice model_choice(const Settings& s) {
  ModelChoice model;
  model.gravity = s.number("model.gravity");
  model.rotation = s.number("model.rotation");
  model.thin_layer = s.number("model.thin_layer");
  auto& parameters = model.parameters;
  if (s.is_word("model.wind", "prescribed")) parameters.wind = WindChoice::prescribed;
  if (s.is_word("model.potential_vorticity", "enstrophy"))
    parameters.vorticity = VorticityForm::enstrophy;
  if (s.is_word("model.potential_vorticity", "apvm")) parameters.vorticity = VorticityForm::apvm;
  parameters.anticipation = s.number("model.anticipation");
  if (s.is_word("model.tracer_transport.flux", "centred"))
    parameters.tracer_flux = TracerFlux::centred;
  parameters.monotone = s.is_word("model.tracer_transport.limiter", "monotone");
  auto& diffusion = model.diffusion;
  diffusion.laplacian = s.number("model.diffusion.laplacian");
  const bool from_spacing = s.is_word("model.diffusion.biharmonic", "auto");
  diffusion.biharmonic =
      from_spacing ? std::nullopt : std::optional(s.number("model.diffusion.biharmonic"));
  diffusion.scale_with_spacing = s.flag("model.diffusion.scale_with_spacing");
  parameters.viscous = diffusion.laplacian > 0;
  parameters.hyperviscous = from_spacing || *diffusion.biharmonic > 0;
  return model;
}

TimeChoice time_choice(const Settings& s) {
  TimeChoice time;
  if (s.is_word("time.scheme", "rk4")) time.scheme = Scheme::rk4;
  if (s.is_word("time.scheme", "ssprk3")) time.scheme = Scheme::ssprk3;
  time.automatic = s.is_word("time.dt", "auto");
  if (!s.is_word("time.courant", "auto")) time.courant = s.number("time.courant");
  time.duration = s.number("time.duration");
  time.start = *parse_date(s.text("time.start"));
  time.courant_limit = s.number("time.courant_limit");
  if (s.has("time.wall_clock_limit")) time.wall_clock_limit = s.number("time.wall_clock_limit");
  return time;
}

OutputChoice output_choice(const Settings& s) {
  OutputChoice output;
  output.directory = s.text("output.directory");
  for (const auto& name : s.names("output.streams")) {
    const std::string at = "output.streams." + name;
    StreamChoice stream;
    stream.name = name;
    stream.interval = s.number(at + ".every");
    stream.fields = s.words(at + ".fields");
    stream.mean = s.text(at + ".statistic") == "mean";
    if (s.has(at + ".grid.longitude_latitude"))
      stream.longitude_latitude = s.number(at + ".grid.longitude_latitude");
    stream.single_precision = s.text(at + ".precision") == "single";
    stream.compression = s.integer(at + ".compression");
    output.streams.push_back(std::move(stream));
  }
  if (s.has("output.restart"))
    output.restart =
        RestartChoice{s.number("output.restart.every"), 0, s.integer("output.restart.keep")};
  return output;
}

PerturbationChoice perturbation_choice(const Settings& s) {
  PerturbationChoice choice;
  choice.first = s.integer("members.first");
  choice.control = s.flag("members.control");
  const std::string at = "members.perturbations.";
  if (s.has(at + "file"))
    choice.kind = PerturbationFile{s.text(at + "file")};
  else if (s.has(at + "random"))
    choice.kind =
        RandomPerturbations{s.number(at + "random.thickness"), s.number(at + "random.wind"),
                            s.number(at + "random.length"), s.integer(at + "random.seed")};
  return choice;
}

}  // namespace

MeshChoice read_mesh_choice(const YamlNode& section) {
  const Key root = section_key("", "A mesh.", {*case_schema().find("mesh")});
  YamlNode tree = section;
  tree.entries = {{"mesh", section}};
  std::vector<InputError> faults;
  const Settings settings = check_tree(tree, root, faults);
  check_together(settings, faults);
  if (!faults.empty()) throw InputErrors(std::move(faults));
  return mesh_choice(settings);
}

std::vector<Interval> intervals_of(const Case& run) {
  std::vector<Interval> intervals{{"time.duration", run.time.duration}};
  const bool has_window = run.settings.has("time.window");
  intervals.push_back({has_window ? "time.window" : "time.duration", run.window});
  for (const auto& stream : run.output.streams)
    intervals.push_back({"output.streams." + stream.name + ".every", stream.interval});
  if (run.output.restart)
    intervals.push_back({"output.restart.every", run.output.restart->interval});
  for (const auto& key : response_times(run.settings))
    intervals.push_back({key, run.settings.number(key)});
  return intervals;
}

void set_time_step(Case& run, double step) {
  constexpr double most_steps = 1e12;
  std::vector<InputError> faults;
  if (run.time.duration / step > most_steps)
    faults.emplace_back(fmt::format("steps of {} s are too many for {} s", to_text(step),
                                    to_text(run.time.duration)),
                        run.settings.where("time.duration"), "take a longer step or a shorter run");
  for (const auto& [key, seconds] : intervals_of(run))
    if (faults.empty()) require_whole_steps(run.settings, key, seconds, step, faults);
  if (!faults.empty()) throw InputErrors(std::move(faults));
  const auto steps_in = [step](double interval) { return std::lround(interval / step); };
  run.time.step = step;
  run.time.steps = steps_in(run.time.duration);
  run.window_steps = steps_in(run.window);
  for (auto& stream : run.output.streams) stream.steps = steps_in(stream.interval);
  if (run.output.restart) run.output.restart->steps = steps_in(run.output.restart->interval);
  run.model.parameters.time_step = step;
  run.settings.set("time.dt", to_text(step));
  run.as_run = run.settings.yaml();
}

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const std::vector<std::string>& sections) {
  std::vector<InputError> faults;
  YamlNode root = read_yaml(file, faults);
  for (const auto& assignment : overrides) {
    try {
      apply_override(root, case_schema(), assignment);
    } catch (const InputErrors& several) {
      faults.insert(faults.end(), several.faults().begin(), several.faults().end());
    } catch (const InputError& fault) {
      faults.push_back(fault);
    }
  }
  for (const auto& section : sections)
    if (root.kind == YamlNode::Kind::map && root.find(section) == nullptr) {
      YamlNode nothing;
      nothing.source = root.source;
      nothing.base = root.base;
      root.entries.push_back({section, nothing});
    }
  const Settings settings = check_tree(root, case_schema(), faults);
  check_together(settings, faults);
  if (!faults.empty()) throw InputErrors(std::move(faults));

  Case result;
  result.mesh = mesh_choice(settings);
  result.initial = initial_choice(settings);
  result.model = model_choice(settings);
  result.topography = topography_choice(settings);
  result.tracers = tracer_choices(settings);
  result.time = time_choice(settings);
  result.output = output_choice(settings);
  result.members = settings.integer("members.count");
  result.perturbations = perturbation_choice(settings);
  result.responses = response_choices(settings);
  result.sensitivity = sensitivity_choice(settings);
  result.vectors = vectors_choice(settings);
  result.window =
      settings.has("time.window") ? settings.number("time.window") : result.time.duration;
  result.as_run = settings.yaml();
  result.settings = settings;
  if (!result.time.automatic) set_time_step(result, settings.number("time.dt"));
  return result;
}

}  // namespace hexad
