#include "hexad/experiments/provenance.hpp"

#include <chrono>

#include "hexad/io/case/date.hpp"
#include "hexad/version.hpp"

namespace hexad {

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
          {"seeds", "none: nothing in this run is random"}};
}

}  // namespace hexad
