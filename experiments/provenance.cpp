#include "hexad/experiments/provenance.hpp"

#include <chrono>

#include "hexad/io/case/date.hpp"
#include "hexad/version.hpp"

namespace hexad {
namespace {

std::string seeds_of(const Case& run) {
  const auto* random = std::get_if<RandomPerturbations>(&run.perturbations.kind);
  return random == nullptr ? "none: nothing in this run is random"
                           : "members.perturbations.random.seed = " + std::to_string(random->seed);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenance(const Case& run, const Mesh& mesh,
                                                            const Device& device,
                                                            const std::string& command_line) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const Date date{now.time_since_epoch().count()};
  return {{"source", std::string("hexad ") + version},
          {"commit", commit},
          {"build_type", build_type},
          {"compiler", std::string(compiler) + ", -march=" + architecture},
          {"device", describe(device)},
          {"command_line", command_line},
          {"history", to_string(date) + "Z: " + command_line},
          {"case_as_run", run.as_run},
          {"mesh_file_id", mesh.file_id},
          {"seeds", seeds_of(run)}};
}

}  // namespace hexad
