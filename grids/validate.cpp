#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hexad/grids/faults.hpp"
#include "hexad/grids/metrics.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr int fewest_edges = 3, most_edges = 20;
constexpr double off_sphere = 1e-6;  ///< Largest departure of a position, over the radius.
constexpr const char* closed =
    "use a mesh without boundaries (a whole sphere or a doubly periodic plane)";
constexpr const char* rebuild = "make the mesh again with a tool that follows the MPAS conventions";

template <class Row>
bool holds(const Row& row, Index value) {
  return std::find(row.begin(), row.end(), value) != row.end();
}

/// The checks, from what others rest upon to what rests upon them.
class Inspection {
 public:
  explicit Inspection(const Mesh& mesh) : mesh_(mesh), faults_(mesh) {}

  std::vector<InputError> run() {
    check_sizes();
    if (faults_.none()) {
      check_positions();
      check_ranges();
    }
    if (faults_.none()) check_duplicates();
    if (faults_.none()) {
      check_order();
      check_cells();
      check_edges();
      check_vertices();
      check_euler();
      check_metrics();
    }
    return faults_.errors();
  }

 private:
  int count(Index i) const { return mesh_.edge_count[i]; }
  Index edge(Index i, int k) const { return mesh_.edges_on_cell[mesh_.slot(i, k)]; }
  Index vertex(Index i, int k) const { return mesh_.vertices_on_cell[mesh_.slot(i, k)]; }
  Index neighbour(Index i, int k) const { return mesh_.cells_on_cell[mesh_.slot(i, k)]; }
  Vec3 away(Index from, Index to) const {
    return separation(mesh_, mesh_.cell_position[from], mesh_.cell_position[to]);
  }
  /// Of a x b, the part along the local vertical at a cell: positive when b is counter-clockwise.
  double turn(Index cell, Vec3 a, Vec3 b) const {
    const Vec3 up = mesh_.geometry == Geometry::plane ? Vec3{0, 0, 1} : mesh_.cell_position[cell];
    return dot(cross(a, b), up);
  }

  /// body(n, faults) for n in [0, count); the faults come as if one thread had found them.
  template <class Body>
  void each(Index count, const Body& body) {
    for (const Faults& part : parallel_parts(count, 0, Faults(mesh_), body)) faults_.merge(part);
  }

  template <class T>
  void check_size(const std::vector<T>& list, const char* name, std::size_t size) {
    if (list.size() != size)
      faults_.add(std::string(name) + " has " + std::to_string(list.size()) + " entries, not " +
                  std::to_string(size));
  }
  void check_sizes();
  void check_positions();
  void check_ranges();
  void check_duplicates();
  void check_order();
  void check_cells();
  void check_edges();
  void check_vertices();
  void check_euler();
  void check_metrics();
  void check_delaunay();

  template <class Rows>
  void check_range(Place place, const Rows& rows, const char* list, Index most);
  void check_range_on_cell(const std::vector<Index>& slots, const char* list, Index most);
  void check_positive(Place place, const std::vector<double>& values, const char* name);

  const Mesh& mesh_;
  Faults faults_;
};

void Inspection::check_sizes() {
  const auto cells = static_cast<std::size_t>(mesh_.cells),
             edges = static_cast<std::size_t>(mesh_.edges),
             vertices = static_cast<std::size_t>(mesh_.vertices);
  if (mesh_.cells < 4 || mesh_.edges < 6 || mesh_.vertices < 4)
    faults_.add("the mesh has " + std::to_string(mesh_.cells) + " cells, " +
                std::to_string(mesh_.edges) + " edges and " + std::to_string(mesh_.vertices) +
                " vertices, too few for a closed one");
  check_size(mesh_.cell_position, "xCell", cells);
  check_size(mesh_.edge_count, "nEdgesOnCell", cells);
  check_size(mesh_.edges_on_cell, "edgesOnCell", mesh_.slot(mesh_.cells, 0));
  check_size(mesh_.cells_on_cell, "cellsOnCell", mesh_.slot(mesh_.cells, 0));
  check_size(mesh_.vertices_on_cell, "verticesOnCell", mesh_.slot(mesh_.cells, 0));
  check_size(mesh_.cells_on_edge, "cellsOnEdge", edges);
  check_size(mesh_.vertices_on_edge, "verticesOnEdge", edges);
  check_size(mesh_.cells_on_vertex, "cellsOnVertex", vertices);
  check_size(mesh_.edges_on_vertex, "edgesOnVertex", vertices);
  if (mesh_.geometry == Geometry::sphere && !(mesh_.radius > 0))
    faults_.add("the radius of the sphere is not positive", "give sphere_radius");
  if (mesh_.geometry == Geometry::plane && !(mesh_.period_x > 0 && mesh_.period_y > 0))
    faults_.add("the periods of the plane are not positive", "give x_period and y_period");
}

