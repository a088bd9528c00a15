#include "hexad/experiments/sensitivity/parameters.hpp"

#include "hexad/adjoint/host_block.hpp"
#include "hexad/experiments/initial/elliptic.hpp"

namespace hexad {

std::vector<ParameterSensitivity> parameter_sensitivities(const Case& run, Domain& domain,
                                                          const Environment<double>& environment,
                                                          const Environment<double>& derivative) {
  const auto scaled = [](const auto& field, const auto& of_field) {
    return dot(field.to_host(), of_field.to_host());
  };
  const auto mean = [&](const CellField<double>& field) {
    return area_mean(domain.mesh(), field.to_host());
  };
  std::vector<ParameterSensitivity> list{
      {"topography", "1", 1, scaled(environment.topography, derivative.topography)},
      {"rotation", "s-1", run.model.rotation, scaled(environment.coriolis, derivative.coriolis)},
      {"gravity", "m s-2", run.model.gravity, scaled(environment.gravity, derivative.gravity)}};
  if (domain.parameters().viscous)
    list.push_back({"viscosity", "m2 s-1", mean(environment.viscosity),
                    scaled(environment.viscosity, derivative.viscosity)});
  if (domain.parameters().hyperviscous)
    list.push_back({"hyperviscosity", "m4 s-1", mean(environment.hyperviscosity),
                    scaled(environment.hyperviscosity, derivative.hyperviscosity)});
  return list;
}

void print_parameters(const std::vector<ParameterSensitivity>& parameters, const std::string& units,
                      const Console& console) {
  console.line("{:<16} {:>14} {:<8} {:>22}", "parameter", "value", "", "dJ for a change of 1 %");
  for (const auto& p : parameters)
    console.line("{:<16} {:>14.6g} {:<8} {:>22.6e} {}", p.name, p.value, p.units, 0.01 * p.scaled,
                 units);
}

Json parameters_json(const std::vector<ParameterSensitivity>& parameters) {
  Json list = Json::array();
  for (const auto& p : parameters) {
    list.push_back(
        {{"name", p.name}, {"value", p.value}, {"units", p.units}, {"scaled", p.scaled}});
    if (p.value != 0) list.back()["derivative"] = p.scaled / p.value;
  }
  return list;
}

}  // namespace hexad
