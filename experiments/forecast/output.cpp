#include "hexad/experiments/forecast/output.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/experiments/forecast/diagnostics_file.hpp"

namespace hexad {

Output::Output(const Case& run, Setup& setup, const FileAttributes& attributes,
               const Beginning& beginning)
    : fields_(setup.domain, setup.environment, tracer_names(run)), step_s_(run.time.step) {
  for (const auto& choice : run.output.streams)
    streams_.push_back(std::make_unique<Stream>(run, choice, setup, attributes, beginning));
  diagnostics_ = open_records((run.output.directory / "diagnostics.nc").string(),
                              diagnostics_layout(run, attributes), "diagnostics", beginning);
}

bool Output::is_due(long step) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [step](const auto& stream) { return stream->is_due(step); });
}

void Output::take(long step, const Setup& setup) {
  const bool wanted = std::any_of(streams_.begin(), streams_.end(),
                                  [step](const auto& stream) { return stream->wants(step); });
  if (!wanted) return;
  fields_.look_at(setup.state);
  for (const auto& stream : streams_)
    if (stream->wants(step)) stream->take(step, fields_);
}

void Output::write(long step, const Report& start, const Report& now) {
  diagnostics_->write(
      {static_cast<double>(step) * step_s_, std::nullopt, diagnostics_values(start, now)});
}

void Output::save(Restart& restart) const {
  for (const auto& stream : streams_) stream->save(restart);
}

std::map<std::string, std::function<FileMark()>> Output::markers() const {
  std::map<std::string, std::function<FileMark()>> markers{{"diagnostics", diagnostics_->marker()}};
  for (const auto& stream : streams_) markers[stream->name()] = stream->marker();
  return markers;
}

void Output::close() {
  for (const auto& stream : streams_) stream->close();
  diagnostics_->close();
}

namespace {

/// Values of a field per cell, on a mesh of hexagons: 3 edges and 2 vertices a cell.
double per_cell(const Case& run, const std::string& name) {
  const Place place = field_of(run, name).place;
  return place == Place::cell ? 1 : place == Place::edge ? 3 : 2;
}

}  // namespace

std::size_t output_bytes(const Case& run, Index cells) {
  double bytes = 0;
  for (const auto& stream : run.output.streams) {
    const long intervals = run.time.steps / stream.steps;
    const double records = 1 + static_cast<double>(intervals);
    const double width = stream.single_precision ? 4 : 8;
    const auto names = field_names(stream);
    if (stream.longitude_latitude) {
      const double rows = std::round(3.141592653589793 / *stream.longitude_latitude);
      bytes += width * records * run.members * static_cast<double>(names.size()) * 2 * rows * rows;
      continue;
    }
    double numbers = 0;
    for (const auto& name : names) numbers += per_cell(run, name);
    // Connectivity and coordinates of the mesh take about 110 numbers a cell.
    bytes += (8 * 110 + width * records * run.members * numbers) * cells;
  }
  return static_cast<std::size_t>(bytes);
}

std::size_t all_restarts_bytes(const Case& run, Index cells) {
  double numbers = 4 + static_cast<double>(run.tracers.size());  // thickness, velocity, tracers
  for (const auto& stream : run.output.streams)
    if (stream.mean)
      for (const auto& name : field_names(stream)) numbers += per_cell(run, name);
  const int kept = run.output.restart ? run.output.restart->keep + 1 : 1;
  return static_cast<std::size_t>(kept) * restart_bytes(numbers * run.members * cells);
}

}  // namespace hexad
