#include "hexad/experiments/forecast/output.hpp"

#include <algorithm>
#include <functional>

#include "hexad/io/field_info.hpp"
#include "hexad/io/history.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

/// The fields of a file that one word of a case file stands for.
std::vector<std::string> expanded(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const auto& word : words)
    if (word == "wind")
      names.insert(names.end(), {"eastward_wind", "northward_wind"});
    else
      names.push_back(word);
  return names;
}

std::vector<double> surface_height(const Setup& setup) {
  auto height = setup.state.thickness.to_host();
  const auto topography = setup.environment.topography.to_host();
  std::transform(height.begin(), height.end(), topography.begin(), height.begin(), std::plus<>());
  return height;
}

/// The values of a field by its name in files.
std::vector<double> values_of(const std::string& name, const Setup& setup,
                              const DerivedFields& derived) {
  if (name == "thickness") return setup.state.thickness.to_host();
  if (name == "normal_velocity") return setup.state.velocity.to_host();
  if (name == "surface_height") return surface_height(setup);
  if (name == "eastward_wind") return derived.eastward_wind.to_host();
  if (name == "northward_wind") return derived.northward_wind.to_host();
  if (name == "vorticity") return derived.vorticity.to_host();
  if (name == "potential_vorticity") return derived.potential_vorticity.to_host();
  if (name == "divergence") return derived.divergence.to_host();
  if (name == "kinetic_energy") return derived.kinetic_energy.to_host();
  throw RunError("no values are known for the field '" + name + "'");
}

HistoryOptions history_options(const Case& run, const StreamChoice& stream,
                               const std::vector<std::pair<std::string, std::string>>& attributes) {
  HistoryOptions options;
  for (const auto& name : expanded(stream.fields))
    options.fields.push_back(field_info(name, run.members));
  options.attributes = {attributes.begin(), attributes.end()};
  options.start = run.time.start;
  options.compression = stream.compression;
  return options;
}

}  // namespace

struct Output::Stream {
  Stream(const Case& run, const StreamChoice& choice, const Mesh& mesh,
         const std::vector<std::pair<std::string, std::string>>& attributes)
      : steps(choice.steps),
        names(expanded(choice.fields)),
        file((run.output.directory / (choice.name + ".nc")).string(), mesh,
             history_options(run, choice, attributes)) {}

  long steps;
  std::vector<std::string> names;
  HistoryFile file;
};

Output::Output(const Case& run, const Mesh& mesh,
               const std::vector<std::pair<std::string, std::string>>& attributes)
    : step_s_(run.time.step) {
  for (const auto& choice : run.output.streams)
    streams_.push_back(std::make_unique<Stream>(run, choice, mesh, attributes));
}

Output::~Output() = default;

bool Output::is_due(long step) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [step](const auto& stream) { return step % stream->steps == 0; });
}

void Output::write(long step, Setup& setup) {
  if (!is_due(step)) return;
  const DerivedFields derived = derive(setup.domain, setup.environment, setup.state);
  for (const auto& stream : streams_) {
    if (step % stream->steps != 0) continue;
    std::vector<std::vector<double>> values;
    for (const auto& name : stream->names) values.push_back(values_of(name, setup, derived));
    stream->file.write(static_cast<double>(step) * step_s_, std::move(values));
  }
}

void Output::close() {
  for (const auto& stream : streams_) stream->file.close();
}

std::size_t output_bytes(const Case& run, Index cells) {
  // Of a mesh of hexagons: 3 edges and 2 vertices a cell. Its connectivity and coordinates take
  // about 110 numbers a cell.
  double numbers = 0;
  for (const auto& stream : run.output.streams) {
    double per_cell = 0;
    for (const auto& name : expanded(stream.fields)) {
      const Place place = field_info(name).place;
      per_cell += place == Place::cell ? 1 : place == Place::edge ? 3 : 2;
    }
    const long records = 1 + run.time.steps / stream.steps;
    numbers += (110 + static_cast<double>(records) * run.members * per_cell) * cells;
  }
  return static_cast<std::size_t>(numbers * sizeof(double));
}

}  // namespace hexad
