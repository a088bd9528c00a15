#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "hexad/core/error.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {
namespace {

using Remarks = std::vector<std::string>;

bool says_yes(const nc::File& file, const char* attribute, bool when_missing, Remarks& remarks) {
  const auto text = file.text("", attribute);
  if (!text)
    remarks.push_back(std::string("no attribute ") + attribute + ": taken as " +
                      (when_missing ? "YES" : "NO"));
  return text ? *text == "YES" || *text == "yes" || *text == "Y" : when_missing;
}

std::vector<Vec3> read_positions(const nc::File& file, const std::string& place,
                                 const std::string& dimension) {
  std::array<std::vector<double>, 3> axes;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::string name = std::string(1, "xyz"[a]) + place;
    file.require_dimensions(name, {dimension});
    axes[a] = file.read_doubles(name);
  }
  std::vector<Vec3> positions(axes[0].size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] = {axes[0][i], axes[1][i], axes[2][i]};
    if (!std::isfinite(dot(positions[i], positions[i])))
      throw InputError("the position of number " + std::to_string(i + 1) + " is not finite",
                       file.path() + ", variable 'x" + place + "'", "make the mesh again");
  }
  return positions;
}

double largest_offset(const std::vector<Vec3>& positions, double radius) {
  double largest = 0;
  for (const Vec3 p : positions) largest = std::max(largest, std::abs(norm(p) / radius - 1.0));
  return largest;
}

/// Radius of the file and of the mesh; positions on the sphere in metres.
void place_on_sphere(const nc::File& file, Mesh& mesh, double wanted, Remarks& remarks) {
  double sum = 0;
  for (const Vec3 p : mesh.cell_position) sum += norm(p);
  const double found = sum / static_cast<double>(mesh.cells);
  const auto stated = file.number("", "sphere_radius");
  if (!stated) remarks.push_back("no attribute sphere_radius: taken from the positions");
  const bool unit = std::abs(found - 1.0) < 1e-6;
  mesh.file_radius = stated ? *stated : unit ? 1.0 : found;
  // Positions in single precision lie within 1e-7 of the sphere.
  const double offset = largest_offset(mesh.cell_position, mesh.file_radius);
  if (!(offset < 1e-5)) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "sphere_radius is %.10g, but cells lie at %.10g from the centre on average",
                  mesh.file_radius, found);
    throw InputError(text, file.path() + ", attribute 'sphere_radius'",
                     "scale the coordinates or correct the attribute");
  }
  if (offset > 1e-13) {
    char text[96];
    std::snprintf(text, sizeof text, "cells lie up to %.2g radii off the sphere: projected on it",
                  offset);
    remarks.emplace_back(text);
    for (Vec3& p : mesh.cell_position) p = (mesh.file_radius / norm(p)) * p;
  }
  mesh.radius = mesh.file_radius == 1.0 ? wanted : mesh.file_radius;
  if (mesh.file_radius == 1.0)
    for (Vec3& p : mesh.cell_position) p = mesh.radius * p;
}

void place_on_plane(const nc::File& file, Mesh& mesh) {
  mesh.geometry = Geometry::plane;
  mesh.period_x = file.number("", "x_period").value_or(0.0);
  mesh.period_y = file.number("", "y_period").value_or(0.0);
  const auto periodic = file.text("", "is_periodic");
  if (!periodic || *periodic != "YES" || !(mesh.period_x > 0) || !(mesh.period_y > 0))
    throw InputError(
        "a plane must be periodic both ways: is_periodic YES, x_period and y_period "
        "positive; a plane with a boundary cannot be run on",
        file.path(), "make a doubly periodic mesh");
  for (Vec3& p : mesh.cell_position) p.z = 0;
}

/// 1-based numbers to 0-based; 0 and less become -1.
Index from_file(int number) { return number > 0 ? number - 1 : -1; }

template <std::size_t N>
std::vector<std::array<Index, N>> read_rows(const nc::File& file, const std::string& name,
                                            const std::string& rows, const std::string& columns) {
  file.require_dimensions(name, {rows, columns});
  const auto values = file.read_ints(name);
  std::vector<std::array<Index, N>> result(values.size() / N);
  for (std::size_t i = 0; i < values.size(); ++i) result[i / N][i % N] = from_file(values[i]);
  return result;
}

