#include "hexad/model/workspace.hpp"

namespace hexad {

std::size_t Workspace::bytes() const { return held_; }

Workspace::Buffer Workspace::take(std::size_t bytes) {
  auto best = free_.end();
  for (auto it = free_.begin(); it != free_.end(); ++it)
    if (it->size() >= bytes && (best == free_.end() || it->size() < best->size())) best = it;
  if (best != free_.end() && best->size() <= 2 * bytes) {
    Buffer buffer = std::move(*best);
    free_.erase(best);
    return buffer;
  }
  held_ += bytes;
  return Buffer(device_, bytes);
}

}  // namespace hexad
