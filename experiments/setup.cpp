#include "hexad/experiments/setup.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/core/log.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/experiments/members.hpp"
#include "hexad/experiments/time_step.hpp"

namespace hexad {
namespace {

Mesh timed_mesh(const Case& run, const Device& device, const Console& console, Timers& timers) {
  const Timers::Scope scope(timers, "mesh");
  return make_mesh(run.mesh, device.threads, console);
}

/// Distance of neighbours that a cell's area stands for, were it a regular hexagon (m).
double local_spacing(double area) { return std::sqrt(area * 2 / std::sqrt(3.0)); }

struct Diffusivity {
  std::vector<double> laplacian, biharmonic;
};
Diffusivity diffusivity(const Mesh& mesh, const DiffusionChoice& choice) {
  constexpr double speed = 0.05;  // m/s, of biharmonic: auto
  double mean = 0;
  for (const double area : mesh.area_cell) mean += local_spacing(area) / mesh.cells;
  Diffusivity result;
  for (const double area : mesh.area_cell) {
    const double spacing = local_spacing(area);
    const double ratio = choice.scale_with_spacing ? spacing / mean : 1;
    result.laplacian.push_back(choice.laplacian * ratio);
    result.biharmonic.push_back(choice.biharmonic ? *choice.biharmonic * ratio * ratio * ratio
                                                  : speed * spacing * spacing * spacing);
  }
  return result;
}

Tables tables_of(const Case& run) { return {.directions = !run.tracers.empty()}; }

}  // namespace

Setup::Setup(Case& run, const Device& device, const Console& console, Timers& timers)
    : mesh(timed_mesh(run, device, console, timers)),
      domain(device, mesh, run.model.parameters, tables_of(run)) {
  const Timers::Scope scope(timers, "initial state");
  fill(run);
  settle_time_step(run);
  for (const auto& note : notes) console.line("{}", note);
}

Setup::Setup(const Case& run, const Device& device, Mesh ready)
    : mesh(std::move(ready)), domain(device, mesh, run.model.parameters, tables_of(run)) {
  fill(run);
}

void Setup::fill(const Case& run) {
  const InitialFlow start = initial_flow(mesh, run);
  for (const auto& warning : start.warnings) Log().warning("{}", warning);
  notes = start.notes;
  exact = exact_solution(mesh, run, start, run.time.duration);
  const Device& device = domain.device();
  const auto at_cells = [&](const std::vector<double>& values) {
    return repeat(CellField<double>(device, values), run.members);
  };
  const Diffusivity diffusion = diffusivity(mesh, run.model.diffusion);
  environment.topography = at_cells(start.topography);
  environment.coriolis = repeat(VertexField<double>(device, start.coriolis), run.members);
  environment.gravity = repeat(constant_field(device, mesh, run.model.gravity), run.members);
  environment.viscosity = at_cells(diffusion.laplacian);
  environment.hyperviscosity = at_cells(diffusion.biharmonic);
  state = {at_cells(start.thickness),
           repeat(EdgeField<double>(device, start.velocity), run.members)};
  for (auto tracer : start.tracers) {
    std::transform(tracer.begin(), tracer.end(), start.thickness.begin(), tracer.begin(),
                   [](double phi, double h) { return phi * h; });
    state.tracers.push_back(at_cells(tracer));
  }
  perturb(run, mesh, state);
}

void Setup::settle_time_step(Case& run) {
  if (run.time.automatic && run.time.step == 0)
    set_time_step(run, automatic_step(run, domain, environment, state));
  domain.set_time_step(run.time.step);
  require_stable_diffusion(run, domain, environment);
}

}  // namespace hexad
