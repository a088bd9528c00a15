#include "hexad/io/mpas_variables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include "hexad/core/error.hpp"
#include "hexad/grids/edge_weights.hpp"
#include "hexad/io/mpas_maker.hpp"
#include "hexad/io/mpas_quality.hpp"

namespace hexad {
namespace {

constexpr std::size_t most_edges = 20;  // of a cell

constexpr std::size_t size(int i) { return static_cast<std::size_t>(i); }

using Shared = SharedMaker;
using Variables = std::vector<MpasVariable>;

struct Names {
  Place place;
  std::string suffix, dimension, long_name;
};

void add_places(Variables& list, const Shared& make, const Names& names) {
  const Place place = names.place;
  const auto add = [&](const std::string& start, MpasKind kind, const std::string& units,
                       const std::string& what, FillRows<double> values) {
    list.push_back({start + names.suffix,
                    {names.dimension},
                    kind,
                    units,
                    what + " of " + names.long_name,
                    std::move(values),
                    {}});
  };
  // A plane has no longitudes; the specification wants the variables all the same.
  add("lat", MpasKind::latitude, "rad", "latitude",
      fill_each<double>(make, place, [&make = *make, place](Index i) {
        return make.on_sphere() ? longitude_latitude(make.positions(place)[i]).latitude : 0.0;
      }));
  add("lon", MpasKind::longitude, "rad", "longitude",
      fill_each<double>(make, place, [&make = *make, place](Index i) {
        return make.on_sphere() ? longitude_latitude(make.positions(place)[i]).longitude : 0.0;
      }));
  const auto coordinate = [&](const std::string& axis, double Vec3::*component) {
    add(axis, MpasKind::position, "m", axis + " coordinate",
        fill_each<double>(make, place, [&make = *make, place, component](Index i) {
          return make.length(make.positions(place)[i].*component);
        }));
  };
  coordinate("x", &Vec3::x);
  coordinate("y", &Vec3::y);
  coordinate("z", &Vec3::z);
  list.push_back({"indexTo" + names.suffix + "ID",
                  {names.dimension},
                  MpasKind::index,
                  "",
                  "identity of " + names.long_name,
                  {},
                  [](Index first, std::span<int> values) {
                    std::iota(values.begin(), values.end(), first + 1);
                  }});
}

void add_connectivity(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, std::vector<std::string> dimensions, const char* what,
                       FillRows<int> values) {
    list.push_back(
        {name, std::move(dimensions), MpasKind::connectivity, "", what, {}, std::move(values)});
  };
  const Mesh& mesh = make->mesh;
  const auto &cells = mesh.cell_id, &edges = mesh.edge_id, &vertices = mesh.vertex_id;
  add("nEdgesOnCell", {"nCells"}, "number of edges of each cell",
      fill_each<int>(make, Place::cell, [&mesh](Index i) { return mesh.edge_count[i]; }));
  add("cellsOnCell", {"nCells", "maxEdges"}, "cells round each cell",
      fill_round_cells(make, mesh.cells_on_cell, cells));
  add("edgesOnCell", {"nCells", "maxEdges"}, "edges round each cell",
      fill_round_cells(make, mesh.edges_on_cell, edges));
  add("verticesOnCell", {"nCells", "maxEdges"}, "vertices round each cell",
      fill_round_cells(make, mesh.vertices_on_cell, vertices));
  add("cellsOnEdge", {"nEdges", "TWO"}, "cells on either side of each edge",
      fill_numbers(make, Place::edge, mesh.cells_on_edge, cells));
  add("verticesOnEdge", {"nEdges", "TWO"}, "vertices at the ends of each edge",
      fill_numbers(make, Place::edge, mesh.vertices_on_edge, vertices));
  add("cellsOnVertex", {"nVertices", "vertexDegree"}, "cells round each vertex",
      fill_numbers(make, Place::vertex, mesh.cells_on_vertex, cells));
  add("edgesOnVertex", {"nVertices", "vertexDegree"}, "edges round each vertex",
      fill_numbers(make, Place::vertex, mesh.edges_on_vertex, edges));
  add("boundaryVertex", {"nVertices"}, "1 at a boundary of the mesh",
      fill_each<int>(make, Place::vertex, [](Index) { return 0; }));
}

void add_metrics(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, std::vector<std::string> dimensions, MpasKind kind,
                       const char* units, const char* what, FillRows<double> values) {
    list.push_back({name, std::move(dimensions), kind, units, what, std::move(values), {}});
  };
  const MpasMaker& maker = *make;
  const Mesh& mesh = make->mesh;
  add("dcEdge", {"nEdges"}, MpasKind::length, "m", "distance between the cells of each edge",
      fill_each<double>(make, Place::edge, [&](Index e) { return maker.length(mesh.dc_edge[e]); }));
  add("dvEdge", {"nEdges"}, MpasKind::length, "m", "distance between the vertices of each edge",
      fill_each<double>(make, Place::edge, [&](Index e) { return maker.length(mesh.dv_edge[e]); }));
  add("areaCell", {"nCells"}, MpasKind::area, "m2", "area of each cell",
      fill_each<double>(make, Place::cell, [&](Index i) { return maker.area(mesh.area_cell[i]); }));
  add("areaTriangle", {"nVertices"}, MpasKind::area, "m2", "area of each dual triangle",
      fill_each<double>(make, Place::vertex,
                        [&](Index v) { return maker.area(mesh.area_triangle[v]); }));
  add("kiteAreasOnVertex", {"nVertices", "vertexDegree"}, MpasKind::area, "m2",
      "area shared by each dual triangle and its cells",
      fill_rows<double>(make, Place::vertex, 3, [&](Index v, double* out) {
        for (std::size_t k = 0; k < 3; ++k) out[k] = maker.area(mesh.kite_area[v][k]);
      }));
  add("angleEdge", {"nEdges"}, MpasKind::angle, "rad", "angle from local east to the normal",
      fill_each<double>(make, Place::edge, [&](Index e) { return mesh.angle_edge[e]; }));
  add("meshDensity", {"nCells"}, MpasKind::density, "1", "density that the mesh was made for",
      fill_each<double>(make, Place::cell, [&](Index i) { return mesh.mesh_density[i]; }));
}

