#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hexad {

/// A point by longitude and latitude on a sphere (rad), by x and y on a plane (m).
struct PointChoice {
  std::optional<double> longitude, latitude, x, y;
};

/// All of the mesh.
struct WholeRegion {};
/// All that is no farther from a point than `radius`, along the surface (m).
struct CircleRegion {
  PointChoice centre;
  double radius = 0;
};
/// Between two parallels, and from one meridian eastward to another (rad), over the date line where
/// east is the smaller; all round where they are 360 degrees apart.
struct BoxRegion {
  double south = 0, north = 0, west = 0, east = 0;
};
/// Inside a polygon of great circles, smaller than a hemisphere; in either order.
struct PolygonRegion {
  struct Corner {
    double longitude, latitude;  ///< rad
  };
  std::vector<Corner> corners;
};
/// The cells where a variable of a NetCDF file on the cells of the mesh is not zero.
struct MaskRegion {
  std::filesystem::path file;
  std::string variable;
};
using Region = std::variant<WholeRegion, CircleRegion, BoxRegion, PolygonRegion, MaskRegion>;

}  // namespace hexad
