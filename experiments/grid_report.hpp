#pragma once

#include "hexad/experiments/console.hpp"
#include "hexad/experiments/summary.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad {

/// Counts, spacing and figures of merit of a mesh, as text and as JSON.
void print_grid(const Mesh& mesh, const Console& console);
Json grid_summary(const std::string& command, const Mesh& mesh);

/// How far the metrics of a file lie from those rebuilt.
void print_metrics(const ReadReport& report, const Console& console);
Json metrics_summary(const ReadReport& report);

}  // namespace hexad
