#include "hexad/io/analysis.hpp"

#include "hexad/experiments/initial/balance.hpp"
#include "hexad/experiments/initial/elliptic.hpp"
#include "hexad/experiments/initial/ground.hpp"

namespace hexad {
InitialFlow from_analysis(const Mesh& mesh, const AnalysisChoice& choice, const ModelChoice& model,
                          const std::vector<double>& ground) {
  const Analysis analysis =
      read_analysis({choice.file.string(), choice.level, choice.month, choice.time});
  InitialFlow flow;
  flow.thickness = cell_averages(mesh, analysis.height);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  lay_on(flow, ground);
  if (choice.mean_depth) {
    const double shift = *choice.mean_depth - area_mean(mesh, flow.thickness);
    for (double& thickness : flow.thickness) thickness += shift;
  }
  flow.velocity = edge_normal_winds(mesh, analysis.eastward, analysis.northward);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  if (choice.balance == AnalysisChoice::Balance::geostrophic) balance_wind(mesh, model, flow);
  if (choice.balance == AnalysisChoice::Balance::nonlinear) balance_height(mesh, model, flow);
  return flow;
}

}  // namespace hexad
