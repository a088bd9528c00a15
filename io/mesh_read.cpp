#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>

#include "hexad/core/error.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"
#include "hexad/io/in_parts.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_compare.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {
namespace {

using Remarks = std::vector<std::string>;

/// What the file says of itself, in attributes and dimensions.
struct Header {
  std::optional<std::string> on_a_sphere, is_periodic, file_id;
  std::optional<double> sphere_radius, x_period, y_period;
  std::size_t width = 0;  ///< maxEdges
  bool has_density = false;
};

Header read_header(const nc::File& file, Mesh& mesh) {
  mesh.cells = static_cast<Index>(file.length("nCells"));
  mesh.edges = static_cast<Index>(file.length("nEdges"));
  mesh.vertices = static_cast<Index>(file.length("nVertices"));
  if (file.length("vertexDegree") != 3)
    throw InputError("vertexDegree is " + std::to_string(file.length("vertexDegree")) +
                         ": only meshes whose dual cells are triangles can be run on",
                     file.path(), "make a Voronoi mesh");
  if (mesh.cells == 0)
    throw InputError("the mesh has no cells", file.path(), "make the mesh again");
  return {file.text("", "on_a_sphere"), file.text("", "is_periodic"),
          file.text("", "file_id"),     file.number("", "sphere_radius"),
          file.number("", "x_period"),  file.number("", "y_period"),
          file.length("maxEdges"),      file.has_variable("meshDensity")};
}

bool lies_on_sphere(const Header& header, Remarks& remarks) {
  const auto& text = header.on_a_sphere;
  if (!text) remarks.emplace_back("no attribute on_a_sphere: taken as YES");
  return !text || *text == "YES" || *text == "yes" || *text == "Y";
}

void require_dimensions(const nc::File& file, const std::string& name,
                        const std::vector<std::string>& dimensions) {
  io_thread().run([&] { file.require_dimensions(name, dimensions); });
}

void read_positions(const nc::File& file, Mesh& mesh) {
  mesh.cell_position.resize(mesh.cells);
  constexpr std::array axes{&Vec3::x, &Vec3::y, &Vec3::z};
  for (std::size_t a = 0; a < 3; ++a) {
    const std::string name = std::string(1, "xyz"[a]) + "Cell";
    require_dimensions(file, name, {"nCells"});
    read_in_parts<double>(file, name, {static_cast<std::size_t>(mesh.cells), 1},
                          [&](Index first, std::span<const double> values) {
                            parallel_for(static_cast<Index>(values.size()), 0, [&](Index n) {
                              mesh.cell_position[first + n].*axes[a] = values[n];
                            });
                          });
  }
  FirstNoted infinite;
  parallel_for(mesh.cells, 0, [&](Index i) {
    if (!std::isfinite(dot(mesh.cell_position[i], mesh.cell_position[i]))) infinite.note(i);
  });
  if (infinite.any())
    throw InputError(
        "the position of number " + std::to_string(infinite.first() + 1) + " is not finite",
        file.path() + ", variable 'xCell'", "make the mesh again");
}

template <class Body>
void for_each_cell(Mesh& mesh, const Body& body) {
  parallel_for(mesh.cells, 0, [&](Index i) { body(mesh.cell_position[i]); });
}

double largest_offset(const std::vector<Vec3>& positions, double radius) {
  double largest = 0;
  for (const Vec3 p : positions) largest = std::max(largest, std::abs(norm(p) / radius - 1.0));
  return largest;
}

/// Radius of the file and of the mesh; positions on the sphere in metres.
void place_on_sphere(const std::string& path, const Header& header, Mesh& mesh, double wanted,
                     Remarks& remarks) {
  double sum = 0;
  for (const Vec3 p : mesh.cell_position) sum += norm(p);
  const double found = sum / static_cast<double>(mesh.cells);
  const auto stated = header.sphere_radius;
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
    throw InputError(text, path + ", attribute 'sphere_radius'",
                     "scale the coordinates or correct the attribute");
  }
  if (offset > 1e-13) {
    char text[96];
    std::snprintf(text, sizeof text, "cells lie up to %.2g radii off the sphere: projected on it",
                  offset);
    remarks.emplace_back(text);
    for_each_cell(mesh, [&](Vec3& p) { p = (mesh.file_radius / norm(p)) * p; });
  }
  mesh.radius = mesh.file_radius == 1.0 ? wanted : mesh.file_radius;
  if (mesh.file_radius == 1.0) for_each_cell(mesh, [&](Vec3& p) { p = mesh.radius * p; });
}

void place_on_plane(const std::string& path, const Header& header, Mesh& mesh) {
  mesh.geometry = Geometry::plane;
  mesh.period_x = header.x_period.value_or(0.0);
  mesh.period_y = header.y_period.value_or(0.0);
  if (header.is_periodic != "YES" || !(mesh.period_x > 0) || !(mesh.period_y > 0))
    throw InputError(
        "a plane must be periodic both ways: is_periodic YES, x_period and y_period "
        "positive; a plane with a boundary cannot be run on",
        path, "make a doubly periodic mesh");
  for_each_cell(mesh, [](Vec3& p) { p.z = 0; });
}

/// 1-based numbers to 0-based; 0 and less become -1.
Index from_file(int number) { return number > 0 ? number - 1 : -1; }

template <std::size_t N>
std::vector<std::array<Index, N>> read_rows(const nc::File& file, const std::string& name,
                                            const std::string& rows, const std::string& columns,
                                            Index count) {
  require_dimensions(file, name, {rows, columns});
  std::vector<std::array<Index, N>> result(count);
  read_in_parts<int>(file, name, {result.size(), N}, [&](Index first, std::span<const int> values) {
    parallel_for(static_cast<Index>(values.size() / N), 0, [&](Index n) {
      for (std::size_t k = 0; k < N; ++k)
        result[first + n][k] = from_file(values[static_cast<std::size_t>(n) * N + k]);
    });
  });
  return result;
}