void Inspection::check_positions() {
  const bool sphere = mesh_.geometry == Geometry::sphere;
  each(mesh_.cells, [&](Index i, Faults& faults) {
    const double r = norm(mesh_.cell_position[i]);
    if (!std::isfinite(r))
      faults.add(Place::cell, i, "has a position that is not a number");
    else if (sphere && std::abs(r / mesh_.radius - 1) > off_sphere)
      faults.add(Place::cell, i, "lies off the sphere",
                 "check sphere_radius against the coordinates");
  });
}

template <class Rows>
void Inspection::check_range(Place place, const Rows& rows, const char* list, Index most) {
  each(mesh_.count(place), [&](Index n, Faults& faults) {
    for (const Index value : rows[n]) {
      if (value == -1 && most == mesh_.cells)
        faults.add(place, n, std::string("lies on a boundary: ") + list + " lacks a cell", closed);
      else if (value < 0 || value >= most)
        faults.add(place, n, std::string("has an index out of range in ") + list, rebuild);
    }
  });
}

void Inspection::check_range_on_cell(const std::vector<Index>& slots, const char* list,
                                     Index most) {
  each(mesh_.cells, [&](Index i, Faults& faults) {
    for (int k = 0; k < std::min(count(i), mesh_.max_edges); ++k) {
      const Index value = slots[mesh_.slot(i, k)];
      if (value == -1 && most == mesh_.cells)
        faults.add(Place::cell, i, std::string("lies on a boundary: ") + list + " lacks a cell",
                   closed);
      else if (value < 0 || value >= most)
        faults.add(Place::cell, i, std::string("has an index out of range in ") + list, rebuild);
    }
  });
}

void Inspection::check_ranges() {
  each(mesh_.cells, [&](Index i, Faults& faults) {
    if (count(i) < fewest_edges || count(i) > most_edges)
      faults.add(Place::cell, i,
                 "has a number of edges outside " + std::to_string(fewest_edges) + " to " +
                     std::to_string(most_edges));
    else if (count(i) > mesh_.max_edges)
      faults.add(Place::cell, i, "has more edges than maxEdges");
  });
  check_range_on_cell(mesh_.edges_on_cell, "edgesOnCell", mesh_.edges);
  check_range_on_cell(mesh_.cells_on_cell, "cellsOnCell", mesh_.cells);
  check_range_on_cell(mesh_.vertices_on_cell, "verticesOnCell", mesh_.vertices);
  check_range(Place::edge, mesh_.cells_on_edge, "cellsOnEdge", mesh_.cells);
  check_range(Place::edge, mesh_.vertices_on_edge, "verticesOnEdge", mesh_.vertices);
  check_range(Place::vertex, mesh_.cells_on_vertex, "cellsOnVertex", mesh_.cells);
  check_range(Place::vertex, mesh_.edges_on_vertex, "edgesOnVertex", mesh_.edges);
}

