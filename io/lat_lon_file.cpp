#include "hexad/io/lat_lon_file.hpp"

#include <cmath>
#include <memory>
#include <numbers>

#include "hexad/core/error.hpp"
#include "hexad/grids/locate.hpp"

namespace hexad {
namespace {

constexpr double radians = std::numbers::pi / 180;

std::vector<Vec3> points_of(const Mesh& mesh, const LatLonGrid& grid) {
  std::vector<Vec3> points;
  points.reserve(grid.longitudes.size() * grid.latitudes.size());
  for (const double latitude : grid.latitudes)
    for (const double longitude : grid.longitudes) {
      const double phi = latitude * radians, lambda = longitude * radians;
      points.push_back({mesh.radius * (std::cos(phi) * std::cos(lambda)),
                        mesh.radius * (std::cos(phi) * std::sin(lambda)),
                        mesh.radius * std::sin(phi)});
    }
  return points;
}

/// From point by point, member innermost, to member by member.
std::vector<double> by_member(const std::vector<double>& values, int members) {
  if (members == 1) return values;
  const auto row = static_cast<std::size_t>(members), points = values.size() / row;
  std::vector<double> result(values.size());
  for (std::size_t p = 0; p < points; ++p)
    for (std::size_t m = 0; m < row; ++m) result[m * points + p] = values[p * row + m];
  return result;
}

std::vector<double> on_grid(const LinearMap& map, const std::vector<double>& values, int members) {
  return by_member(map.apply(values, members), members);
}

void define_axes(nc::File& file, const LatLonGrid& grid, int members) {
  file.define_dimension("lat", grid.latitudes.size());
  file.define_dimension("lon", grid.longitudes.size());
  if (members > 1) file.define_dimension("nMembers", static_cast<std::size_t>(members));
  file.define_variable("lat", nc::Type::float64, {"lat"},
                       {{"units", "degrees_north"},
                        {"standard_name", "latitude"},
                        {"long_name", "latitude"},
                        {"axis", "Y"}});
  file.define_variable("lon", nc::Type::float64, {"lon"},
                       {{"units", "degrees_east"},
                        {"standard_name", "longitude"},
                        {"long_name", "longitude"},
                        {"axis", "X"}});
}

void define_field(nc::File& file, const FieldInfo& field, const HistoryOptions& options,
                  const LatLonGrid& grid, bool constant) {
  nc::Attributes attributes{{"long_name", field.long_name}, {"units", field.units}};
  if (!field.standard_name.empty()) attributes.push_back({"standard_name", field.standard_name});
  std::vector<std::string> dimensions{"lat", "lon"};
  std::vector<std::size_t> chunks{grid.latitudes.size(), grid.longitudes.size()};
  if (field.members > 1) {
    dimensions.insert(dimensions.begin(), "nMembers");
    chunks.insert(chunks.begin(), 1);
  }
  if (!constant) {
    attributes.push_back(
        {"cell_methods", options.statistic == Statistic::mean ? "time: mean" : "time: point"});
    dimensions.insert(dimensions.begin(), "time");
    chunks.insert(chunks.begin(), 1);
  }
  file.define_variable(field.name, options.single_precision ? nc::Type::float32 : nc::Type::float64,
                       dimensions, attributes, {options.compression, chunks});
}

/// The maps that a file needs, made once.
struct GridMaps {
  LatLonGrid grid;
  LinearMap cells, vertices;

