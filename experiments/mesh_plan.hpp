#pragma once

#include <chrono>
#include <cstddef>

#include "hexad/experiments/console.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// What making a mesh, and writing its file, takes.
struct MeshPlan {
  double cells = 0;
  std::size_t memory_bytes = 0;  ///< At most, while it is made and written.
  std::size_t disk_bytes = 0;    ///< Of the mesh file.
};

/// Of a mesh that is to be made.
MeshPlan plan_mesh(const MeshChoice& choice);

/// Memory of the lists of a mesh of so many cells, edges and vertices (bytes).
std::size_t mesh_bytes(const Mesh& counts);

/// Memory that a process has beside the mesh that it makes, reads or writes (bytes): libraries, the
/// parts of a file on their way.
inline constexpr std::size_t bytes_beside_a_mesh = 48U << 20;

/// Says how the relaxation of a mesh gets on and how long it may still take: in place of the last
/// line on a terminal, elsewhere a plain line now and then. Each level has four times the cells of
/// the one before, and takes about as many iterations.
class RelaxationProgress {
 public:
  RelaxationProgress(const Console& console, int last_level)
      : console_(console), last_level_(last_level) {}

  /// After some iterations: their number at this level, the largest move over the spacing.
  void advance(int level, int iteration, double move);
  void clear() const { console_.progress(""); }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double seconds_left(double in_level) const;

  const Console& console_;
  int last_level_, level_ = -1;
  double level_before_s_ = 0;  // what the level before this one took
  Clock::time_point level_start_ = Clock::now(), latest_ = level_start_, shown_ = level_start_;
};

}  // namespace hexad
