#include "hexad/experiments/mesh_plan.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/experiments/forecast/progress.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/io/mesh_file.hpp"

namespace hexad {
namespace {

constexpr double redraw_s = 0.2;       // on a terminal
constexpr double plain_line_s = 30;    // elsewhere
constexpr double least_level_s = 0.2;  // a level that took less says nothing of the next

std::size_t size(Index count) { return static_cast<std::size_t>(count); }

/// A mesh without its lists: Euler's count gives edges and vertices of triangles.
Mesh counts_of(const MeshChoice& choice) {
  Mesh mesh;
  mesh.cells = count_cells(choice);
  const bool sphere = std::holds_alternative<IcosahedralOptions>(choice);
  mesh.vertices = 2 * mesh.cells - (sphere ? 4 : 0);
  mesh.edges = 3 * mesh.cells - (sphere ? 6 : 0);
  mesh.max_edges = mesh.cells == 12 ? 5 : 6;  // the icosahedron itself has pentagons only
  return mesh;
}

}  // namespace

std::size_t mesh_bytes(const Mesh& counts) {
  const std::size_t slots = counts.slot(counts.cells, 0);
  const std::size_t cell = sizeof(Vec3) + sizeof(int) + 2 * sizeof(double) + sizeof(Index);
  const std::size_t edge = sizeof(Vec3) + 4 * sizeof(Index) + 3 * sizeof(double) + sizeof(Index);
  const std::size_t vertex = sizeof(Vec3) + 6 * sizeof(Index) + 4 * sizeof(double) + sizeof(Index);
  return 3 * slots * sizeof(Index) + size(counts.cells) * cell + size(counts.edges) * edge +
         size(counts.vertices) * vertex;
}

MeshPlan plan_mesh(const MeshChoice& choice) {
  const Mesh counts = counts_of(choice);
  return {static_cast<double>(counts.cells),
          mesh_bytes(counts) + size(counts.cells) * sizeof(Vec3) + bytes_beside_a_mesh,
          mesh_file_bytes(counts)};
}

double RelaxationProgress::seconds_left(double in_level) const {
  double next = 4 * level_before_s_, left = std::max(0.0, next - in_level);
  for (int level = level_; level < last_level_; ++level) left += next *= 4;
  return left;
}

void RelaxationProgress::advance(int level, int iteration, double move) {
  const auto now = Clock::now();
  const auto seconds = [](Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  if (level != level_) {
    level_before_s_ = level_ < 0 ? 0 : seconds(latest_ - level_start_);
    level_start_ = level_ < 0 ? level_start_ : latest_;
    level_ = level;
  }
  latest_ = now;
  const bool bar = console_.shows_progress();
  if (console_.is_quiet() || seconds(now - shown_) < (bar ? redraw_s : plain_line_s)) return;
  shown_ = now;
  const auto left =
      level_before_s_ < least_level_s
          ? std::string()
          : fmt::format("; about {} left", clock_time(seconds_left(seconds(now - level_start_))));
  const auto text =
      fmt::format("mesh: level {} of {}, iteration {}, largest move {:.1e} of the spacing{}",
                  level_, last_level_, iteration, move, left);
  if (bar)
    console_.progress(text);
  else
    console_.line("{}", text);
}

}  // namespace hexad
