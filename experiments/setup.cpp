#include "hexad/experiments/setup.hpp"

#include "hexad/core/log.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/experiments/members.hpp"

namespace hexad {
namespace {

Parameters parameters_of(const Case& run) {
  Parameters parameters;
  parameters.gravity = run.model.gravity;
  parameters.time_step = run.time.step;
  return parameters;
}

Mesh timed_mesh(const Case& run, const Device& device, const Console& console, Timers& timers) {
  const Timers::Scope scope(timers, "mesh");
  return make_mesh(run.mesh, device.threads, console);
}

}  // namespace

Setup::Setup(const Case& run, const Device& device, const Console& console, Timers& timers)
    : mesh(timed_mesh(run, device, console, timers)), domain(device, mesh, parameters_of(run)) {
  const Timers::Scope scope(timers, "initial state");
  fill(run);
  for (const auto& note : notes) console.line("{}", note);
}

Setup::Setup(const Case& run, const Device& device, Mesh ready)
    : mesh(std::move(ready)), domain(device, mesh, parameters_of(run)) {
  fill(run);
}

void Setup::fill(const Case& run) {
  const InitialFlow start = initial_flow(mesh, run);
  for (const auto& warning : start.warnings) Log().warning("{}", warning);
  notes = start.notes;
  exact = exact_solution(mesh, run, start, static_cast<double>(run.time.steps) * run.time.step);
  const Device& device = domain.device();
  const auto place = [&](auto field) { return repeat(field, run.members); };
  environment = {place(CellField<double>(device, start.topography)),
                 place(VertexField<double>(device, start.coriolis))};
  state = {place(CellField<double>(device, start.thickness)),
           place(EdgeField<double>(device, start.velocity))};
  perturb(run, mesh, state);
}

}  // namespace hexad
