#include "hexad/adjoint/response/region.hpp"

#include <cmath>
#include <numbers>

#include "hexad/core/error.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/grids/geometry.hpp"
#include "hexad/grids/locate.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {
namespace {

Vec3 direction(double longitude, double latitude) {
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
          std::sin(latitude)};
}

void require_sphere(const Mesh& mesh, const char* shape) {
  if (mesh.geometry != Geometry::sphere)
    throw InputError(std::string("a ") + shape + " of longitudes and latitudes needs a sphere", {},
                     "take a circle or a mask");
}

/// Longitude as an angle from `west` eastward, [0, 2 pi).
double eastward_from(double west, double longitude) {
  constexpr double turn = 2 * std::numbers::pi;
  const double angle = std::fmod(longitude - west, turn);
  return angle < 0 ? angle + turn : angle;
}

/// A polygon of great circles in the plane that touches the sphere at the mean of its corners.
class Gnomonic {
 public:
  explicit Gnomonic(const PolygonRegion& polygon) {
    std::vector<Vec3> corners;
    Vec3 sum;
    for (const auto& [longitude, latitude] : polygon.corners) {
      corners.push_back(direction(longitude, latitude));
      sum += corners.back();
    }
    if (norm(sum) > 0) middle_ = normalised(sum);
    const Vec3 across = std::abs(middle_.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
    x_ = normalised(cross(across, middle_));
    y_ = cross(middle_, x_);
    for (const Vec3& corner : corners) {
      if (!(dot(corner, middle_) > 1e-6))
        throw InputError("the polygon reaches 90 degrees or more from its middle", {},
                         "cut it into smaller ones, or take a mask");
      corners_.push_back(project(corner));
    }
  }

  [[nodiscard]] bool holds(Vec3 point) const {
    if (!(dot(point, middle_) > 0)) return false;
    const Flat p = project(point);
    bool inside = false;
    for (std::size_t n = 0, before = corners_.size() - 1; n < corners_.size(); before = n++) {
      const Flat &a = corners_[n], &b = corners_[before];
      if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
        inside = !inside;
    }
    return inside;
  }

 private:
  struct Flat {
    double x, y;
  };
  [[nodiscard]] Flat project(Vec3 point) const {
    const double up = dot(point, middle_);
    return {dot(point, x_) / up, dot(point, y_) / up};
  }
  Vec3 middle_, x_, y_;
  std::vector<Flat> corners_;
};

template <class Inside>
std::vector<Index> those(const Mesh& mesh, const Inside& inside) {
  std::vector<Index> cells;
  for (Index i = 0; i < mesh.cells; ++i)
    if (inside(i)) cells.push_back(i);
  return cells;
}

/// The cells of each shape.
struct Finder {
  const Mesh& mesh;

  std::vector<Index> operator()(const WholeRegion&) const {
    return those(mesh, [](Index) { return true; });
  }
  std::vector<Index> operator()(const CircleRegion& circle) const {
    const Vec3 centre = position_of(mesh, circle.centre);
    return those(mesh, [&](Index i) {
      const Vec3& place = mesh.cell_position[i];
      const double distance = mesh.geometry == Geometry::sphere
                                  ? mesh.radius * angle_between(place, centre)
                                  : norm(separation(mesh, place, centre));
      return distance <= circle.radius;
    });
  }
  std::vector<Index> operator()(const BoxRegion& box) const {
    require_sphere(mesh, "box");
    const bool all_round = box.east - box.west > 2 * std::numbers::pi - 1e-9;
    const double width = eastward_from(box.west, box.east);
    return those(mesh, [&](Index i) {
      const LonLat place = longitude_latitude(mesh.cell_position[i]);
      return place.latitude >= box.south && place.latitude <= box.north &&
             (all_round || eastward_from(box.west, place.longitude) <= width);
    });
  }
  std::vector<Index> operator()(const PolygonRegion& polygon) const {
    require_sphere(mesh, "polygon");
    const Gnomonic flat(polygon);
    return those(mesh, [&](Index i) { return flat.holds(normalised(mesh.cell_position[i])); });
  }
  std::vector<Index> operator()(const MaskRegion& mask) const {
    const auto values = io_thread().run([&] {
      const auto file = nc::File::open(mask.file.string());
      (void)file.dimensions(mask.variable);  // names the nearest where it is missing
      return file.read_unpacked(mask.variable);
    });
    const std::string where = mask.file.string() + ", variable '" + mask.variable + "'";
    if (values.size() != mesh.cell_id.size())
      throw InputError("the mask has " + std::to_string(values.size()) + " values and the mesh " +
                           std::to_string(mesh.cells) + " cells",
                       where, "make it on the mesh of the case");
    for (const double value : values)
      if (!std::isfinite(value))
        throw InputError("the mask has a value that is missing or NaN", where,
                         "write 1 inside and 0 outside");
    return those(mesh,
                 [&](Index i) { return values[static_cast<std::size_t>(mesh.cell_id[i])] != 0; });
  }
};

/// sum_i w_i K_iv / A_i of the cells round each vertex.
std::vector<double> through_kites(const Mesh& mesh, const std::vector<double>& at_cells) {
  std::vector<double> at_vertices;
  for (Index v = 0; v < mesh.vertices; ++v) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const Index i = mesh.cells_on_vertex[v][j];
      sum += at_cells[i] / mesh.area_cell[i] * mesh.kite_area[v][j];
    }
    at_vertices.push_back(sum);
  }
  return at_vertices;
}