/// Edges or weights of the tangential velocity: width 2 maxEdges, zeros past the last.
template <class V, class Value>
FillRows<V> fill_stencil(const Shared& make, const Value& value) {
  const Mesh& mesh = make->mesh;
  const auto width = 2 * size(mesh.max_edges);
  return fill_rows<V>(make, Place::edge, width, [&mesh, width, value](Index e, V* out) {
    std::array<Index, 2 * most_edges> edges;
    std::array<double, 2 * most_edges> weights;
    const auto count = size(tangential_weights_of(mesh, e, edges.data(), weights.data()));
    for (std::size_t k = 0; k < width; ++k) out[k] = k < count ? value(edges[k], weights[k]) : V{0};
  });
}

void add_stencil(Variables& list, const Shared& make) {
  const Mesh& mesh = make->mesh;
  list.push_back({"nEdgesOnEdge",
                  {"nEdges"},
                  MpasKind::stencil,
                  "",
                  "number of edges in the tangential stencil of each edge",
                  {},
                  fill_each<int>(make, Place::edge, [&mesh](Index e) {
                    const auto& pair = mesh.cells_on_edge[e];
                    return mesh.edge_count[pair[0]] + mesh.edge_count[pair[1]] - 2;
                  })});
  list.push_back(
      {"edgesOnEdge",
       {"nEdges", "maxEdges2"},
       MpasKind::stencil,
       "",
       "edges in the tangential stencil of each edge",
       {},
       fill_stencil<int>(make, [&mesh](Index e, double) { return mesh.edge_id[e] + 1; })});
  list.push_back({"weightsOnEdge",
                  {"nEdges", "maxEdges2"},
                  MpasKind::weight,
                  "1",
                  "weights of the tangential velocity",
                  fill_stencil<double>(make, [](Index, double weight) { return weight; }),
                  {}});
}

