#include "hexad/io/mesh_compare.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "hexad/grids/parallel.hpp"
#include "hexad/io/in_parts.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mpas_variables.hpp"

namespace hexad {
namespace {

/// Difference of two values of a kind of variable, in the measure that MetricCheck states; `size`
/// is that of positions.
double difference(MpasKind kind, double size, double file, double rebuilt) {
  const double turn = 2 * std::numbers::pi;
  switch (kind) {
    case MpasKind::longitude:
    case MpasKind::angle:
      return std::abs(std::remainder(file - rebuilt, turn));
    case MpasKind::latitude:
    case MpasKind::weight:
      return std::abs(file - rebuilt);
    case MpasKind::position:
      return std::abs(file - rebuilt) / size;
    default:
      return std::abs(file - rebuilt) / std::abs(rebuilt);
  }
}

bool is_checked(const Mesh& mesh, const MpasVariable& variable) {
  switch (variable.kind) {
    case MpasKind::longitude:
    case MpasKind::latitude:
      return mesh.geometry == Geometry::sphere;
    case MpasKind::position:
    case MpasKind::angle:
    case MpasKind::length:
    case MpasKind::area:
    case MpasKind::weight:
    case MpasKind::quality:
      return true;
    default:
      return false;
  }
}

/// The name of the latitudes of the places of a variable that is an angle from the east; empty for
/// others. East has no direction on a pole: what matters is the distance that an angle stands for.
std::string latitudes_for(const Mesh& mesh, const MpasVariable& variable) {
  if (mesh.geometry != Geometry::sphere) return {};
  if (variable.kind == MpasKind::angle) return "latEdge";
  return variable.kind == MpasKind::longitude ? "lat" + variable.name.substr(3) : std::string();
}

/// Takes the worse of two; the first of equals.
void keep_worse(MetricCheck& worst, const MetricCheck& other) {
  if (other.largest > worst.largest) worst = other;
}

/// Rows of a variable as the file has them, with the cosines of their latitudes where those count.
struct Part {
  std::span<const double> values;
  std::size_t width;
  std::vector<double> latitudes;
};

/// The largest difference of a part from what was rebuilt.
MetricCheck compare_part(const MpasVariable& variable, double size, Index first, const Part& part,
                         Rows rows) {
  const auto count = part.values.size() / part.width;
  std::vector<double> rebuilt(count * rows.width);
  variable.doubles(first, rebuilt);
  const auto parts = parallel_parts(
      static_cast<Index>(count), 0, MetricCheck{variable.name}, [&](Index n, MetricCheck& worst) {
        const auto row = static_cast<std::size_t>(n);
        for (std::size_t k = 0; k < std::min(rows.width, part.width); ++k) {
          const double found = part.values[row * part.width + k];
          const double right = rebuilt[row * rows.width + k];
          double d = difference(variable.kind, size, found, right);
          if (!part.latitudes.empty()) d *= std::cos(part.latitudes[row]);
          if (std::isnan(d)) d = HUGE_VAL;  // a NaN of the file counts as the worst
          if (d > worst.largest) worst = {variable.name, d, first + n, found, right};
        }
      });
  MetricCheck worst{variable.name};
  for (const auto& one : parts) keep_worse(worst, one);
  return worst;
}

MetricCheck compare(const nc::File& file, const Mesh& mesh, const MpasVariable& variable,
                    double size) {
  const Rows rows = mpas_rows(mesh, variable);
  Rows in_file{rows.count, 1};
  io_thread().run([&] {
    const auto dimensions = file.dimensions(variable.name);
    for (std::size_t n = 1; n < dimensions.size(); ++n) in_file.width *= dimensions[n].length;
    if (dimensions.empty() || dimensions[0].length != rows.count)
      file.require_dimensions(variable.name, variable.dimensions);
  });
  const auto latitudes = latitudes_for(mesh, variable);
  MetricCheck worst{variable.name};
  read_in_parts<double>(
      file, variable.name, in_file, [&](Index first, std::span<const double> values) {
        Part part{values, in_file.width, {}};
        if (!latitudes.empty())
          part.latitudes = io_thread().run([&] {
            const nc::Slab slab{{static_cast<std::size_t>(first)}, {values.size() / part.width}};
            return file.read_doubles(latitudes, slab);
          });
        keep_worse(worst, compare_part(variable, size, first, part, rows));
      });
  return worst;
}

void remark_unless_ordered(const nc::File& file, const char* name, Index count,
                           ReadReport& report) {
  if (!io_thread().run([&] { return file.has_variable(name); })) return;
  FirstNoted other;
  read_in_parts<int>(file, name, {static_cast<std::size_t>(count), 1},
                     [&](Index first, std::span<const int> values) {
                       parallel_for(static_cast<Index>(values.size()), 0, [&](Index n) {
                         if (values[n] != first + n + 1) other.note(first + n);
                       });
                     });
  if (other.any())
    report.remarks.push_back(std::string(name) +
                             " is not 1, 2, 3 ...: the order of the file is taken");
}

}  // namespace

void compare_metrics(const nc::File& file, const Mesh& mesh, ReadReport& report) {
  const double size = mesh.geometry == Geometry::sphere ? mesh.file_radius : mean_spacing(mesh);
  for (const auto& variable : mpas_variables(mesh, mesh.file_radius)) {
    if (!io_thread().run([&] { return file.has_variable(variable.name); }))
      report.remarks.push_back("no variable " + variable.name);
    else if (is_checked(mesh, variable))
      report.metrics.push_back(compare(file, mesh, variable, size));
  }
  remark_unless_ordered(file, "indexToCellID", mesh.cells, report);
  remark_unless_ordered(file, "indexToEdgeID", mesh.edges, report);
  remark_unless_ordered(file, "indexToVertexID", mesh.vertices, report);
}

}  // namespace hexad
