#include "hexad/core/device.hpp"

#include <omp.h>
#include <sys/sysinfo.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "hexad/core/cuda.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/host_memory.hpp"
#include "hexad/core/mock.hpp"

namespace hexad {

int host_threads(const Device& device) {
  return device.threads > 0 ? device.threads : omp_get_max_threads();
}

namespace {

std::string threads_of(const Device& device) {
  const int threads = host_threads(device);
  return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

/// Memory and swap of the machine (bytes). More than that is refused at once: Linux would grant
/// it and kill the process later.
std::size_t machine_memory() {
  struct sysinfo info {};
  if (sysinfo(&info) != 0) return SIZE_MAX;
  return (static_cast<std::size_t>(info.totalram) + info.totalswap) * info.mem_unit;
}

void require_memory(const Device& device, bool there, std::size_t bytes) {
  if (there) return;
  throw RunError("no memory left for an array of " + mebibytes(bytes), describe(device),
                 "use fewer cells or members, or a larger machine");
}

void* allocate_on_host(const Device& device, std::size_t bytes) {
  void* memory = host_memory::allocate(bytes, host_threads(device));
  require_memory(device, memory != nullptr, bytes);
  return memory;
}

/// A pointer must lead to the memory that the caller names, or a copy is missing somewhere.
void check_place(const Device& device, const void* pointer, std::size_t bytes, bool cuda_in_use) {
  switch (device.backend) {
    case Backend::host:
      if (mock::contains(pointer) || (cuda_in_use && cuda::on_device(pointer)))
        throw RunError("a device pointer was passed as host memory", "copy_bytes",
                       "pass the array's own device");
      return;
    case Backend::mock:
      if (!mock::contains(pointer))
        throw RunError("a host pointer was passed as device memory", "copy_bytes",
                       "pass the array's own device");
      if (!mock::owns(pointer, bytes))
        throw RunError("a copy of " + std::to_string(bytes) + " bytes leaves its array",
                       "mock device");
      return;
    case Backend::cuda:
      if (!cuda::on_device(pointer))
        throw RunError("a host pointer was passed as device memory", "copy_bytes",
                       "pass the array's own device");
      return;
  }
}

}  // namespace

std::string describe(const Device& device) {
  switch (device.backend) {
    case Backend::host:
      return "host, " + threads_of(device);
    case Backend::mock:
      return "mock device, " + threads_of(device);
    case Backend::cuda:
      break;
  }
  const auto names = cuda::devices();
  const auto ordinal = static_cast<std::size_t>(device.ordinal);
  const std::string name = ordinal < names.size() ? names[ordinal] : "absent GPU";
  return name + " (CUDA " + std::to_string(device.ordinal) + ")";
}

Device choose_device(const std::string& name, int threads) {
  if (threads < 0)
    throw InputError("the number of threads is negative: " + std::to_string(threads), "--threads",
                     "give 1 or more, or 0 for as many as OpenMP takes");
  Device device;
  device.threads = threads;
  if (name == "cpu") return device;
  if (name == "mock") {
    device.backend = Backend::mock;
    return device;
  }
  if (name != "auto" && name != "gpu")
    throw InputError("there is no device '" + name + "'", "--device",
                     "choose auto, cpu, gpu or mock");
  std::string why_none;
  if (!cuda::devices(&why_none).empty())
    device.backend = Backend::cuda;
  else if (name == "gpu")
    throw InputError("no GPU can be used: " + why_none, "--device", "choose auto or cpu");
  return device;
}

std::vector<std::string> cuda_devices() { return cuda::devices(); }

bool built_with_cuda() { return cuda::built(); }

void* allocate(const Device& device, std::size_t bytes) {
  if (device.backend != Backend::cuda) require_memory(device, bytes <= machine_memory(), bytes);
  switch (device.backend) {
    case Backend::host:
      return allocate_on_host(device, bytes);
    case Backend::mock:
      return mock::allocate(bytes);
    case Backend::cuda:
      return cuda::allocate(device.ordinal, bytes);
  }
  return nullptr;
}

void release(const Device& device, void* pointer, std::size_t bytes) noexcept {
  switch (device.backend) {
    case Backend::host:
      host_memory::release(pointer, bytes);
      return;
    case Backend::mock:
      mock::release(pointer);
      return;
    case Backend::cuda:
      cuda::release(device.ordinal, pointer);
      return;
  }
}

void copy_bytes(const Device& to, void* destination, const Device& from, const void* source,
                std::size_t bytes) {
  if (bytes == 0) return;
  const bool cuda_in_use = to.backend == Backend::cuda || from.backend == Backend::cuda;
  check_place(to, destination, bytes, cuda_in_use);
  check_place(from, source, bytes, cuda_in_use);
  const bool mock_in_use = to.backend == Backend::mock || from.backend == Backend::mock;
  if (mock_in_use) {
    const MockAccess access;
    if (cuda_in_use)
      cuda::copy(to.backend == Backend::cuda ? to.ordinal : from.ordinal, destination, source,
                 bytes);
    else
      std::memcpy(destination, source, bytes);
  } else if (cuda_in_use) {
    cuda::copy(to.backend == Backend::cuda ? to.ordinal : from.ordinal, destination, source, bytes);
  } else {
    std::memcpy(destination, source, bytes);
  }
}

void synchronise(const Device& device) {
  if (device.backend == Backend::cuda) cuda::synchronise(device.ordinal);
}

}  // namespace hexad