void add_quality(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, const char* dimension, MpasKind kind, const char* units,
                       const char* what, FillRows<double> values) {
    list.push_back({name, {dimension}, kind, units, what, std::move(values), {}});
  };
  const MpasMaker& maker = *make;
  const Mesh& mesh = make->mesh;
  add("cellQuality", "nCells", MpasKind::quality, "1", "shortest over longest edge of each cell",
      fill_each<double>(make, Place::cell, [&](Index i) { return cell_quality(mesh, i); }));
  add("gridSpacing", "nCells", MpasKind::length, "m", "mean distance to the neighbouring cells",
      fill_each<double>(make, Place::cell,
                        [&](Index i) { return maker.length(grid_spacing(mesh, i)); }));
  add("triangleQuality", "nVertices", MpasKind::quality, "1",
      "shortest over longest side of each dual triangle",
      fill_each<double>(make, Place::vertex,
                        [&](Index v) { return triangle_shape(mesh, v).side_ratio; }));
  add("triangleAngleQuality", "nVertices", MpasKind::quality, "1",
      "smallest over largest angle of each dual triangle",
      fill_each<double>(make, Place::vertex,
                        [&](Index v) { return triangle_shape(mesh, v).angle_ratio; }));
  list.push_back({"obtuseTriangle",
                  {"nVertices"},
                  MpasKind::index,
                  "",
                  "1 where a dual triangle has an obtuse angle",
                  {},
                  fill_each<int>(make, Place::vertex,
                                 [&](Index v) { return triangle_shape(mesh, v).obtuse ? 1 : 0; })});
}

/// The user's order, empty where it is the mesh's own.
std::vector<Index> order_unless_same(const Mesh& mesh, Place place) {
  auto order = user_order(mesh, place);
  Index n = 0;
  if (std::all_of(order.begin(), order.end(), [&n](Index i) { return i == n++; })) order = {};
  return order;
}

}  // namespace

std::vector<Index> user_order(const Mesh& mesh, Place place) {
  const auto& id = place == Place::cell   ? mesh.cell_id
                   : place == Place::edge ? mesh.edge_id
                                          : mesh.vertex_id;
  std::vector<Index> order(id.size(), -1);
  for (std::size_t i = 0; i < id.size(); ++i) order[id[i]] = static_cast<Index>(i);
  return order;
}

double on_unit_sphere(double metres, double radius) {
  const double quotient = metres / radius;
  for (const double candidate :
       {quotient, std::nextafter(quotient, 2 * quotient), std::nextafter(quotient, 0.0)})
    if (candidate * radius == metres) return candidate;
  return quotient;
}

std::size_t mpas_dimension(const Mesh& mesh, const std::string& name) {
  if (name == "nCells") return size(mesh.cells);
  if (name == "nEdges") return size(mesh.edges);
  if (name == "nVertices") return size(mesh.vertices);
  if (name == "maxEdges") return size(mesh.max_edges);
  if (name == "maxEdges2") return 2 * size(mesh.max_edges);
  if (name == "TWO") return 2;
  if (name == "vertexDegree") return 3;
  if (name == "Time") return 0;
  throw RunError("the MPAS specification has no dimension '" + name + "'");
}

Rows mpas_rows(const Mesh& mesh, const MpasVariable& variable) {
  Rows rows{mpas_dimension(mesh, variable.dimensions[0]), 1};
  for (std::size_t n = 1; n < variable.dimensions.size(); ++n)
    rows.width *= mpas_dimension(mesh, variable.dimensions[n]);
  return rows;
}

void write_variable(nc::File& file, const Mesh& mesh, const MpasVariable& variable) {
  if (variable.ints)
    write_in_parts(file, variable.name, mpas_rows(mesh, variable), variable.ints);
  else
    write_in_parts(file, variable.name, mpas_rows(mesh, variable), variable.doubles);
}

std::vector<MpasVariable> mpas_variables(const Mesh& mesh, double sphere_radius) {
  const auto make = std::make_shared<const MpasMaker>(
      MpasMaker{mesh, sphere_radius, order_unless_same(mesh, Place::cell),
                order_unless_same(mesh, Place::edge), order_unless_same(mesh, Place::vertex)});
  Variables list;
  add_places(list, make, {Place::cell, "Cell", "nCells", "cells"});
  add_places(list, make, {Place::edge, "Edge", "nEdges", "edges"});
  add_places(list, make, {Place::vertex, "Vertex", "nVertices", "vertices"});
  add_connectivity(list, make);
  add_stencil(list, make);
  add_metrics(list, make);
  add_quality(list, make);
  return list;
}

}  // namespace hexad
