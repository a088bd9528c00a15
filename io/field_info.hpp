#pragma once

#include <string>
#include <vector>

#include "hexad/core/types.hpp"

namespace hexad {

/// A field as a file describes it. Units are UDUNITS text, standard names those of the CF table
/// (https://cfconventions.org/standard-names.html); an empty one means that the table has none.
struct FieldInfo {
  std::string name;
  Place place = Place::cell;
  std::string units, standard_name, long_name;
  int members = 1;
};

/// All fields of the shallow-water model that have a name.
const std::vector<FieldInfo>& known_fields();

/// The known field of that name; InputError names the nearest.
FieldInfo field_info(const std::string& name, int members = 1);

/// The derivative of a response with respect to a field: named gradient_NAME, in units of the
/// response over those of the field.
FieldInfo gradient_info(const FieldInfo& field, const std::string& response_units = "1");

/// Inverse of a product of units: "m s-1" gives "m-1 s", "1" gives "1".
std::string inverse_units(const std::string& units);

}  // namespace hexad
