#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/initial/solid_body.hpp"

namespace hexad {

InitialFlow williamson1(const Mesh& mesh, const Williamson1Choice& choice,
                        const ModelChoice& model) {
  const SolidBody body(mesh, choice.alpha);
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position) psi.push_back(body.stream_function(position));
  InitialFlow flow;
  flow.thickness.assign(mesh.cell_position.size(), choice.depth);
  flow.velocity = rotational_wind(mesh, psi);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

}  // namespace hexad
