#include "hexad/io/lat_lon_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "hexad/core/error.hpp"
#include "hexad/grids/parallel.hpp"

namespace hexad {
namespace {

constexpr double radian = std::numbers::pi / 180.0;

void require_sphere(const Mesh& mesh) {
  if (mesh.geometry != Geometry::sphere)
    throw InputError("a latitude-longitude analysis cannot be put on a plane", {},
                     "choose a mesh on the sphere");
}

/// The wind at one point of a latitude-longitude grid as a Cartesian vector.
Vec3 wind_vector(double latitude, double longitude, double u, double v) {
  const double sin_lon = std::sin(longitude * radian), cos_lon = std::cos(longitude * radian);
  const double sin_lat = std::sin(latitude * radian), cos_lat = std::cos(latitude * radian);
  return u * Vec3{-sin_lon, cos_lon, 0} + v * Vec3{-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat};
}

template <class V, class At>
V bilinear(const LatLonStencil& s, const At& at) {
  const V south = (1 - s.to_east) * at(s.south, s.west) + s.to_east * at(s.south, s.east);
  const V north = (1 - s.to_east) * at(s.north, s.west) + s.to_east * at(s.north, s.east);
  return (1 - s.to_north) * south + s.to_north * north;
}

/// Largest step of a grid of degrees (rad), the narrower of the two directions.
double resolution(const LatLonField& field) {
  double rows = 0, columns = field.longitude.front() + 360.0 - field.longitude.back();
  for (std::size_t j = 1; j < field.latitude.size(); ++j)
    rows = std::max(rows, field.latitude[j] - field.latitude[j - 1]);
  for (std::size_t i = 1; i < field.longitude.size(); ++i)
    columns = std::max(columns, field.longitude[i] - field.longitude[i - 1]);
  return std::min(rows, columns) * radian;
}

/// Sums of w f and of w over one spherical triangle of unit vectors.
struct Sum {
  double weighted = 0, weight = 0;
};

/// A point P of the plane triangle a, b, c stands for a solid angle of det(a, b, c) / |P|^3 times
/// its share of twice the plane area.
void integrate(const LatLonField& field, const std::array<Vec3, 3>& corner, double step, Sum& sum) {
  const Vec3 a = corner[0], b = corner[1], c = corner[2];
  const double longest = std::max({norm(b - a), norm(c - b), norm(a - c)});
  const int parts = std::max(1, static_cast<int>(std::ceil(longest / step)));
  const double determinant = dot(a, cross(b, c)) / (static_cast<double>(parts) * parts);
  const auto add = [&](double at_b, double at_c) {
    const Vec3 p = a + (at_b / parts) * (b - a) + (at_c / parts) * (c - a);
    const double length = norm(p), w = determinant / (length * length * length);
    sum.weighted += w * interpolate(field, p);
    sum.weight += w;
  };
  constexpr double third = 1.0 / 3.0, near = 0.5 * third, far = 2 * third;
  for (int i = 0; i < parts; ++i)
    for (int j = 0; i + j < parts; ++j) {
      add(i + near, j + near);
      add(i + far, j + near);
      add(i + near, j + far);
      if (i + j + 1 == parts) continue;  // no triangle the other way up at the rim
      add(i + 1 - near, j + 1 - near);
      add(i + 1 - far, j + 1 - near);
      add(i + 1 - near, j + 1 - far);
    }
}

void add_row(LatLonField& field, double latitude, const std::vector<double>& row) {
  const bool south = latitude < 0;
  field.latitude.insert(south ? field.latitude.begin() : field.latitude.end(), latitude);
  field.values.insert(south ? field.values.begin() : field.values.end(), row.begin(), row.end());
}

bool has_pole(const LatLonField& field, bool south) {
  return south ? field.latitude.front() == -90.0 : field.latitude.back() == 90.0;
}

}  // namespace

LatLonStencil locate(const LatLonField& field, Vec3 direction) {
  const auto place = longitude_latitude(direction);
  const double latitude = place.latitude / radian, longitude = place.longitude / radian;
  const auto& rows = field.latitude;
  const auto above = std::upper_bound(rows.begin() + 1, rows.end() - 1, latitude);
  const auto north = static_cast<std::size_t>(above - rows.begin());
  const auto& columns = field.longitude;
  const auto beyond = std::upper_bound(columns.begin(), columns.end(), longitude);
  const auto after = static_cast<std::size_t>(beyond - columns.begin());
  const std::size_t count = columns.size(), west = (after + count - 1) % count,
                    east = after % count;
  const double turn = 360.0;
  const double width = columns[east] - columns[west] + (east > west ? 0.0 : turn);
  const double way = longitude - columns[west] + (longitude >= columns[west] ? 0.0 : turn);
  return {
      north - 1,  north, west, east, (latitude - rows[north - 1]) / (rows[north] - rows[north - 1]),
      way / width};
}

double interpolate(const LatLonField& field, Vec3 direction) {
  return bilinear<double>(locate(field, direction), [&](std::size_t row, std::size_t column) {
    return field.values[field.index(row, column)];
  });
}

double area_mean(const LatLonField& field) {
  const std::size_t columns = field.longitude.size();
  // Zonal means are exact by the trapezoidal rule, and linear in latitude between rows:
  // integral of (m0 + (m1 - m0) (y - y0) / (y1 - y0)) cos y dy, over that of cos y dy.
  std::vector<double> zonal(field.latitude.size(), 0.0);
  for (std::size_t j = 0; j < zonal.size(); ++j)
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t next = (i + 1) % columns;
      const double width = field.longitude[next] - field.longitude[i] + (next > i ? 0.0 : 360.0);
      zonal[j] +=
          width / 720.0 * (field.values[field.index(j, i)] + field.values[field.index(j, next)]);
    }
  double sum = 0;
  for (std::size_t j = 1; j < zonal.size(); ++j) {
    const double y0 = field.latitude[j - 1] * radian, y1 = field.latitude[j] * radian;
    const double slope = (zonal[j] - zonal[j - 1]) / (y1 - y0);
    sum += zonal[j] * std::sin(y1) - zonal[j - 1] * std::sin(y0) +
           slope * (std::cos(y1) - std::cos(y0));
  }
  return 0.5 * sum;
}