std::vector<double> indicator(const Mesh& mesh, const std::vector<Index>& cells) {
  std::vector<double> inside(mesh.cell_position.size(), 0.0);
  for (const Index i : cells) inside[i] = 1;
  return inside;
}

}  // namespace

Vec3 position_of(const Mesh& mesh, const PointChoice& point) {
  if (mesh.geometry == Geometry::sphere) {
    if (!point.longitude || !point.latitude)
      throw InputError("a point of the sphere needs longitude and latitude", {},
                       "give both, in degrees for instance");
    return mesh.radius * direction(*point.longitude, *point.latitude);
  }
  if (!point.x || !point.y)
    throw InputError("a point of a plane needs x and y", {}, "give both, in km for instance");
  return {*point.x, *point.y, 0};
}

std::vector<Index> cells_in(const Mesh& mesh, const Region& region) {
  auto cells = std::visit(Finder{mesh}, region);
  if (cells.empty())
    throw InputError("no cell of the mesh has its centre in the region", {},
                     "make it larger, or take a point");
  return cells;
}

PlaceWeights place_weights(const Mesh& mesh, const std::vector<Index>& cells) {
  PlaceWeights weights;
  weights.cells = indicator(mesh, cells);
  for (const auto& [i0, i1] : mesh.cells_on_edge)
    weights.edges.push_back(0.5 * (weights.cells[static_cast<std::size_t>(i0)] +
                                   weights.cells[static_cast<std::size_t>(i1)]));
  for (Index v = 0; v < mesh.vertices; ++v) {
    double part = 0;
    for (std::size_t j = 0; j < 3; ++j)
      part += weights.cells[mesh.cells_on_vertex[v][j]] * mesh.kite_area[v][j];
    weights.vertices.push_back(part / mesh.area_triangle[v]);
  }
  return weights;
}

PlaceWeights mean_weights(const Mesh& mesh, const std::vector<Index>& cells) {
  PlaceWeights weights;
  weights.cells = indicator(mesh, cells);
  ExactSum total;
  for (const Index i : cells) total.add(mesh.area_cell[i]);
  const double area = total.value();
  for (const Index i : cells) weights.cells[i] = mesh.area_cell[i] / area;
  weights.vertices = through_kites(mesh, weights.cells);
  return weights;
}

PlaceWeights point_weights(const Mesh& mesh, const PointChoice& point) {
  const TrianglePlace place = locate(mesh, position_of(mesh, point));
  PlaceWeights weights;
  weights.cells.assign(mesh.cell_position.size(), 0.0);
  for (std::size_t j = 0; j < 3; ++j) weights.cells[place.cells[j]] = place.weights[j];
  weights.vertices = through_kites(mesh, weights.cells);
  return weights;
}

}  // namespace hexad