/// A list round each cell; slots past the cell's last edge repeat the last valid entry.
std::vector<Index> read_round_cells(const nc::File& file, const Mesh& mesh, std::size_t width,
                                    const std::string& name) {
  require_dimensions(file, name, {"nCells", "maxEdges"});
  std::vector<Index> list(mesh.slot(mesh.cells, 0));
  read_in_parts<int>(
      file, name, {static_cast<std::size_t>(mesh.cells), width},
      [&](Index first, std::span<const int> values) {
        parallel_for(static_cast<Index>(values.size() / width), 0, [&](Index n) {
          const Index i = first + n;
          for (int k = 0; k < mesh.max_edges; ++k) {
            const auto valid = static_cast<std::size_t>(std::min(k, mesh.edge_count[i] - 1));
            list[mesh.slot(i, k)] = from_file(values[static_cast<std::size_t>(n) * width + valid]);
          }
        });
      });
  return list;
}

template <class V>
std::vector<V> read_on_cells(const nc::File& file, const Mesh& mesh, const std::string& name) {
  require_dimensions(file, name, {"nCells"});
  std::vector<V> list(mesh.cells);
  read_in_parts<V>(file, name, {list.size(), 1}, [&](Index first, std::span<const V> values) {
    std::copy(values.begin(), values.end(), list.begin() + first);
  });
  return list;
}

void read_connectivity(const nc::File& file, std::size_t width, Mesh& mesh) {
  mesh.edge_count = read_on_cells<int>(file, mesh, "nEdgesOnCell");
  const auto wrong = std::find_if(
      mesh.edge_count.begin(), mesh.edge_count.end(),
      [width](int count) { return count < 3 || static_cast<std::size_t>(count) > width; });
  if (wrong != mesh.edge_count.end())
    throw InputError("cell " + std::to_string(wrong - mesh.edge_count.begin() + 1) + " has " +
                         std::to_string(*wrong) + " edges, with maxEdges " + std::to_string(width),
                     file.path() + ", variable 'nEdgesOnCell'", "make the mesh again");
  mesh.max_edges = *std::max_element(mesh.edge_count.begin(), mesh.edge_count.end());
  mesh.edges_on_cell = read_round_cells(file, mesh, width, "edgesOnCell");
  mesh.cells_on_cell = read_round_cells(file, mesh, width, "cellsOnCell");
  mesh.vertices_on_cell = read_round_cells(file, mesh, width, "verticesOnCell");
  mesh.cells_on_edge = read_rows<2>(file, "cellsOnEdge", "nEdges", "TWO", mesh.edges);
  mesh.vertices_on_edge = read_rows<2>(file, "verticesOnEdge", "nEdges", "TWO", mesh.edges);
  mesh.cells_on_vertex =
      read_rows<3>(file, "cellsOnVertex", "nVertices", "vertexDegree", mesh.vertices);
  mesh.edges_on_vertex =
      read_rows<3>(file, "edgesOnVertex", "nVertices", "vertexDegree", mesh.vertices);
}

bool within(Index value, Index count) { return 0 <= value && value < count; }
template <std::size_t N>
bool within(const std::array<Index, N>& row, Index count) {
  return std::all_of(row.begin(), row.end(), [count](Index i) { return within(i, count); });
}
template <class T>
bool within(const std::vector<T>& list, Index count) {
  FirstNoted outside;
  parallel_for(static_cast<Index>(list.size()), 0, [&](Index n) {
    if (!within(list[n], count)) outside.note(n);
  });
  return !outside.any();
}

/// Whether every number points to an entity: only then can the metrics be rebuilt.
bool numbers_in_range(const Mesh& mesh) {
  return within(mesh.edges_on_cell, mesh.edges) && within(mesh.cells_on_cell, mesh.cells) &&
         within(mesh.vertices_on_cell, mesh.vertices) && within(mesh.cells_on_edge, mesh.cells) &&
         within(mesh.vertices_on_edge, mesh.vertices) && within(mesh.cells_on_vertex, mesh.cells) &&
         within(mesh.edges_on_vertex, mesh.edges);
}

}  // namespace

const MetricCheck& ReadReport::metric(const std::string& name) const {
  for (const auto& check : metrics)
    if (check.name == name) return check;
  throw RunError("the mesh file had no variable '" + name + "' to check");
}

Mesh read_mesh(const std::string& path, ReadReport* report, double radius) {
  Mesh mesh;
  Remarks remarks;
  const auto file = io_thread().run([&] { return nc::File::open(path); });
  const Header header = io_thread().run([&] { return read_header(file, mesh); });
  read_positions(file, mesh);
  if (lies_on_sphere(header, remarks))
    place_on_sphere(path, header, mesh, radius, remarks);
  else
    place_on_plane(path, header, mesh);
  read_connectivity(file, header.width, mesh);
  if (header.has_density) mesh.mesh_density = read_on_cells<double>(file, mesh, "meshDensity");
  mesh.file_id = header.file_id.value_or("");
  if (mesh.file_id.empty()) remarks.emplace_back("no attribute file_id");
  if (!numbers_in_range(mesh)) {
    require_valid(mesh, path);
    throw InputError("the connectivity points outside the mesh", path, "make the mesh again");
  }
  build_metrics(mesh);
  require_valid(mesh, path);
  if (report != nullptr) {
    report->remarks = std::move(remarks);
    compare_metrics(file, mesh, *report);
  }
  return mesh;
}

Index cells_in_file(const std::string& path) {
  return io_thread().run([&] { return static_cast<Index>(nc::File::open(path).length("nCells")); });
}

}  // namespace hexad
