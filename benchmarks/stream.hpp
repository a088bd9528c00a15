#pragma once

#include <cstddef>
#include <string>

#include "hexad/core/array.hpp"

namespace hexad::bench {

/// Size of the largest data cache of a processor that the system tells of (bytes): the largest
/// `size` under /sys/devices/system/cpu/cpu0/cache. 32 MiB where it says nothing.
std::size_t last_level_cache_bytes();

/// The triad of STREAM (McCalpin 1995), a = b + s c, with the threads of a device: three arrays of
/// at least four times the last-level cache each (as STREAM's rules want it), but no more than an
/// eighth of the machine's memory together, first touched by the threads that use them.
class StreamTriad {
 public:
  explicit StreamTriad(const Device& device);
  void run();
  /// Counted as STREAM does: two arrays read, one written, 24 bytes an element. The lines of `a`
  /// that most processors read before they write them are left out, so the bandwidth that follows
  /// is a lower bound, and bytes-equivalent figures are not flattered by it.
  [[nodiscard]] double bytes() const { return 24.0 * static_cast<double>(a_.size()); }
  [[nodiscard]] std::size_t array_bytes() const { return sizeof(double) * a_.size(); }

 private:
  Device device_;
  Array<double> a_, b_, c_;
};

}  // namespace hexad::bench
