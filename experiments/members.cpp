#include "hexad/experiments/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hexad/core/exact_sum.hpp"
#include "hexad/core/random.hpp"
#include "hexad/experiments/initial/ground.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mpas_variables.hpp"
#include "hexad/io/netcdf.hpp"

namespace hexad {
namespace {

std::vector<double> white_noise(const std::vector<Index>& ids, const Random& random, int number) {
  std::vector<double> values(ids.size());
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = random.normal(ids[n], number);
  return values;
}

/// sum_i w_i x_i y_i, exact, so the same in any order of the mesh.
double weighted_sum(const std::vector<double>& w, const std::vector<double>& x,
                    const std::vector<double>& y) {
  ExactSum sum;
  for (std::size_t n = 0; n < w.size(); ++n) sum.add(w[n] * x[n] * y[n]);
  return sum.value();
}

/// Takes the mean away and scales to a root mean square.
void normalise(std::vector<double>& values, const std::vector<double>& weight, double wanted,
               bool without_mean) {
  const std::vector<double> ones(values.size(), 1.0);
  const double whole = weighted_sum(weight, ones, ones);
  if (without_mean) {
    const double mean = weighted_sum(weight, values, ones) / whole;
    for (double& value : values) value -= mean;
  }
  const double square = weighted_sum(weight, values, values) / whole;
  const double scale = square > 0 ? wanted / std::sqrt(square) : 0.0;
  for (double& value : values) value *= scale;
}

std::vector<double> smooth_noise(const Mesh& mesh, const Random& random, int number, double length,
                                 int threads) {
  // White noise convolved with a Gaussian of L / sqrt(2) has the correlation exp(-r^2 / (2 L^2)).
  return smoothed(mesh, white_noise(mesh.cell_id, random, number), length / std::sqrt(2.0),
                  threads);
}

/// Of a stream function at cells.
std::vector<double> wind_of(const Mesh& mesh, const std::vector<double>& psi) {
  std::vector<double> at_vertices(mesh.kite_area.size());
  for (std::size_t v = 0; v < at_vertices.size(); ++v) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j)
      sum += mesh.kite_area[v][j] * psi[static_cast<std::size_t>(mesh.cells_on_vertex[v][j])];
    at_vertices[v] = sum / mesh.area_triangle[v];
  }
  std::vector<double> wind(mesh.dv_edge.size());
  for (std::size_t e = 0; e < wind.size(); ++e) {
    const auto& ends = mesh.vertices_on_edge[e];
    wind[e] = -(at_vertices[static_cast<std::size_t>(ends[1])] -
                at_vertices[static_cast<std::size_t>(ends[0])]) /
              mesh.dv_edge[e];
  }
  return wind;
}

/// A row of a variable (nMembers, entities) in the mesh's internal order; empty where the file does
/// not have the variable.
std::vector<double> row_of(const nc::File& file, const std::string& name,
                           const std::string& dimension, const std::vector<Index>& order,
                           int number) {
  if (!file.has_variable(name)) return {};
  file.require_dimensions(name, {"nMembers", dimension});
  const std::string where = file.path() + ", variable '" + name + "'";
  if (file.length(dimension) != order.size())
    throw InputError(fmt::format("the perturbations are of a mesh with {} {}, not {}",
                                 file.length(dimension), dimension, order.size()),
                     where, "give a file of the same mesh");
  if (static_cast<std::size_t>(number) >= file.length("nMembers"))
    throw InputError(fmt::format("there is no perturbation for member {}: the file has {}", number,
                                 file.length("nMembers")),
                     where, "take fewer members, or a smaller members.first");
  const auto values =
      file.read_unpacked(name, {{static_cast<std::size_t>(number), 0}, {1, order.size()}});
  std::vector<double> ordered(values.size());
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (!std::isfinite(values[n]))
      throw InputError(fmt::format("a value of member {} is missing or not a number", number),
                       where, "fill it");
    ordered[static_cast<std::size_t>(order[n])] = values[n];
  }
  return ordered;
}

Perturbation perturbation_from(const PerturbationFile& choice, const Mesh& mesh, int number) {
  return io_thread().run([&] {
    const auto file = nc::File::open(choice.file.string());
    Perturbation found{
        row_of(file, "thickness", "nCells", user_order(mesh, Place::cell), number),
        row_of(file, "normal_velocity", "nEdges", user_order(mesh, Place::edge), number)};
    if (found.thickness.empty() && found.velocity.empty())
      throw InputError("the file has neither thickness nor normal_velocity", choice.file.string(),
                       "give one of them, as (nMembers, nCells) or (nMembers, nEdges)");
    return found;
  });
}

/// values(entity, member) += addend(entity)
void add(const std::vector<double>& addend, int member, int members, std::vector<double>& values) {
  for (std::size_t n = 0; n < addend.size(); ++n)
    values[n * static_cast<std::size_t>(members) + static_cast<std::size_t>(member)] += addend[n];
}

}  // namespace

Perturbation random_perturbation(const Mesh& mesh, const RandomPerturbations& choice, int number,
                                 int threads) {
  const auto seed = static_cast<std::uint64_t>(choice.seed);
  Perturbation result;
  if (choice.thickness > 0) {
    const Random random(seed, "perturbation of the thickness");
    result.thickness = smooth_noise(mesh, random, number, choice.length, threads);
    normalise(result.thickness, mesh.area_cell, choice.thickness, true);
  }
  if (choice.wind > 0) {
    const Random random(seed, "perturbation of the wind");
    result.velocity =
        choice.length > 0
            ? wind_of(mesh, smooth_noise(mesh, random, number, choice.length, threads))
            : white_noise(mesh.edge_id, random, number);
    std::vector<double> area(result.velocity.size());
    for (std::size_t e = 0; e < area.size(); ++e) area[e] = mesh.dc_edge[e] * mesh.dv_edge[e];
    normalise(result.velocity, area, choice.wind, false);
  }
  return result;
}

void perturb(const Case& run, const Mesh& mesh, State<double>& state) {
  const auto& choice = run.perturbations;
  if (std::holds_alternative<std::monostate>(choice.kind)) return;
  const Device device = state.device();
  auto thickness = state.thickness.to_host();
  auto velocity = state.velocity.to_host();
  for (int member = 0; member < run.members; ++member) {
    const int number = choice.first + member;
    if (choice.control && number == 0) continue;
    const auto* random = std::get_if<RandomPerturbations>(&choice.kind);
    const Perturbation found =
        random != nullptr
            ? random_perturbation(mesh, *random, number, device.threads)
            : perturbation_from(std::get<PerturbationFile>(choice.kind), mesh, number);
    add(found.thickness, member, run.members, thickness);
    add(found.velocity, member, run.members, velocity);
  }
  const auto before = state.thickness.to_host();
  for (auto& tracer : state.tracers) {  // its concentration stays
    auto amount = tracer.to_host();
    for (std::size_t n = 0; n < amount.size(); ++n)
      if (thickness[n] != before[n]) amount[n] = amount[n] / before[n] * thickness[n];
    tracer = CellField<double>(device, amount, run.members);
  }
  state.thickness = CellField<double>(device, thickness, run.members);
  state.velocity = EdgeField<double>(device, velocity, run.members);
}

}  // namespace hexad