/// A list round each cell; slots past the cell's last edge repeat the last valid entry.
std::vector<Index> read_round_cells(const nc::File& file, const Mesh& mesh,
                                    const std::string& name) {
  file.require_dimensions(name, {"nCells", "maxEdges"});
  const auto width = file.length("maxEdges");
  const auto values = file.read_ints(name);
  std::vector<Index> list(mesh.slot(mesh.cells, 0));
  for (Index i = 0; i < mesh.cells; ++i)
    for (int k = 0; k < mesh.max_edges; ++k) {
      const int valid = std::min(k, mesh.edge_count[i] - 1);
      list[mesh.slot(i, k)] =
          from_file(values[static_cast<std::size_t>(i) * width + static_cast<std::size_t>(valid)]);
    }
  return list;
}

void read_connectivity(const nc::File& file, Mesh& mesh) {
  file.require_dimensions("nEdgesOnCell", {"nCells"});
  mesh.edge_count = file.read_ints("nEdgesOnCell");
  const int width = static_cast<int>(file.length("maxEdges"));
  for (Index i = 0; i < mesh.cells; ++i)
    if (mesh.edge_count[i] < 3 || mesh.edge_count[i] > width)
      throw InputError("cell " + std::to_string(i + 1) + " has " +
                           std::to_string(mesh.edge_count[i]) + " edges, with maxEdges " +
                           std::to_string(width),
                       file.path() + ", variable 'nEdgesOnCell'", "make the mesh again");
  mesh.max_edges = *std::max_element(mesh.edge_count.begin(), mesh.edge_count.end());
  mesh.edges_on_cell = read_round_cells(file, mesh, "edgesOnCell");
  mesh.cells_on_cell = read_round_cells(file, mesh, "cellsOnCell");
  mesh.vertices_on_cell = read_round_cells(file, mesh, "verticesOnCell");
  mesh.cells_on_edge = read_rows<2>(file, "cellsOnEdge", "nEdges", "TWO");
  mesh.vertices_on_edge = read_rows<2>(file, "verticesOnEdge", "nEdges", "TWO");
  mesh.cells_on_vertex = read_rows<3>(file, "cellsOnVertex", "nVertices", "vertexDegree");
  mesh.edges_on_vertex = read_rows<3>(file, "edgesOnVertex", "nVertices", "vertexDegree");
}

template <class Rows>
bool within(const Rows& rows, Index count) {
  return std::all_of(rows.begin(), rows.end(), [count](const auto& row) {
    return std::all_of(row.begin(), row.end(), [count](Index i) { return 0 <= i && i < count; });
  });
}

/// Whether every number points to an entity: only then can the metrics be rebuilt.
bool numbers_in_range(const Mesh& mesh) {
  const auto list_within = [](const std::vector<Index>& list, Index count) {
    return std::all_of(list.begin(), list.end(), [count](Index i) { return 0 <= i && i < count; });
  };
  return list_within(mesh.edges_on_cell, mesh.edges) &&
         list_within(mesh.cells_on_cell, mesh.cells) &&
         list_within(mesh.vertices_on_cell, mesh.vertices) &&
         within(mesh.cells_on_edge, mesh.cells) && within(mesh.vertices_on_edge, mesh.vertices) &&
         within(mesh.cells_on_vertex, mesh.cells) && within(mesh.edges_on_vertex, mesh.edges);
}

/// Difference of two values of a kind of variable, in the measure that MetricCheck states.
double difference(const Mesh& mesh, MpasKind kind, double file, double rebuilt) {
  const double turn = 2 * std::numbers::pi;
  switch (kind) {
    case MpasKind::longitude:
    case MpasKind::angle:
      return std::abs(std::remainder(file - rebuilt, turn));
    case MpasKind::latitude:
    case MpasKind::weight:
      return std::abs(file - rebuilt);
    case MpasKind::position: {
      const double size = mesh.geometry == Geometry::sphere ? mesh.file_radius : mean_spacing(mesh);
      return std::abs(file - rebuilt) / size;
    }
    default:
      return std::abs(file - rebuilt) / std::abs(rebuilt);
  }
}

bool is_checked(const Mesh& mesh, const MpasVariable& variable) {
  switch (variable.kind) {
    case MpasKind::longitude:
    case MpasKind::latitude:
      return mesh.geometry == Geometry::sphere;
    case MpasKind::position:
    case MpasKind::angle:
    case MpasKind::length:
    case MpasKind::area:
    case MpasKind::weight:
    case MpasKind::quality:
      return true;
    default:
      return false;
  }
}

