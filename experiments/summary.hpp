#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hexad/core/timers.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {

using Json = nlohmann::ordered_json;

/// What every summary.json begins with: command, version, commit.
Json summary_head(const std::string& command);

/// `mesh`: cells, edges, vertices, mean_spacing_m, file_id.
Json mesh_summary(const Mesh& mesh);

/// What `run` says of any command: total_wall_s, threads, ranks, device, peak_memory_bytes.
Json run_summary(const Device& device, const Timers& timers);

/// `timers`: a list of name, calls, seconds.
Json timers_summary(const Timers& timers);

/// Relative change since the start, the largest in magnitude of all members; absolute where the
/// start is zero.
struct Drift {
  double mass = 0, energy = 0, potential_enstrophy = 0;
};
/// (now - start) / start; `now` where the start is zero.
double relative_change(double start, double now);
Drift drift_since(const std::vector<Diagnostics>& start, const std::vector<Diagnostics>& now);

/// Writes beside and renames. RunError when it cannot be written.
void write_text(const std::filesystem::path& file, const std::string& text);

/// Makes the output folder of a case. InputError when it cannot be made or written to.
void make_output_folder(const std::filesystem::path& folder);
/// As make_output_folder would fail, without making it.
void require_writable(const std::filesystem::path& folder);

}  // namespace hexad
