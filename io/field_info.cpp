#include "hexad/io/field_info.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "hexad/core/error.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {

const std::vector<FieldInfo>& known_fields() {
  static const std::vector<FieldInfo> fields{
      {"thickness", Place::cell, "m", "cell_thickness", "thickness of the layer"},
      {"surface_height", Place::cell, "m", "geopotential_height", "height of the free surface"},
      {"topography", Place::cell, "m", "surface_altitude", "height of the ground"},
      {"eastward_wind", Place::cell, "m s-1", "eastward_wind", "eastward wind"},
      {"northward_wind", Place::cell, "m s-1", "northward_wind", "northward wind"},
      {"wind_speed", Place::cell, "m s-1", "wind_speed", "wind speed"},
      {"divergence", Place::cell, "s-1", "divergence_of_wind", "divergence of the wind"},
      {"kinetic_energy", Place::cell, "m2 s-2", "specific_kinetic_energy_of_air",
       "kinetic energy per unit mass"},
      {"normal_velocity", Place::edge, "m s-1", "", "velocity along the normal of the edge"},
      {"tangential_velocity", Place::edge, "m s-1", "", "velocity along the tangent of the edge"},
      {"vorticity", Place::vertex, "s-1", "atmosphere_relative_vorticity", "relative vorticity"},
      {"potential_vorticity", Place::vertex, "m-1 s-1", "",
       "absolute vorticity over the thickness of the layer"},
  };
  return fields;
}

FieldInfo field_info(const std::string& name, int members) {
  std::vector<std::string> names;
  for (auto field : known_fields()) {
    if (field.name == name) {
      field.members = members;
      return field;
    }
    names.push_back(field.name);
  }
  throw InputError("there is no field '" + name + "'", {},
                   "the nearest are " + nc::nearest_names(name, names));
}

FieldInfo gradient_info(const FieldInfo& field, const std::string& response_units) {
  FieldInfo gradient = field;
  const std::string inverse = inverse_units(field.units);
  gradient.name = "gradient_" + field.name;
  gradient.standard_name.clear();
  gradient.long_name = "derivative of the response with respect to " + field.long_name;
  gradient.units = response_units == "1" ? inverse
                   : inverse == "1"      ? response_units
                                         : response_units + " " + inverse;
  return gradient;
}

std::string inverse_units(const std::string& units) {
  std::istringstream stream(units);
  std::string result, factor;
  while (stream >> factor) {
    if (factor == "1") continue;
    const auto digits = std::find_if(factor.begin(), factor.end(), [](unsigned char c) {
      return std::isdigit(c) != 0 || c == '-';
    });
    const std::string base(factor.begin(), digits), exponent(digits, factor.end());
    std::string inverted = base;
    if (exponent.empty())
      inverted += "-1";
    else if (exponent[0] != '-')
      inverted.append("-").append(exponent);
    else if (exponent != "-1")
      inverted += exponent.substr(1);
    if (!result.empty()) result += ' ';
    result += inverted;
  }
  return result.empty() ? "1" : result;
}

}  // namespace hexad
