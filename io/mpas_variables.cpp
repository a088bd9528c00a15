#include "hexad/io/mpas_variables.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "hexad/core/error.hpp"
#include "hexad/grids/edge_weights.hpp"
#include "hexad/io/mpas_maker.hpp"
#include "hexad/io/mpas_quality.hpp"

namespace hexad {
namespace {

constexpr std::size_t size(int i) { return static_cast<std::size_t>(i); }

using Maker = MpasMaker;
using Shared = std::shared_ptr<const Maker>;
using Variables = std::vector<MpasVariable>;

struct Names {
  Place place;
  std::string suffix, dimension, long_name;
};

void add_places(Variables& list, const Shared& make, const Names& names) {
  const Place place = names.place;
  const auto add = [&](const std::string& start, MpasKind kind, const std::string& units,
                       const std::string& what, std::function<std::vector<double>()> values) {
    list.push_back({start + names.suffix,
                    {names.dimension},
                    kind,
                    units,
                    what + " of " + names.long_name,
                    std::move(values),
                    {}});
  };
  // A plane has no longitudes; the specification wants the variables all the same.
  add("lat", MpasKind::latitude, "rad", "latitude", [make, place] {
    return make->each(place, [&](Index i) {
      return make->on_sphere() ? longitude_latitude(make->positions(place)[i]).latitude : 0.0;
    });
  });
  add("lon", MpasKind::longitude, "rad", "longitude", [make, place] {
    return make->each(place, [&](Index i) {
      return make->on_sphere() ? longitude_latitude(make->positions(place)[i]).longitude : 0.0;
    });
  });
  const auto coordinate = [&](const std::string& axis, double Vec3::*component) {
    add(axis, MpasKind::position, "m", axis + " coordinate", [make, place, component] {
      return make->each(
          place, [&](Index i) { return make->length(make->positions(place)[i].*component); });
    });
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
                  [make, place] {
                    std::vector<int> ids(make->order(place).size());
                    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int>(i) + 1;
                    return ids;
                  }});
}

void add_connectivity(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, std::vector<std::string> dimensions, const char* what,
                       std::function<std::vector<int>()> values) {
    list.push_back(
        {name, std::move(dimensions), MpasKind::connectivity, "", what, {}, std::move(values)});
  };
  const Mesh& mesh = make->mesh;
  add("nEdgesOnCell", {"nCells"}, "number of edges of each cell", [make] {
    return make->each(Place::cell, [&](Index i) { return make->mesh.edge_count[i]; });
  });
  const auto round = [&](const char* name, const char* what, const std::vector<Index>& neighbours,
                         const std::vector<Index>& id) {
    add(name, {"nCells", "maxEdges"}, what,
        [make, &neighbours, &id] { return make->round_cells(neighbours, id); });
  };
  round("cellsOnCell", "cells round each cell", mesh.cells_on_cell, mesh.cell_id);
  round("edgesOnCell", "edges round each cell", mesh.edges_on_cell, mesh.edge_id);
  round("verticesOnCell", "vertices round each cell", mesh.vertices_on_cell, mesh.vertex_id);
  add("cellsOnEdge", {"nEdges", "TWO"}, "cells on either side of each edge",
      [make] { return make->rows(Place::edge, make->mesh.cells_on_edge, make->mesh.cell_id); });
  add("verticesOnEdge", {"nEdges", "TWO"}, "vertices at the ends of each edge", [make] {
    return make->rows(Place::edge, make->mesh.vertices_on_edge, make->mesh.vertex_id);
  });
  add("cellsOnVertex", {"nVertices", "vertexDegree"}, "cells round each vertex",
      [make] { return make->rows(Place::vertex, make->mesh.cells_on_vertex, make->mesh.cell_id); });
  add("edgesOnVertex", {"nVertices", "vertexDegree"}, "edges round each vertex",
      [make] { return make->rows(Place::vertex, make->mesh.edges_on_vertex, make->mesh.edge_id); });
  add("boundaryVertex", {"nVertices"}, "1 at a boundary of the mesh",
      [make] { return make->each(Place::vertex, [](Index) { return 0; }); });
}

