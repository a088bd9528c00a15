#pragma once

#include <cstddef>
#include <string>
#include <vector>

// What device.cpp needs of the CUDA runtime. In a host-only build there are no devices, and the
// rest cannot be reached. `ordinal` numbers devices.
namespace hexad::cuda {

/// Whether this program was compiled with CUDA.
bool built();

/// Names of the devices that this program has code for; empty when there is none, with the reason
/// in `why_none` where that is given.
std::vector<std::string> devices(std::string* why_none = nullptr);

void* allocate(int ordinal, std::size_t bytes);
void release(int ordinal, void* pointer) noexcept;
/// Between any two memories; waits until done.
void copy(int ordinal, void* destination, const void* source, std::size_t bytes);
/// Whether a pointer leads to a device's own memory.
bool on_device(const void* pointer);
void synchronise(int ordinal);

}  // namespace hexad::cuda
