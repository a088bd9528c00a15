#pragma once

#include <cstddef>

// Memory of the host for large arrays. The system hands out pages that it clears one by one, which
// costs as much as computing them; a sweep that allocates a gibibyte of states, and the next sweep
// again, should pay once. So large blocks that are given back are kept for the next array of their
// size. For device.cpp and its tests.
namespace hexad::host_memory {

/// Blocks of at least this size are pages of their own, and kept (bytes).
inline constexpr std::size_t large = std::size_t{4} << 20;

/// At least `bytes`, aligned to a cache line, large blocks to a large page; null where there is no
/// memory left. Pages of a new large block are first touched by the threads that will work on them,
/// so that they lie near their processors.
void* allocate(std::size_t bytes, int threads);
/// `bytes` as they were asked for.
void release(void* block, std::size_t bytes) noexcept;

/// Bytes that are kept at the moment: never more than an eighth of the machine's memory.
[[nodiscard]] std::size_t kept_bytes();

}  // namespace hexad::host_memory
