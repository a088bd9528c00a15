#include "hexad/experiments/summary.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "hexad/core/error.hpp"
#include "hexad/core/peak_memory.hpp"
#include "hexad/version.hpp"

namespace hexad {
namespace {

namespace fs = std::filesystem;

void keep_larger(double& kept, double candidate) {
  if (!(std::abs(candidate) <= std::abs(kept))) kept = candidate;
}

InputError not_writable(const fs::path& folder, const std::string& reason) {
  return InputError("the output folder cannot be written: " + reason, folder.string(),
                    "choose another output.directory or change its permissions");
}

}  // namespace

Json summary_head(const std::string& command) {
  return {{"command", command}, {"version", version}, {"commit", commit}};
}

Json mesh_summary(const Mesh& mesh) {
  return {{"cells", mesh.cells},
          {"edges", mesh.edges},
          {"vertices", mesh.vertices},
          {"mean_spacing_m", mean_spacing(mesh)},
          {"file_id", mesh.file_id}};
}

Json run_summary(const Device& device, const Timers& timers) {
  return {{"total_wall_s", timers.elapsed()},
          {"threads", device.threads > 0 ? device.threads : omp_get_max_threads()},
          {"ranks", 1},
          {"device", describe(device)},
          {"peak_memory_bytes", peak_memory_bytes()}};
}

Json timers_summary(const Timers& timers) {
  Json list = Json::array();
  for (const auto& entry : timers.entries())
    list.push_back({{"name", entry.path}, {"calls", entry.calls}, {"seconds", entry.seconds}});
  return list;
}

double relative_change(double start, double now) {
  return start == 0 ? now : (now - start) / start;
}

Drift drift_since(const std::vector<Diagnostics>& start, const std::vector<Diagnostics>& now) {
  Drift drift;
  for (std::size_t n = 0; n < now.size(); ++n) {
    keep_larger(drift.mass, relative_change(start[n].mass, now[n].mass));
    keep_larger(drift.energy, relative_change(start[n].energy, now[n].energy));
    keep_larger(drift.potential_enstrophy,
                relative_change(start[n].potential_enstrophy, now[n].potential_enstrophy));
  }
  return drift;
}

void write_text(const fs::path& file, const std::string& text) {
  const fs::path part = file.string() + ".part";
  std::ofstream stream(part);
  stream << text;
  stream.close();
  std::error_code status;
  if (stream) fs::rename(part, file, status);
  if (stream && !status) return;
  fs::remove(part, status);
  throw RunError("the file cannot be written", file.string(),
                 "check space on the disk and the folder's permissions");
}

void require_writable(const fs::path& folder) {
  fs::path there = folder;
  std::error_code status;
  while (!fs::exists(there, status) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, status))
    throw not_writable(folder, fmt::format("'{}' is not a folder", there.string()));
  if (access(there.c_str(), W_OK | X_OK) != 0)
    throw not_writable(folder, fmt::format("no permission in '{}'", there.string()));
}

void make_output_folder(const fs::path& folder) {
  require_writable(folder);
  std::error_code status;
  fs::create_directories(folder, status);
  if (status) throw not_writable(folder, status.message());
}

}  // namespace hexad
