#pragma once

#include <cstddef>

// The memory of the mock device: one reserved range of addresses, closed to everybody but
// launches and copies (MockAccess), with an allocator of its own. For device.cpp and its tests.
namespace hexad::mock {

/// A block, aligned to 64 bytes and filled with NaN; RunError when the range is used up.
void* allocate(std::size_t bytes);

/// Gives a block back: it is filled with NaN, and poisoned where an address sanitizer watches.
void release(void* pointer) noexcept;

/// Whether an address lies in the mock device's range, allocated or not.
bool contains(const void* pointer);

/// Whether [pointer, pointer + bytes) lies within one allocated block.
bool owns(const void* pointer, std::size_t bytes);

/// Bytes in allocated blocks.
std::size_t allocated_bytes();

}  // namespace hexad::mock
