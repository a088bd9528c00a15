#include "hexad/io/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_attributes.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/ugrid.hpp"

namespace hexad {
namespace {

constexpr std::size_t text_length = 64;  // of xtime, as MPAS has it

std::string dimension_of(Place place) {
  return place == Place::cell ? "nCells" : place == Place::edge ? "nEdges" : "nVertices";
}

/// What VTK's MPAS reader and this program's own tools want of the mesh.
bool belongs_in_history(const MpasVariable& variable) {
  switch (variable.kind) {
    case MpasKind::stencil:
    case MpasKind::weight:
    case MpasKind::density:
    case MpasKind::quality:
      return false;
    default:
      return true;
  }
}

void define_time(nc::File& file, Date start) {
  file.define_variable("time", nc::Type::float64, {"Time"},
                       {{"standard_name", "time"},
                        {"long_name", "time"},
                        {"units", "seconds since " + to_string(start, ' ')},
                        {"calendar", "proleptic_gregorian"},
                        {"axis", "T"}});
  file.define_variable("xtime", nc::Type::text, {"Time", "StrLen"},
                       {{"long_name", "time as MPAS text"}});
}

void define_mesh(nc::File& file, const Mesh& mesh, const std::vector<MpasVariable>& variables,
                 int members, const nc::Storage& storage) {
  for (const char* name : {"nCells", "nEdges", "nVertices", "maxEdges", "TWO", "vertexDegree"})
    file.define_dimension(name, mpas_dimension(mesh, name));
  file.define_unlimited("Time");
  file.define_dimension("StrLen", text_length);
  file.define_dimension("nVertLevels", 1);  // VTK's reader reports an error without it
  if (members > 1) file.define_dimension("nMembers", static_cast<std::size_t>(members));
  define_ugrid(file, mesh, storage);
  for (const auto& variable : variables) {
    nc::Attributes attributes{{"long_name", variable.long_name}};
    if (!variable.units.empty()) attributes.push_back({"units", variable.units});
    file.define_variable(variable.name, variable.ints ? nc::Type::int32 : nc::Type::float64,
                         variable.dimensions, attributes, storage);
  }
}

}  // namespace

struct HistoryFile::State {
  std::string path;
  std::optional<nc::File> file;  // gone when closed or after a failure
  std::vector<FieldInfo> fields;
  std::vector<Index> order[3];  // of the user's file, by place
  Date start;
  double last_time = -std::numeric_limits<double>::infinity();
  std::size_t records = 0;  // touched on the I/O thread only