void Inspection::check_duplicates() {
  const auto twice = [](auto row, int length) {
    std::sort(row, row + length);
    return std::adjacent_find(row, row + length) != row + length;
  };
  const auto check_cell = [&](Index i, Faults& faults, const std::vector<Index>& slots,
                              const char* list) {
    std::array<Index, most_edges> row{};
    std::copy_n(slots.begin() + static_cast<std::ptrdiff_t>(mesh_.slot(i, 0)), count(i),
                row.begin());
    if (twice(row.begin(), count(i)))
      faults.add(Place::cell, i, std::string("has an entry twice in ") + list, rebuild);
  };
  each(mesh_.cells, [&](Index i, Faults& faults) {
    check_cell(i, faults, mesh_.edges_on_cell, "edgesOnCell");
    check_cell(i, faults, mesh_.cells_on_cell, "cellsOnCell");
    check_cell(i, faults, mesh_.vertices_on_cell, "verticesOnCell");
    for (int k = 0; k < count(i); ++k)
      if (neighbour(i, k) == i) faults.add(Place::cell, i, "is its own neighbour", rebuild);
  });
  const auto check_rows = [&](Place place, const auto& rows, const char* list) {
    each(mesh_.count(place), [&](Index n, Faults& faults) {
      auto copy = rows[n];
      if (twice(copy.begin(), static_cast<int>(copy.size())))
        faults.add(place, n, std::string("has an entry twice in ") + list, rebuild);
    });
  };
  check_rows(Place::edge, mesh_.cells_on_edge, "cellsOnEdge");
  check_rows(Place::edge, mesh_.vertices_on_edge, "verticesOnEdge");
  check_rows(Place::vertex, mesh_.cells_on_vertex, "cellsOnVertex");
  check_rows(Place::vertex, mesh_.edges_on_vertex, "edgesOnVertex");
}

void Inspection::check_order() {
  each(mesh_.cells, [&](Index i, Faults& faults) {
    int clockwise = 0;
    for (int k = 0; k < count(i); ++k) {
      const Vec3 a = away(i, neighbour(i, k)), b = away(i, neighbour(i, (k + 1) % count(i)));
      if (!(turn(i, a, b) > 0)) ++clockwise;
    }
    if (clockwise == count(i))
      faults.add(Place::cell, i, "runs clockwise in cellsOnCell", rebuild);
    else if (clockwise > 0)
      faults.add(Place::cell, i, "is not in counter-clockwise order in cellsOnCell", rebuild);
  });
  each(mesh_.vertices, [&](Index v, Faults& faults) {
    const auto [a, b, c] = mesh_.cells_on_vertex[v];
    if (!(turn(a, away(a, b), away(a, c)) > 0))
      faults.add(Place::vertex, v, "runs clockwise in cellsOnVertex", rebuild);
  });
}

void Inspection::check_cells() {
  each(mesh_.cells, [&](Index i, Faults& faults) {
    for (int k = 0; k < count(i); ++k) {
      const auto& cells = mesh_.cells_on_edge[edge(i, k)];
      if (!holds(cells, i))
        faults.add(Place::cell, i, "has an edge in edgesOnCell whose cellsOnEdge lacks the cell",
                   rebuild);
      else if (cells[cells[0] == i ? 1 : 0] != neighbour(i, k))
        faults.add(Place::cell, i, "has cellsOnCell not across its edgesOnCell", rebuild);
      const Index v = vertex(i, k);
      const int next = (k + 1) % count(i);
      const auto& round = mesh_.cells_on_vertex[v];
      if (!holds(round, i))
        faults.add(Place::cell, i,
                   "has a vertex in verticesOnCell whose cellsOnVertex lacks the cell", rebuild);
      if (!holds(mesh_.vertices_on_edge[edge(i, k)], v) ||
          !holds(mesh_.vertices_on_edge[edge(i, next)], v) || !holds(round, neighbour(i, k)) ||
          !holds(round, neighbour(i, next)))
        faults.add(Place::cell, i,
                   "has a vertex in verticesOnCell that is not between the edges of its slot and "
                   "the next",
                   rebuild);
    }
  });
}

void Inspection::check_edges() {
  each(mesh_.edges, [&](Index e, Faults& faults) {
    for (std::size_t j = 0; j < 2; ++j) {
      const Index i = mesh_.cells_on_edge[e][j], v = mesh_.vertices_on_edge[e][j];
      int k = 0;
      while (k < count(i) && edge(i, k) != e) ++k;
      if (k == count(i))
        faults.add(Place::edge, e, "has a cell in cellsOnEdge whose edgesOnCell lacks the edge",
                   rebuild);
      else if (j == 0 && vertex(i, k) != mesh_.vertices_on_edge[e][1])
        // Seen from the first cell, the vertex after the edge is on the left of the normal.
        faults.add(Place::edge, e, "has verticesOnEdge that do not run along k x n", rebuild);
      if (!holds(mesh_.edges_on_vertex[v], e))
        faults.add(Place::edge, e,
                   "has a vertex in verticesOnEdge whose edgesOnVertex lacks the edge", rebuild);
    }
  });
}

