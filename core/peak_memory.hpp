#pragma once

#include <cstddef>

namespace hexad {

/// The most memory of the machine that this process has held so far (bytes): VmHWM of
/// /proc/self/status, 0 where the system has no such file. Memory of a GPU is not in it.
std::size_t peak_memory_bytes();

}  // namespace hexad