MetricCheck compare(const nc::File& file, const Mesh& mesh, const MpasVariable& variable) {
  MetricCheck check{variable.name};
  const auto in_file = file.read_doubles(variable.name);
  const auto rebuilt = variable.doubles();
  const auto rows = mpas_dimension(mesh, variable.dimensions[0]);
  const auto width = rebuilt.size() / rows, file_width = in_file.size() / rows;
  const auto latitude =
      variable.kind == MpasKind::longitude || variable.kind == MpasKind::angle
          ? file.read_doubles("lat" + (variable.kind == MpasKind::angle ? std::string("Edge")
                                                                        : variable.name.substr(3)))
          : std::vector<double>{};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < std::min(width, file_width); ++k) {
      const double found = in_file[i * file_width + k], right = rebuilt[i * width + k];
      double d = difference(mesh, variable.kind, found, right);
      // East has no direction on a pole: what matters is the distance that an angle stands for.
      if (!latitude.empty() && mesh.geometry == Geometry::sphere) d *= std::cos(latitude[i]);
      if (!(d <= check.largest))  // a NaN of the file counts as the worst
        check = {variable.name, std::isnan(d) ? HUGE_VAL : d, static_cast<Index>(i), found, right};
    }
  return check;
}

void compare_metrics(const nc::File& file, const Mesh& mesh, ReadReport& report) {
  for (const auto& variable : mpas_variables(mesh, mesh.file_radius)) {
    if (!file.has_variable(variable.name)) {
      report.remarks.push_back("no variable " + variable.name);
      continue;
    }
    if (is_checked(mesh, variable)) report.metrics.push_back(compare(file, mesh, variable));
  }
  const auto remark_unless_ordered = [&](const char* name) {
    if (!file.has_variable(name)) return;
    const auto ids = file.read_ints(name);
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (ids[i] != static_cast<int>(i) + 1) {
        report.remarks.push_back(std::string(name) +
                                 " is not 1, 2, 3 ...: the order of the file is taken");
        return;
      }
  };
  remark_unless_ordered("indexToCellID");
  remark_unless_ordered("indexToEdgeID");
  remark_unless_ordered("indexToVertexID");
}

Mesh read_on_io_thread(const std::string& path, ReadReport& report, double radius) {
  const auto file = nc::File::open(path);
  Mesh mesh;
  mesh.cells = static_cast<Index>(file.length("nCells"));
  mesh.edges = static_cast<Index>(file.length("nEdges"));
  mesh.vertices = static_cast<Index>(file.length("nVertices"));
  if (file.length("vertexDegree") != 3)
    throw InputError("vertexDegree is " + std::to_string(file.length("vertexDegree")) +
                         ": only meshes whose dual cells are triangles can be run on",
                     path, "make a Voronoi mesh");
  if (mesh.cells == 0) throw InputError("the mesh has no cells", path, "make the mesh again");
  mesh.cell_position = read_positions(file, "Cell", "nCells");
  if (says_yes(file, "on_a_sphere", true, report.remarks))
    place_on_sphere(file, mesh, radius, report.remarks);
  else
    place_on_plane(file, mesh);
  read_connectivity(file, mesh);
  if (file.has_variable("meshDensity")) mesh.mesh_density = file.read_doubles("meshDensity");
  mesh.file_id = file.text("", "file_id").value_or("");
  if (mesh.file_id.empty()) report.remarks.emplace_back("no attribute file_id");
  if (!numbers_in_range(mesh)) {
    require_valid(mesh, path);
    throw InputError("the connectivity points outside the mesh", path, "make the mesh again");
  }
  build_metrics(mesh);
  require_valid(mesh, path);
  compare_metrics(file, mesh, report);
  return mesh;
}

}  // namespace

const MetricCheck& ReadReport::metric(const std::string& name) const {
  for (const auto& check : metrics)
    if (check.name == name) return check;
  throw RunError("the mesh file had no variable '" + name + "' to check");
}

Mesh read_mesh(const std::string& path, ReadReport* report, double radius) {
  ReadReport unwanted;
  return io_thread().run(
      [&] { return read_on_io_thread(path, report == nullptr ? unwanted : *report, radius); });
}

}  // namespace hexad