void Inspection::check_vertices() {
  each(mesh_.vertices, [&](Index v, Faults& faults) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Index i = mesh_.cells_on_vertex[v][j], before = mesh_.cells_on_vertex[v][(j + 2) % 3];
      const Index e = mesh_.edges_on_vertex[v][j];
      int k = 0;
      while (k < count(i) && vertex(i, k) != v) ++k;
      if (k == count(i))
        faults.add(Place::vertex, v,
                   "has a cell in cellsOnVertex whose verticesOnCell lacks the vertex", rebuild);
      if (!holds(mesh_.vertices_on_edge[e], v))
        faults.add(Place::vertex, v,
                   "has an edge in edgesOnVertex whose verticesOnEdge lacks the vertex", rebuild);
      if (!holds(mesh_.cells_on_edge[e], i) || !holds(mesh_.cells_on_edge[e], before))
        faults.add(Place::vertex, v,
                   "has slots out of order: edge j of edgesOnVertex is not between cells j-1 and "
                   "j of cellsOnVertex",
                   rebuild);
    }
  });
}

void Inspection::check_euler() {
  const long long found = static_cast<long long>(mesh_.cells) - mesh_.edges + mesh_.vertices;
  const int expected = mesh_.geometry == Geometry::sphere ? 2 : 0;
  if (found != expected)
    faults_.add("cells - edges + vertices is " + std::to_string(found) + ", not " +
                    std::to_string(expected) + " (Euler's count)",
                rebuild);
}

void Inspection::check_positive(Place place, const std::vector<double>& values, const char* name) {
  if (values.size() != static_cast<std::size_t>(mesh_.count(place))) return;
  each(mesh_.count(place), [&](Index n, Faults& faults) {
    if (!(values[n] > 0) || !std::isfinite(values[n]))
      faults.add(place, n, std::string("has ") + name + " that is not positive");
  });
}

void Inspection::check_delaunay() {
  if (mesh_.vertex_position.size() != static_cast<std::size_t>(mesh_.vertices)) return;
  each(mesh_.edges, [&](Index e, Faults& faults) {
    const auto [right, left] = mesh_.vertices_on_edge[e];
    const auto [from, to] = mesh_.cells_on_edge[e];
    const Vec3 along = separation(mesh_, mesh_.vertex_position[right], mesh_.vertex_position[left]);
    if (!(turn(from, away(from, to), along) > 0))
      faults.add(Place::edge, e,
                 "has its vertices the wrong way round: the triangles beside it are not Delaunay",
                 "relax the mesh further, or move the cells round it");
  });
}

void Inspection::check_metrics() {
  check_positive(Place::edge, mesh_.dc_edge, "a dcEdge");
  check_positive(Place::edge, mesh_.dv_edge, "a dvEdge");
  check_positive(Place::cell, mesh_.area_cell, "an areaCell");
  check_positive(Place::vertex, mesh_.area_triangle, "an areaTriangle");
  check_delaunay();
  if (mesh_.kite_area.size() != static_cast<std::size_t>(mesh_.vertices)) return;
  each(mesh_.vertices, [&](Index v, Faults& faults) {
    for (const double kite : mesh_.kite_area[v])
      if (!(kite > 0) || !std::isfinite(kite))
        faults.add(Place::vertex, v,
                   "has a kite whose area is not positive (its triangle is obtuse)",
                   "relax the mesh further, or move the cells round it");
  });
}

}  // namespace

std::vector<InputError> validate(const Mesh& mesh) { return Inspection(mesh).run(); }

void require_valid(const Mesh& mesh, const std::string& source) {
  const auto found = validate(mesh);
  if (found.empty()) return;
  std::vector<InputError> faults;
  for (const InputError& fault : found)
    faults.emplace_back(fault.problem(),
                        source + (fault.where().empty() ? "" : ": " + fault.where()),
                        fault.remedy());
  throw InputErrors(std::move(faults));
}

}  // namespace hexad
