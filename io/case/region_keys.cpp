#include "hexad/io/case/region_keys.hpp"

#include <fmt/format.h>

#include <numbers>

namespace hexad {
namespace {

constexpr double full_turn = 2 * std::numbers::pi, pole = std::numbers::pi / 2;

/// Whether every key that a section needs is there: others are faults of their own already.
bool has_all(const Settings& s, const std::string& path, const std::vector<const char*>& keys) {
  for (const char* key : keys)
    if (!s.has(path + "." + key)) return false;
  return true;
}

void check_box(const Settings& s, const std::string& at, std::vector<InputError>& faults) {
  if (!has_all(s, at, {"south", "north", "west", "east"})) return;
  if (s.number(at + ".south") >= s.number(at + ".north"))
    faults.emplace_back("the box has its south no farther south than its north",
                        s.where(at + ".south"), "exchange the two");
  if (s.number(at + ".west") == s.number(at + ".east"))
    faults.emplace_back("the box has no width", s.where(at + ".east"),
                        "give another meridian; all round is west: 0 deg, east: 360 deg");
}

void check_polygon(const Settings& s, const std::string& at, std::vector<InputError>& faults) {
  const auto corners = s.points(at);
  if (corners.size() < 3)
    faults.emplace_back(fmt::format("a polygon of {} corners has no inside", corners.size()),
                        s.where(at), "give three or more");
  for (const auto& corner : corners)
    if (std::abs(corner[1]) > pole)
      faults.emplace_back("a latitude past a pole", s.where(at),
                          "each corner is [longitude, latitude]");
}

}  // namespace

Key point_key(const std::string& name, const std::string& help) {
  return section_key(
      name, help,
      {number_key("longitude", Dimension::angle, "On a sphere.").between(-full_turn, full_turn),
       number_key("latitude", Dimension::angle, "On a sphere.").between(-pole, pole),
       number_key("x", Dimension::length, "On a plane."),
       number_key("y", Dimension::length, "On a plane.")});
}

PointChoice point_choice(const Settings& s, const std::string& path) {
  const auto number = [&](const char* key) {
    const std::string at = path + "." + key;
    return s.has(at) ? std::optional(s.number(at)) : std::nullopt;
  };
  return {number("longitude"), number("latitude"), number("x"), number("y")};
}

void check_point(const Settings& s, const std::string& path, std::vector<InputError>& faults) {
  if (!s.has(path)) return;
  const bool sphere = has_all(s, path, {"longitude", "latitude"});
  const bool plane = has_all(s, path, {"x", "y"});
  if (sphere == plane)
    faults.emplace_back(sphere ? "a point has longitude and latitude or x and y, not both"
                               : "the point does not say where it is",
                        s.where(path),
                        "give longitude and latitude on a sphere, x and y on a plane");
  else if (s.has("mesh.planar") != plane)
    faults.emplace_back(plane ? "x and y are of a plane, and the mesh is a sphere"
                              : "a plane has no longitude and latitude",
                        s.where(path), plane ? "give longitude and latitude" : "give x and y");
}

Key region_key(const std::string& help) {
  return choice_key(
      "region", help,
      {flag_key("whole", "All of the mesh.").alternative(),
       section_key(
           "circle", "All that is no farther than `radius` from a point.",
           {point_key("centre", "Of the circle."),
            number_key("radius", Dimension::length, "Along the surface.").required().positive()})
           .alternative(),
       section_key("box", "Between two parallels and two meridians.",
                   {number_key("south", Dimension::angle, "Latitude.")
                        .defaults_to("-90 deg")
                        .between(-pole, pole),
                    number_key("north", Dimension::angle, "Latitude.")
                        .defaults_to("90 deg")
                        .between(-pole, pole),
                    number_key("west", Dimension::angle, "Longitude.")
                        .defaults_to("0 deg")
                        .between(-full_turn, full_turn),
                    number_key("east", Dimension::angle,
                               "Longitude; the box goes eastward from west to here, over the "
                               "date line where it must.")
                        .defaults_to("360 deg")
                        .between(-full_turn, full_turn)})
           .alternative(),
       points_key("polygon",
                  "Corners [longitude, latitude] joined by great circles, in either order; the "
                  "inside is smaller than a hemisphere.")
           .alternative(),
       section_key(
           "mask", "The cells where a variable is not zero.",
           {file_key("file", "A NetCDF file on the cells of the mesh, in their order.").required(),
            text_key("variable", "Its name.").defaults_to("mask")})
           .alternative()});
}

Region region_choice(const Settings& s, const std::string& path) {
  if (s.has(path + ".circle"))
    return CircleRegion{point_choice(s, path + ".circle.centre"),
                        s.number(path + ".circle.radius")};
  if (s.has(path + ".box")) {
    const std::string at = path + ".box.";
    return BoxRegion{s.number(at + "south"), s.number(at + "north"), s.number(at + "west"),
                     s.number(at + "east")};
  }
  if (s.has(path + ".polygon")) {
    PolygonRegion polygon;
    for (const auto& corner : s.points(path + ".polygon"))
      polygon.corners.push_back({corner[0], corner[1]});
    return polygon;
  }
  if (s.has(path + ".mask"))
    return MaskRegion{s.text(path + ".mask.file"), s.text(path + ".mask.variable")};
  return WholeRegion{};
}

void check_region(const Settings& s, const std::string& path, std::vector<InputError>& faults) {
  if (s.has(path + ".circle.centre")) check_point(s, path + ".circle.centre", faults);
  if (s.has(path + ".box")) check_box(s, path + ".box", faults);
  if (s.has(path + ".polygon")) check_polygon(s, path + ".polygon", faults);
  if (s.has(path + ".whole") && !s.flag(path + ".whole"))
    faults.emplace_back("a region that is not the whole says which it is", s.where(path + ".whole"),
                        "give circle, box, polygon or mask");
  for (const char* shape : {".box", ".polygon"})
    if (s.has(path + shape) && s.has("mesh.planar"))
      faults.emplace_back("a plane has no longitude and latitude", s.where(path + shape),
                          "take a circle or a mask");
}

}  // namespace hexad
