#include "hexad/io/ugrid.hpp"

#include <numbers>
#include <utility>

#include "hexad/io/mpas_variables.hpp"

namespace hexad {
namespace {

constexpr Place all_places[] = {Place::cell, Place::edge, Place::vertex};
constexpr int fill = -1;  // of face_nodes: no node has that number

std::string dimension_of(Place place) {
  return place == Place::cell ? "nCells" : place == Place::edge ? "nEdges" : "nVertices";
}

struct Axis {
  const char *suffix, *units, *standard_name, *long_name;
};
std::vector<Axis> axes(const Mesh& mesh) {
  if (mesh.geometry == Geometry::sphere)
    return {{"_lon", "degrees_east", "longitude", "longitude of "},
            {"_lat", "degrees_north", "latitude", "latitude of "}};
  return {{"_x", "m", "projection_x_coordinate", "x of "},
          {"_y", "m", "projection_y_coordinate", "y of "}};
}

const std::vector<Vec3>& positions(const Mesh& mesh, Place place) {
  return place == Place::cell   ? mesh.cell_position
         : place == Place::edge ? mesh.edge_position
                                : mesh.vertex_position;
}

/// Longitude and latitude in degrees, or x and y.
std::pair<double, double> coordinates(const Mesh& mesh, Vec3 p) {
  if (mesh.geometry == Geometry::plane) return {p.x, p.y};
  constexpr double degrees = 180.0 / std::numbers::pi;
  const auto [longitude, latitude] = longitude_latitude(p);
  return {longitude * degrees, latitude * degrees};
}

}  // namespace

std::string ugrid_location(Place place) {
  return place == Place::cell ? "face" : place == Place::edge ? "edge" : "node";
}

std::string ugrid_coordinates(const Mesh& mesh, Place place) {
  const auto two = axes(mesh);
  std::string names = ugrid_location(place);
  names.append(two[0].suffix).append(" ").append(ugrid_location(place)).append(two[1].suffix);
  return names;
}

void define_ugrid(nc::File& file, const Mesh& mesh, const nc::Storage& storage) {
  file.define_variable("mesh", nc::Type::int32, {},
                       {{"cf_role", "mesh_topology"},
                        {"long_name", "topology of the Voronoi mesh"},
                        {"topology_dimension", 2},
                        {"node_coordinates", ugrid_coordinates(mesh, Place::vertex)},
                        {"face_coordinates", ugrid_coordinates(mesh, Place::cell)},
                        {"edge_coordinates", ugrid_coordinates(mesh, Place::edge)},
                        {"face_node_connectivity", "face_nodes"},
                        {"edge_node_connectivity", "edge_nodes"},
                        {"face_dimension", "nCells"},
                        {"edge_dimension", "nEdges"}});
  file.define_variable("face_nodes", nc::Type::int32, {"nCells", "maxEdges"},
                       {{"cf_role", "face_node_connectivity"},
                        {"long_name", "nodes of each face, counter-clockwise"},
                        {"_FillValue", fill},
                        {"start_index", 0}},
                       storage);
  file.define_variable("edge_nodes", nc::Type::int32, {"nEdges", "TWO"},
                       {{"cf_role", "edge_node_connectivity"},
                        {"long_name", "nodes at the ends of each edge"},
                        {"start_index", 0}},
                       storage);
  for (const Place place : all_places)
    for (const auto& axis : axes(mesh))
      file.define_variable(
          ugrid_location(place) + axis.suffix, nc::Type::float64, {dimension_of(place)},
          {{"units", axis.units},
           {"standard_name", axis.standard_name},
           {"long_name", std::string(axis.long_name) + ugrid_location(place) + "s"}},
          storage);
}

void write_ugrid(nc::File& file, const Mesh& mesh) {
  file.write("mesh", std::vector<int>{0});
  const auto cells = user_order(mesh, Place::cell), edges = user_order(mesh, Place::edge);
  const auto width = static_cast<std::size_t>(mesh.max_edges);
  write_in_parts<int>(
      file, "face_nodes", {cells.size(), width}, [&](Index first, std::span<int> nodes) {
        for (std::size_t n = 0; n < nodes.size(); ++n) {
          const Index i = cells[static_cast<std::size_t>(first) + n / width];
          const int k = static_cast<int>(n % width);
          nodes[n] = k < mesh.edge_count[i] ? mesh.vertex_id[mesh.vertices_on_cell[mesh.slot(i, k)]]
                                            : fill;
        }
      });
  write_in_parts<int>(
      file, "edge_nodes", {edges.size(), 2}, [&](Index first, std::span<int> nodes) {
        for (std::size_t n = 0; n < nodes.size(); ++n)
          nodes[n] =
              mesh.vertex_id[mesh.vertices_on_edge[edges[static_cast<std::size_t>(first) + n / 2]]
                                                  [n % 2]];
      });
  for (const Place place : all_places) {
    const auto order = user_order(mesh, place);
    const auto names = axes(mesh);
    for (const bool second : {false, true})
      write_in_parts<double>(
          file, ugrid_location(place) + names[second ? 1 : 0].suffix, {order.size(), 1},
          [&](Index first, std::span<double> values) {
            for (std::size_t n = 0; n < values.size(); ++n) {
              const Vec3 p = positions(mesh, place)[order[static_cast<std::size_t>(first) + n]];
              values[n] = second ? coordinates(mesh, p).second : coordinates(mesh, p).first;
            }
          });
  }
}

}  // namespace hexad
