#include <cstdio>
#include <fstream>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_attributes.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {
namespace {

nc::Attributes attributes_of(const MpasVariable& variable) {
  nc::Attributes attributes{{"long_name", variable.long_name}};
  if (!variable.units.empty()) attributes.insert(attributes.begin(), {"units", variable.units});
  return attributes;
}

/// CDF-2 holds variables of less than 4 GiB.
nc::Format format_for(const Mesh& mesh) {
  const std::size_t widest =
      mpas_dimension(mesh, "nEdges") * mpas_dimension(mesh, "maxEdges2") * sizeof(double);
  return widest < (std::size_t{1} << 32) - 4 ? nc::Format::offset64 : nc::Format::data64;
}

double radius_of_file(const Mesh& mesh) {
  return mesh.file_radius > 0 ? mesh.file_radius : mesh.radius;
}

nc::File create_mesh_file(const std::string& path, const Mesh& mesh, const std::string& history,
                          const std::vector<MpasVariable>& variables) {
  auto file = nc::File::create(path, format_for(mesh));
  for (const auto& [name, value] : mesh_attributes(mesh, radius_of_file(mesh)))
    file.put_attribute("", name, value);
  file.put_attribute("", "Conventions", "MPAS");
  file.put_attribute("", "source", "Hexad");
  if (!history.empty()) file.put_attribute("", "history", history);
  for (const char* name :
       {"nCells", "nEdges", "nVertices", "maxEdges", "maxEdges2", "TWO", "vertexDegree"})
    file.define_dimension(name, mpas_dimension(mesh, name));
  file.define_unlimited("Time");
  for (const auto& variable : variables)
    file.define_variable(variable.name, variable.ints ? nc::Type::int32 : nc::Type::float64,
                         variable.dimensions, attributes_of(variable));
  file.end_definitions();
  return file;
}

}  // namespace

nc::Attributes mesh_attributes(const Mesh& mesh, double sphere_radius) {
  nc::Attributes attributes;
  const bool sphere = mesh.geometry == Geometry::sphere;
  attributes.push_back({"on_a_sphere", sphere ? "YES" : "NO"});
  attributes.push_back({"sphere_radius", sphere ? sphere_radius : 0.0});
  attributes.push_back({"is_periodic", sphere ? "NO" : "YES"});
  if (!sphere) {
    attributes.push_back({"x_period", mesh.period_x});
    attributes.push_back({"y_period", mesh.period_y});
  }
  attributes.push_back({"mesh_spec", "1.0"});
  if (!mesh.file_id.empty()) attributes.push_back({"file_id", mesh.file_id});
  return attributes;
}

void write_mesh(const std::string& path, const Mesh& mesh, const std::string& history) {
  const auto variables = mpas_variables(mesh, radius_of_file(mesh));
  auto file = io_thread().run([&] { return create_mesh_file(path, mesh, history, variables); });
  for (const auto& variable : variables) write_variable(file, mesh, variable);
  io_thread().run([&] { file.close(); });
}

std::size_t mesh_file_bytes(const Mesh& counts) {
  std::size_t bytes = 0;
  for (const auto& variable : mpas_variables(counts, 1)) {
    const Rows rows = mpas_rows(counts, variable);
    bytes += rows.count * rows.width * (variable.ints ? sizeof(int) : sizeof(double));
  }
  return bytes;
}

void write_graph(const std::string& path, const Mesh& mesh) {
  const std::string part = path + ".part";
  std::ofstream stream(part);
  stream << mesh.cells << ' ' << mesh.edges << '\n';
  for (const Index i : user_order(mesh, Place::cell)) {
    for (int k = 0; k < mesh.edge_count[i]; ++k)
      stream << (k == 0 ? "" : " ") << mesh.cell_id[mesh.cells_on_cell[mesh.slot(i, k)]] + 1;
    stream << '\n';
  }
  stream.close();
  if (!stream || std::rename(part.c_str(), path.c_str()) != 0) {
    std::remove(part.c_str());
    throw RunError("the graph could not be written", path, "check the folder and the room in it");
  }
}

}  // namespace hexad
