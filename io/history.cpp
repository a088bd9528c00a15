#include "hexad/io/history.hpp"

#include <algorithm>
#include <memory>

#include "hexad/core/error.hpp"
#include "hexad/io/mesh_attributes.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/ugrid.hpp"

namespace hexad {
namespace {

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

void define_mesh(nc::File& file, const Mesh& mesh, const std::vector<MpasVariable>& variables,
                 int members, const nc::Storage& storage) {
  for (const char* name : {"nCells", "nEdges", "nVertices", "maxEdges", "TWO", "vertexDegree"})
    file.define_dimension(name, mpas_dimension(mesh, name));
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

int members_of(const HistoryOptions& options, const std::string& path) {
  int members = 1;
  for (const auto& field : options.fields) {
    if (field.members > 1 && members > 1 && field.members != members)
      throw RunError("fields of a history have different numbers of members", path);
    members = std::max(members, field.members);
  }
  return members;
}

std::string cell_methods(Place place, Statistic statistic) {
  const std::string time = statistic == Statistic::mean ? "time: mean" : "time: point";
  // A value at a cell or a vertex stands for the mean over the cell or the dual triangle.
  return place == Place::edge ? time : "area: mean " + time;
}

void define_field(nc::File& file, const Mesh& mesh, const FieldInfo& field,
                  const HistoryOptions& options, bool constant) {
  nc::Attributes attributes{{"long_name", field.long_name}, {"units", field.units}};
  if (!field.standard_name.empty()) attributes.push_back({"standard_name", field.standard_name});
  if (constant)
    attributes.push_back({"cell_methods", "area: mean"});
  else
    attributes.push_back({"cell_methods", cell_methods(field.place, options.statistic)});
  attributes.push_back({"mesh", "mesh"});
  attributes.push_back({"location", ugrid_location(field.place)});
  attributes.push_back(
      {"coordinates", (constant ? "" : "time ") + ugrid_coordinates(mesh, field.place)});
  std::vector<std::string> dimensions{dimension_of(field.place)};
  nc::Storage storage{options.compression, {static_cast<std::size_t>(mesh.count(field.place))}};
  if (!constant) {
    dimensions.insert(dimensions.begin(), "Time");
    storage.chunks.insert(storage.chunks.begin(), 1);
  }
  if (field.members > 1) {
    dimensions.emplace_back("nMembers");
    storage.chunks.push_back(1);  // one member is read without the others
  }
  file.define_variable(field.name, options.single_precision ? nc::Type::float32 : nc::Type::float64,
                       dimensions, attributes, storage);
}

/// The values of entities in an order of theirs, `members` each.
std::vector<double> ordered(const std::vector<Index>& order, int members,
                            const std::vector<double>& values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const Index place : order) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(place) * members;
    result.insert(result.end(), first, first + members);
  }
  return result;
}

std::vector<MpasVariable> mesh_variables(const Mesh& mesh) {
  auto variables = mpas_variables(mesh, mesh.radius);
  variables.erase(std::remove_if(variables.begin(), variables.end(),
                                 [](const auto& v) { return !belongs_in_history(v); }),
                  variables.end());
  return variables;
}

void define(nc::File& file, const Mesh& mesh, const HistoryOptions& options,
            const std::vector<MpasVariable>& variables, int members) {
  file.put_attribute("", "Conventions", "CF-1.8 UGRID-1.0");
  for (const auto& [name, value] : mesh_attributes(mesh, mesh.radius))
    file.put_attribute("", name, value);
  for (const auto& [name, value] : options.attributes) file.put_attribute("", name, value);
  define_mesh(file, mesh, variables, members, {options.compression, {}});
  for (const auto& constant : options.constants)
    define_field(file, mesh, constant.info, options, true);
  for (const auto& field : options.fields) define_field(file, mesh, field, options, false);
  for (const auto& number : options.numbers)
    file.define_variable(
        number.name, nc::Type::float64,
        members > 1 ? std::vector<std::string>{"nMembers"} : std::vector<std::string>{},
        {{"long_name", number.long_name}, {"units", number.units}});
}

void fill(nc::File& file, const Mesh& mesh, const HistoryOptions& options,
          const std::vector<MpasVariable>& variables) {
  write_ugrid(file, mesh);
  for (const auto& variable : variables) write_variable(file, mesh, variable);
  for (const auto& number : options.numbers) file.write(number.name, number.values);
  for (const auto& [info, values] : options.constants)
    file.write(info.name, ordered(user_order(mesh, info.place), info.members, values));
}

}  // namespace

RecordLayout history_layout(const std::string& path, const Mesh& mesh,
                            const HistoryOptions& options) {
  const int members = members_of(options, path);
  RecordLayout layout;
  layout.start = options.start;
  layout.intervals = options.statistic == Statistic::mean;
  std::map<Place, std::shared_ptr<const std::vector<Index>>> orders;
  for (const Place place : {Place::cell, Place::edge, Place::vertex})
    orders[place] = std::make_shared<const std::vector<Index>>(user_order(mesh, place));
  for (const auto& field : options.fields) {
    const auto count = static_cast<std::size_t>(mesh.count(field.place));
    const auto own = static_cast<std::size_t>(field.members);
    RecordVariable variable{field.name, {count}, count * own};
    if (own > 1) variable.counts.push_back(own);
    variable.arrange = [order = orders[field.place], own = field.members](const auto& values) {
      return ordered(*order, own, values);
    };
    layout.variables.push_back(std::move(variable));
  }
  const auto variables = std::make_shared<std::vector<MpasVariable>>(mesh_variables(mesh));
  layout.define = [&mesh, &options, variables, members](nc::File& file) {
    define(file, mesh, options, *variables, members);
  };
  layout.fill = [&mesh, &options, variables](nc::File& file) {
    fill(file, mesh, options, *variables);
  };
  return layout;
}

HistoryFile::HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options)
    : file_(path, history_layout(path, mesh, options)) {}

HistoryFile::HistoryFile(const std::string& path, const Mesh& mesh, const HistoryOptions& options,
                         const FileMark& mark)
    : file_(path, history_layout(path, mesh, options), mark) {}

}  // namespace hexad