  [[nodiscard]] const std::vector<Index>& order_of(Place place) const {
    return order[static_cast<std::size_t>(place)];
  }
  void define(const Mesh& mesh, const HistoryOptions& options);
  void define_field(const Mesh& mesh, const FieldInfo& field, const HistoryOptions& options);
  void append(double seconds, const std::vector<std::vector<double>>& values);
  void append_field(const FieldInfo& field, const std::vector<double>& values);
  void finish() {
    if (file) file->close();
    file.reset();
  }
};

void HistoryFile::State::define(const Mesh& mesh, const HistoryOptions& options) {
  int members = 1;
  for (const auto& field : fields) {
    if (field.members > 1 && members > 1 && field.members != members)
      throw RunError("fields of a history have different numbers of members", path);
    members = std::max(members, field.members);
  }
  auto variables = mpas_variables(mesh, mesh.radius);
  variables.erase(std::remove_if(variables.begin(), variables.end(),
                                 [](const auto& v) { return !belongs_in_history(v); }),
                  variables.end());

  file = nc::File::create(path);
  file->put_attribute("", "Conventions", "CF-1.8 UGRID-1.0");
  for (const auto& [name, value] : mesh_attributes(mesh, mesh.radius))
    file->put_attribute("", name, value);
  for (const auto& [name, value] : options.attributes) file->put_attribute("", name, value);
  define_mesh(*file, mesh, variables, members, {options.compression, {}});
  define_time(*file, options.start);
  for (const auto& field : fields) define_field(mesh, field, options);
  file->end_definitions();

  write_ugrid(*file, mesh);
  for (const auto& variable : variables) {
    if (variable.ints)
      file->write(variable.name, variable.ints());
    else
      file->write(variable.name, variable.doubles());
  }
  file->flush();
}

void HistoryFile::State::define_field(const Mesh& mesh, const FieldInfo& field,
                                      const HistoryOptions& options) {
  nc::Attributes attributes{{"long_name", field.long_name}, {"units", field.units}};
  if (!field.standard_name.empty()) attributes.push_back({"standard_name", field.standard_name});
  // A value at a cell or a vertex stands for the mean over the cell or the dual triangle.
  attributes.push_back(
      {"cell_methods", field.place == Place::edge ? "time: point" : "area: mean time: point"});
  attributes.push_back({"mesh", "mesh"});
  attributes.push_back({"location", ugrid_location(field.place)});
  attributes.push_back({"coordinates", "time " + ugrid_coordinates(mesh, field.place)});
  std::vector<std::string> dimensions{"Time", dimension_of(field.place)};
  nc::Storage storage{options.compression, {1, static_cast<std::size_t>(mesh.count(field.place))}};
  if (field.members > 1) {
    dimensions.emplace_back("nMembers");
    storage.chunks.push_back(1);  // one member is read without the others
  }
  file->define_variable(field.name,
                        options.single_precision ? nc::Type::float32 : nc::Type::float64,
                        dimensions, attributes, storage);
}

void HistoryFile::State::append(double seconds, const std::vector<std::vector<double>>& values) {
  if (!file) return;  // an earlier record failed, and said so
  try {
    for (std::size_t n = 0; n < fields.size(); ++n) append_field(fields[n], values[n]);
    std::string text =
        to_string(Date{start.seconds + static_cast<std::int64_t>(std::llround(seconds))}, '_');
    text.resize(text_length, ' ');
    file->write_text("xtime", {{records, 0}, {1, text_length}}, text);
    file->write("time", {{records}, {1}}, std::span<const double>(&seconds, 1));
    file->flush();
    ++records;
  } catch (...) {
    file.reset();
    throw;
  }
}

void HistoryFile::State::append_field(const FieldInfo& field, const std::vector<double>& values) {
  const auto& places = order_of(field.place);
  const auto members = static_cast<std::size_t>(field.members), count = places.size();
  std::vector<double> ordered;
  ordered.reserve(count * members);
  for (const Index place : places) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(place) * field.members;
    ordered.insert(ordered.end(), first, first + field.members);
  }
  if (members > 1)
    file->write(field.name, {{records, 0, 0}, {1, count, members}}, ordered);
  else
    file->write(field.name, {{records, 0}, {1, count}}, ordered);
}

HistoryFile::HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options)
    : state_(std::make_shared<State>()) {
  state_->path = path;
  state_->fields = options.fields;
  state_->start = options.start;
  for (const Place place : {Place::cell, Place::edge, Place::vertex})
    state_->order[static_cast<std::size_t>(place)] = user_order(mesh, place);
  io_thread().run([&] {
    try {
      state_->define(mesh, options);
    } catch (...) {
      state_->file.reset();
      throw;
    }
  });
}

HistoryFile::~HistoryFile() {
  io_thread().run_quietly([state = state_] {
    if (state->records > 0) state->finish();
    state->file.reset();
  });
}

void HistoryFile::write(double seconds, std::vector<std::vector<double>> values) {
  if (!(seconds > state_->last_time))
    throw RunError(
        "records of a history must follow one another in time: " + std::to_string(seconds) +
            " s comes after " + std::to_string(state_->last_time) + " s",
        state_->path);
  if (values.size() != state_->fields.size())
    throw RunError("a record needs values of all " + std::to_string(state_->fields.size()) +
                       " fields, not of " + std::to_string(values.size()),
                   state_->path);
  for (std::size_t n = 0; n < values.size(); ++n) {
    const auto& field = state_->fields[n];
    const auto wanted =
        state_->order_of(field.place).size() * static_cast<std::size_t>(field.members);
    if (values[n].size() != wanted)
      throw RunError("a record needs " + std::to_string(wanted) + " values, not " +
                         std::to_string(values[n].size()),
                     state_->path + ", variable '" + field.name + "'");
  }
  state_->last_time = seconds;
  io_thread().post(
      [state = state_, seconds, values = std::move(values)] { state->append(seconds, values); });
}

void HistoryFile::close() {
  io_thread().drain();
  io_thread().run([this] { state_->finish(); });
}

}  // namespace hexad
