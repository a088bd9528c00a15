#pragma once

#include <string>
#include <vector>

#include "hexad/io/case/region_choice.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {

/// The key `region`, wherever a region is wanted: whole, circle, box, polygon or mask.
Key region_key(const std::string& help);
/// The region at `path` ("response.NAME.region"); the whole mesh where there is none.
Region region_choice(const Settings& settings, const std::string& path);
/// What no key of a region can know by itself.
void check_region(const Settings& settings, const std::string& path,
                  std::vector<InputError>& faults);

/// A section that is a point: longitude and latitude, or x and y.
Key point_key(const std::string& name, const std::string& help);
PointChoice point_choice(const Settings& settings, const std::string& path);
void check_point(const Settings& settings, const std::string& path,
                 std::vector<InputError>& faults);

}  // namespace hexad
