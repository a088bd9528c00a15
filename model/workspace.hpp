#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "hexad/core/array.hpp"
#include "hexad/core/types.hpp"
#include "hexad/core/view.hpp"

namespace hexad {

/// Temporary fields of a step, kept for the next: after the first step nothing is allocated.
class Workspace {
 public:
  explicit Workspace(const Device& device) : device_(device) {}
  [[nodiscard]] const Device& device() const { return device_; }
  /// All memory held (bytes).
  [[nodiscard]] std::size_t bytes() const;

  using Buffer = Array<std::byte>;
  /// The smallest free buffer of at least that size, or a new one.
  [[nodiscard]] Buffer take(std::size_t bytes);
  void give_back(Buffer buffer) { free_.push_back(std::move(buffer)); }

 private:
  Device device_;
  std::size_t held_ = 0;
  std::vector<Buffer> free_;
};

/// A temporary field, given back to its workspace at the end of its scope.
template <Place P, class T>
class Scratch {
 public:
  Scratch(Workspace& workspace, Index entities, int lanes)
      : workspace_(workspace),
        lanes_(lanes),
        buffer_(workspace.take(static_cast<std::size_t>(entities) *
                               static_cast<std::size_t>(lanes) * sizeof(T))) {}
  ~Scratch() { workspace_.give_back(std::move(buffer_)); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // NOLINTBEGIN(google-explicit-constructor): a temporary is used as the views that kernels take
  operator Out<P, T>() { return out(); }
  operator In<P, T>() { return out(); }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] Out<P, T> out() { return {reinterpret_cast<T*>(buffer_.pointer()), lanes_}; }

 private:
  Workspace& workspace_;
  int lanes_;
  Workspace::Buffer buffer_;
};

/// A temporary field where it is wanted.
template <Place P, class T>
class OptionalScratch {
 public:
  OptionalScratch(Workspace& workspace, Index entities, int lanes, bool wanted) {
    if (wanted) field_.emplace(workspace, entities, lanes);
  }
  // NOLINTBEGIN(google-explicit-constructor): a temporary is used as the views that kernels take
  operator Out<P, T>() { return out(); }
  operator In<P, T>() { return out(); }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] Out<P, T> out() { return field_ ? field_->out() : Out<P, T>(); }

 private:
  std::optional<Scratch<P, T>> field_;
};

}  // namespace hexad
