#pragma once

#include <cstddef>
#include <vector>

#include "hexad/grids/mesh.hpp"

namespace hexad {

/// A field on a latitude-longitude grid that covers the sphere, bilinear in latitude and longitude
/// between its points.
struct LatLonField {
  std::vector<double> latitude;   ///< Degrees, ascending from -90 to 90, poles included.
  std::vector<double> longitude;  ///< Degrees, ascending in [0, 360), cyclic.
  std::vector<double> values;     ///< latitude x longitude, no value missing.

  [[nodiscard]] std::size_t index(std::size_t row, std::size_t column) const {
    return row * longitude.size() + column;
  }
};

/// Four points round a place and their weights, which add up to 1.
struct LatLonStencil {
  std::size_t south, north, west, east;  ///< Rows and columns.
  double to_north, to_east;              ///< Fractions of the way, 0 to 1.
};
LatLonStencil locate(const LatLonField& field, Vec3 direction);

/// Value of a scalar in a direction from the centre of the sphere.
double interpolate(const LatLonField& field, Vec3 direction);

/// Exact mean of the bilinear field over the sphere.
double area_mean(const LatLonField& field);

/// Mean of the bilinear field over each cell, in the mesh's internal order. Each cell is cut into
/// triangles of centre and two vertices, these into smaller ones until points lie no farther apart
/// than the field's own, `refinement` times closer; three points in each are exact for quadratics
/// (Strang and Fix 1973), with the solid angle as weight. The global mean then differs from
/// `area_mean` by the kinks of the bilinear field between its points only, an error that falls
/// with the square of `refinement`. Same bits with any number of threads. InputError on a plane.
std::vector<double> cell_averages(const Mesh& mesh, const LatLonField& field, int refinement = 1,
                                  int threads = 0);

/// u_e = V . n_e at each edge's position, in the mesh's internal order: the wind is interpolated
/// as a Cartesian vector, which is smooth over the poles. InputError on a plane.
std::vector<double> edge_normal_winds(const Mesh& mesh, const LatLonField& eastward,
                                      const LatLonField& northward, int threads = 0);

/// Adds rows at the poles where the grid lacks them: the mean of the last row, of winds as vectors.
void complete_poles(LatLonField& scalar);
void complete_poles(LatLonField& eastward, LatLonField& northward);

}  // namespace hexad