  [[nodiscard]] const LinearMap& of(const FieldInfo& field) const {
    if (field.place == Place::edge)
      throw RunError("a component along an edge has no value at a longitude and latitude",
                     "field '" + field.name + "'", "take 'wind', its east and north components");
    return field.place == Place::cell ? cells : vertices;
  }
};

GridMaps make_maps(const Mesh& mesh, const HistoryOptions& options, double spacing, int threads) {
  GridMaps maps;
  maps.grid = lat_lon_grid(spacing);
  maps.cells = cells_to_grid(mesh, maps.grid, threads);
  for (const auto& field : options.fields)
    if (field.place == Place::vertex) {
      maps.vertices = vertices_to_grid(mesh, maps.cells);
      break;
    }
  return maps;
}

RecordVariable variable_of(const FieldInfo& field, const Mesh& mesh,
                           const std::shared_ptr<const GridMaps>& maps) {
  RecordVariable variable{field.name, {}};
  if (field.members > 1) variable.counts.push_back(static_cast<std::size_t>(field.members));
  variable.counts.push_back(maps->grid.latitudes.size());
  variable.counts.push_back(maps->grid.longitudes.size());
  variable.given =
      static_cast<std::size_t>(mesh.count(field.place)) * static_cast<std::size_t>(field.members);
  variable.arrange = [maps, map = &maps->of(field), members = field.members](const auto& values) {
    return on_grid(*map, values, members);
  };
  return variable;
}

}  // namespace

LatLonGrid lat_lon_grid(double spacing) {
  const auto rows = static_cast<int>(std::lround(std::numbers::pi / spacing));
  LatLonGrid grid;
  for (int row = 0; row < rows; ++row) grid.latitudes.push_back(-90 + (row + 0.5) * 180 / rows);
  for (int column = 0; column < 2 * rows; ++column)
    grid.longitudes.push_back((column + 0.5) * 180 / rows);
  return grid;
}

LinearMap cells_to_grid(const Mesh& mesh, const LatLonGrid& grid, int threads) {
  return barycentric_map(mesh, points_of(mesh, grid), threads);
}

LinearMap vertices_to_grid(const Mesh& mesh, const LinearMap& cells) {
  std::vector<MapEntry> entries;
  for (Index row = 0; row < cells.rows; ++row)
    for (auto n = cells.row_start[static_cast<std::size_t>(row)];
         n < cells.row_start[static_cast<std::size_t>(row) + 1]; ++n) {
      const auto cell = static_cast<std::size_t>(cells.column[static_cast<std::size_t>(n)]);
      for (int k = 0; k < mesh.edge_count[cell]; ++k) {
        const Index vertex = mesh.vertices_on_cell[mesh.slot(static_cast<Index>(cell), k)];
        const auto v = static_cast<std::size_t>(vertex);
        for (std::size_t slot = 0; slot < 3; ++slot)
          if (mesh.cells_on_vertex[v][slot] == static_cast<Index>(cell))
            entries.push_back({row, vertex,
                               cells.weight[static_cast<std::size_t>(n)] * mesh.kite_area[v][slot] /
                                   mesh.area_cell[cell]});
      }
    }
  return make_map(cells.rows, mesh.vertices, std::move(entries), mesh.vertex_id);
}

RecordLayout lat_lon_layout(const Mesh& mesh, const HistoryOptions& options, double spacing,
                            int threads) {
  const auto maps = std::make_shared<const GridMaps>(make_maps(mesh, options, spacing, threads));
  RecordLayout layout;
  layout.start = options.start;
  layout.dimension = "time";
  layout.mpas_text = false;
  layout.intervals = options.statistic == Statistic::mean;
  int members = 1;
  for (const auto& field : options.fields) {
    members = std::max(members, field.members);
    layout.variables.push_back(variable_of(field, mesh, maps));
  }
  layout.define = [&options, maps, members](nc::File& file) {
    file.put_attribute("", "Conventions", "CF-1.8");
    for (const auto& [name, value] : options.attributes) file.put_attribute("", name, value);
    define_axes(file, maps->grid, members);
    for (const auto& constant : options.constants)
      define_field(file, constant.info, options, maps->grid, true);
    for (const auto& field : options.fields) define_field(file, field, options, maps->grid, false);
  };
  layout.fill = [&options, maps](nc::File& file) {
    file.write("lat", maps->grid.latitudes);
    file.write("lon", maps->grid.longitudes);
    for (const auto& [info, values] : options.constants)
      file.write(info.name, on_grid(maps->of(info), values, info.members));
  };
  return layout;
}

}  // namespace hexad