std::vector<double> cell_averages(const Mesh& mesh, const LatLonField& field, int refinement,
                                  int threads) {
  require_sphere(mesh);
  const double step = resolution(field) / refinement;
  std::vector<double> averages(static_cast<std::size_t>(mesh.cells));
  parallel_for(mesh.cells, threads, [&](Index i) {
    Sum sum;
    const int n = mesh.edge_count[i];
    const auto corner = [&](int k) {
      return normalised(mesh.vertex_position[mesh.vertices_on_cell[mesh.slot(i, k % n)]]);
    };
    for (int k = 0; k < n; ++k)
      integrate(field, {normalised(mesh.cell_position[i]), corner(k), corner(k + 1)}, step, sum);
    averages[static_cast<std::size_t>(i)] = sum.weighted / sum.weight;
  });
  return averages;
}

std::vector<double> edge_normal_winds(const Mesh& mesh, const LatLonField& eastward,
                                      const LatLonField& northward, int threads) {
  require_sphere(mesh);
  std::vector<Vec3> winds(eastward.values.size());
  for (std::size_t j = 0; j < eastward.latitude.size(); ++j)
    for (std::size_t i = 0; i < eastward.longitude.size(); ++i) {
      const std::size_t n = eastward.index(j, i);
      winds[n] = wind_vector(eastward.latitude[j], eastward.longitude[i], eastward.values[n],
                             northward.values[n]);
    }
  std::vector<double> normal(static_cast<std::size_t>(mesh.edges));
  parallel_for(mesh.edges, threads, [&](Index e) {
    const auto stencil = locate(eastward, mesh.edge_position[e]);
    const Vec3 wind = bilinear<Vec3>(stencil, [&](std::size_t row, std::size_t column) {
      return winds[eastward.index(row, column)];
    });
    normal[static_cast<std::size_t>(e)] = dot(wind, edge_normal(mesh, e));
  });
  return normal;
}

void complete_poles(LatLonField& scalar) {
  const std::size_t columns = scalar.longitude.size();
  for (const bool south : {true, false}) {
    if (has_pole(scalar, south)) continue;
    const std::size_t row = south ? 0 : scalar.latitude.size() - 1;
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i) sum += scalar.values[scalar.index(row, i)];
    add_row(scalar, south ? -90.0 : 90.0,
            std::vector<double>(columns, sum / static_cast<double>(columns)));
  }
}

void complete_poles(LatLonField& eastward, LatLonField& northward) {
  const std::size_t columns = eastward.longitude.size();
  for (const bool south : {true, false}) {
    if (has_pole(eastward, south)) continue;
    const std::size_t row = south ? 0 : eastward.latitude.size() - 1;
    const double pole = south ? -90.0 : 90.0;
    Vec3 sum;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t n = eastward.index(row, i);
      sum += wind_vector(eastward.latitude[row], eastward.longitude[i], eastward.values[n],
                         northward.values[n]);
    }
    sum = sum / static_cast<double>(columns);
    std::vector<double> u, v;
    for (const double longitude : eastward.longitude) {
      u.push_back(dot(sum, wind_vector(pole, longitude, 1, 0)));
      v.push_back(dot(sum, wind_vector(pole, longitude, 0, 1)));
    }
    add_row(eastward, pole, u);
    add_row(northward, pole, v);
  }
}

}  // namespace hexad