void add_metrics(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, std::vector<std::string> dimensions, MpasKind kind,
                       const char* units, const char* what,
                       std::function<std::vector<double>()> values) {
    list.push_back({name, std::move(dimensions), kind, units, what, std::move(values), {}});
  };
  add("dcEdge", {"nEdges"}, MpasKind::length, "m", "distance between the cells of each edge",
      [make] {
        return make->each(Place::edge,
                          [&](Index e) { return make->length(make->mesh.dc_edge[e]); });
      });
  add("dvEdge", {"nEdges"}, MpasKind::length, "m", "distance between the vertices of each edge",
      [make] {
        return make->each(Place::edge,
                          [&](Index e) { return make->length(make->mesh.dv_edge[e]); });
      });
  add("areaCell", {"nCells"}, MpasKind::area, "m2", "area of each cell", [make] {
    return make->each(Place::cell, [&](Index i) { return make->area(make->mesh.area_cell[i]); });
  });
  add("areaTriangle", {"nVertices"}, MpasKind::area, "m2", "area of each dual triangle", [make] {
    return make->each(Place::vertex,
                      [&](Index v) { return make->area(make->mesh.area_triangle[v]); });
  });
  add("kiteAreasOnVertex", {"nVertices", "vertexDegree"}, MpasKind::area, "m2",
      "area shared by each dual triangle and its cells", [make] {
        std::vector<double> values;
        for (const Index v : make->vertices)
          for (const double kite : make->mesh.kite_area[v]) values.push_back(make->area(kite));
        return values;
      });
  add("angleEdge", {"nEdges"}, MpasKind::angle, "rad", "angle from local east to the normal",
      [make] {
        return make->each(Place::edge, [&](Index e) { return make->mesh.angle_edge[e]; });
      });
  add("meshDensity", {"nCells"}, MpasKind::density, "1", "density that the mesh was made for",
      [make] {
        return make->each(Place::cell, [&](Index i) { return make->mesh.mesh_density[i]; });
      });
}

/// Weights of the tangential velocity in the order of the file.
class Stencil {
 public:
  explicit Stencil(Shared make) : make_(std::move(make)) {}
  [[nodiscard]] std::vector<int> edges() const {
    const auto& id = make_->mesh.edge_id;
    return rows<int>(weights_.edges, [&](Index e) { return id[e] + 1; });
  }
  [[nodiscard]] std::vector<double> weights() const {
    return rows<double>(weights_.weights, [](double w) { return w; });
  }

 private:
  template <class V, class List, class F>
  [[nodiscard]] std::vector<V> rows(const List& list, const F& value) const {
    const auto width = 2 * size(make_->mesh.max_edges), stored = width - 2;
    std::vector<V> values(width * size(make_->mesh.edges), V{0});
    std::size_t row = 0;
    for (const Index e : make_->edges) {
      for (std::size_t k = 0; k < size(weights_.count[e]); ++k)
        values[row + k] = value(list[size(e) * stored + k]);
      row += width;
    }
    return values;
  }

  Shared make_;
  EdgeWeights weights_ = tangential_weights(make_->mesh);
};

void add_stencil(Variables& list, const Shared& make) {
  list.push_back({"nEdgesOnEdge",
                  {"nEdges"},
                  MpasKind::stencil,
                  "",
                  "number of edges in the tangential stencil of each edge",
                  {},
                  [make] {
                    return make->each(Place::edge, [&](Index e) {
                      const auto& pair = make->mesh.cells_on_edge[e];
                      return make->mesh.edge_count[pair[0]] + make->mesh.edge_count[pair[1]] - 2;
                    });
                  }});
  list.push_back({"edgesOnEdge",
                  {"nEdges", "maxEdges2"},
                  MpasKind::stencil,
                  "",
                  "edges in the tangential stencil of each edge",
                  {},
                  [make] { return Stencil(make).edges(); }});
  list.push_back({"weightsOnEdge",
                  {"nEdges", "maxEdges2"},
                  MpasKind::weight,
                  "1",
                  "weights of the tangential velocity",
                  [make] { return Stencil(make).weights(); },
                  {}});
}

void add_quality(Variables& list, const Shared& make) {
  const auto add = [&](const char* name, const char* dimension, MpasKind kind, const char* units,
                       const char* what, std::function<std::vector<double>()> values) {
    list.push_back({name, {dimension}, kind, units, what, std::move(values), {}});
  };
  add("cellQuality", "nCells", MpasKind::quality, "1", "shortest over longest edge of each cell",
      [make] {
        return make->each(Place::cell, [&](Index i) { return cell_quality(make->mesh, i); });
      });
  add("gridSpacing", "nCells", MpasKind::length, "m", "mean distance to the neighbouring cells",
      [make] {
        return make->each(Place::cell,
                          [&](Index i) { return make->length(grid_spacing(make->mesh, i)); });
      });
  add("triangleQuality", "nVertices", MpasKind::quality, "1",
      "shortest over longest side of each dual triangle", [make] {
        return make->each(Place::vertex,
                          [&](Index v) { return triangle_shape(make->mesh, v).side_ratio; });
      });
  add("triangleAngleQuality", "nVertices", MpasKind::quality, "1",
      "smallest over largest angle of each dual triangle", [make] {
        return make->each(Place::vertex,
                          [&](Index v) { return triangle_shape(make->mesh, v).angle_ratio; });
      });
  list.push_back({"obtuseTriangle",
                  {"nVertices"},
                  MpasKind::index,
                  "",
                  "1 where a dual triangle has an obtuse angle",
                  {},
                  [make] {
                    return make->each(Place::vertex, [&](Index v) {
                      return triangle_shape(make->mesh, v).obtuse ? 1 : 0;
                    });
                  }});
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

std::vector<MpasVariable> mpas_variables(const Mesh& mesh, double sphere_radius) {
  const Shared make = std::make_shared<const Maker>(
      Maker{mesh, sphere_radius, user_order(mesh, Place::cell), user_order(mesh, Place::edge),
            user_order(mesh, Place::vertex)});
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
