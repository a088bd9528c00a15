#pragma once

#include "hexad/model/registry.hpp"

namespace hexad {

/// What operators of the whole flow say of their inputs, in the order of FlowIn.
inline std::vector<Block> flow_blocks() {
  return {{"thickness", 5000, 500},      {"normal_velocity", 0, 20}, {"topography", 0, 500},
          {"coriolis", 0, 1e-4},         {"gravity", 9.8, 0.5},      {"viscosity", 1e5, 5e4},
          {"hyperviscosity", 1e15, 5e14}};
}

/// The choices of parameters under which a tendency is another function.
inline std::vector<OperatorVariant> flow_variants() {
  return {{"energy", {}},
          {"enstrophy, Laplacian", {.vorticity = VorticityForm::enstrophy, .viscous = true}},
          {"apvm, biharmonic", {.vorticity = VorticityForm::apvm, .hyperviscous = true}},
          {"prescribed wind", {.wind = WindChoice::prescribed}}};
}

}  // namespace hexad
