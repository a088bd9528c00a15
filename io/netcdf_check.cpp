#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "hexad/io/case/nearest.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad::nc {
namespace {

std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

std::size_t bytes_of(nc_type type) {
  switch (type) {
    case NC_BYTE:
    case NC_CHAR:
    case NC_UBYTE:
      return 1;
    case NC_SHORT:
    case NC_USHORT:
      return 2;
    case NC_INT:
    case NC_UINT:
    case NC_FLOAT:
      return 4;
    default:
      return 8;
  }
}

/// Widths (bytes) of a count and of an offset in the header: CDF-1 4 and 4, CDF-2 4 and 8,
/// CDF-5 8 and 8.
struct Widths {
  std::size_t count, offset;

  [[nodiscard]] std::size_t name(const char* text) const {
    return count + padded(std::string(text).size());
  }
  [[nodiscard]] std::size_t list() const { return 4 + count; }
};

std::size_t attribute_bytes(int file, int variable, int attributes, const Widths& widths) {
  std::size_t bytes = widths.list();
  for (int i = 0; i < attributes; ++i) {
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    std::size_t size = 0;
    if (nc_inq_attname(file, variable, i, name) != NC_NOERR ||
        nc_inq_att(file, variable, name, &type, &size) != NC_NOERR)
      continue;
    bytes += widths.name(name) + 4 + widths.count + padded(size * bytes_of(type));
  }
  return bytes;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

// Layout: NetCDF Classic Format Specification (Unidata). Values follow the header in any order,
// each variable padded to four bytes; record variables take one slab for each record.
std::size_t promised_bytes(int file) {
  int format = 0;
  if (nc_inq_format(file, &format) != NC_NOERR) return 0;
  if (format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC) return 0;
  const Widths widths{format == NC_FORMAT_CDF5 ? std::size_t{8} : std::size_t{4},
                      format == NC_FORMAT_CLASSIC ? std::size_t{4} : std::size_t{8}};
  int dimensions = 0, variables = 0, attributes = 0, unlimited = -1;
  if (nc_inq(file, &dimensions, &variables, &attributes, &unlimited) != NC_NOERR) return 0;

  std::size_t bytes = 4 + widths.count + 2 * widths.list();
  bytes += attribute_bytes(file, NC_GLOBAL, attributes, widths);
  std::vector<std::size_t> lengths(static_cast<std::size_t>(dimensions));
  for (int i = 0; i < dimensions; ++i) {
    char name[NC_MAX_NAME + 1] = {};
    if (nc_inq_dim(file, i, name, &lengths[static_cast<std::size_t>(i)]) != NC_NOERR) return 0;
    bytes += widths.name(name) + widths.count;
  }
  const std::size_t records = unlimited < 0 ? 0 : lengths[static_cast<std::size_t>(unlimited)];
  std::size_t record_bytes = 0, record_variables = 0, last_record_unpadded = 0;
  for (int i = 0; i < variables; ++i) {
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    int rank = 0, own_attributes = 0;
    std::array<int, NC_MAX_VAR_DIMS> ids{};
    if (nc_inq_var(file, i, name, &type, &rank, ids.data(), &own_attributes) != NC_NOERR) return 0;
    bytes += widths.name(name) + widths.count * (1 + static_cast<std::size_t>(rank)) +
             attribute_bytes(file, i, own_attributes, widths) + 4 + widths.count + widths.offset;
    const bool record = rank > 0 && ids[0] == unlimited;
    std::size_t size = bytes_of(type);
    for (int d = record ? 1 : 0; d < rank; ++d)
      size *= lengths[static_cast<std::size_t>(ids[static_cast<std::size_t>(d)])];
    if (record) {
      record_bytes += padded(size);
      ++record_variables;
      last_record_unpadded = size;
    } else {
      bytes += padded(size);
    }
  }
  if (record_variables == 1) record_bytes = last_record_unpadded;  // not padded when alone
  bytes += records * record_bytes;
  return bytes < 4 ? bytes : bytes - 3;  // the padding of the last value may be missing
}

std::string nearest_names(const std::string& wanted, const std::vector<std::string>& names) {
  auto sorted = names;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return edit_distance(lower(wanted), lower(a)) < edit_distance(lower(wanted), lower(b));
  });
  sorted.resize(std::min<std::size_t>(3, sorted.size()));
  std::vector<std::string> quoted;
  for (const auto& name : sorted) {
    quoted.emplace_back("'");
    quoted.back().append(name).append("'");
  }
  return enumerate(quoted);
}

}  // namespace hexad::nc
