#pragma once

#include <netcdf.h>

#include <string>
#include <vector>

#include "catch.hpp"

namespace hexad::test {

/// All values of a variable of a NetCDF file.
inline std::vector<double> values_of(const std::string& file, const std::string& variable) {
  int id = 0, var = 0, rank = 0;
  REQUIRE(nc_open(file.c_str(), NC_NOWRITE, &id) == NC_NOERR);
  REQUIRE(nc_inq_varid(id, variable.c_str(), &var) == NC_NOERR);
  REQUIRE(nc_inq_varndims(id, var, &rank) == NC_NOERR);
  std::vector<int> dimensions(static_cast<std::size_t>(rank));
  nc_inq_vardimid(id, var, dimensions.data());
  std::size_t size = 1;
  for (const int dimension : dimensions) {
    std::size_t length = 0;
    nc_inq_dimlen(id, dimension, &length);
    size *= length;
  }
  std::vector<double> values(size);
  REQUIRE(nc_get_var_double(id, var, values.data()) == NC_NOERR);
  nc_close(id);
  return values;
}

/// A global attribute, text.
inline std::string attribute_of(const std::string& file, const std::string& name) {
  int id = 0;
  std::size_t length = 0;
  REQUIRE(nc_open(file.c_str(), NC_NOWRITE, &id) == NC_NOERR);
  REQUIRE(nc_inq_attlen(id, NC_GLOBAL, name.c_str(), &length) == NC_NOERR);
  std::string text(length, ' ');
  REQUIRE(nc_get_att_text(id, NC_GLOBAL, name.c_str(), text.data()) == NC_NOERR);
  nc_close(id);
  return text;
}

}  // namespace hexad::test
