#include "hexad/core/cuda.hpp"

#include "hexad/core/error.hpp"

#if defined(HEXAD_WITH_CUDA)
#include <cuda_runtime_api.h>
#endif

namespace hexad::cuda {

#if defined(HEXAD_WITH_CUDA)
namespace {

void check(cudaError_t status, const char* what, int ordinal) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // an error that was reported does not stay for the next call
  throw RunError(std::string(what) + ": " + cudaGetErrorString(status),
                 "CUDA " + std::to_string(ordinal));
}

void select(int ordinal) { check(cudaSetDevice(ordinal), "a GPU cannot be used", ordinal); }

}  // namespace

bool built() { return true; }

std::vector<std::string> devices(std::string* why_none) {
  int count = 0;
  std::vector<std::string> names;
  if (const auto status = cudaGetDeviceCount(&count); status != cudaSuccess) {
    (void)cudaGetLastError();
    if (why_none != nullptr) *why_none = cudaGetErrorString(status);
    return names;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, ordinal) == cudaSuccess)
      names.emplace_back(properties.name);
  }
  if (names.empty() && why_none != nullptr) *why_none = "this machine has no GPU";
  return names;
}

void* allocate(int ordinal, std::size_t bytes) {
  select(ordinal);
  void* pointer = nullptr;
  if (const auto status = cudaMalloc(&pointer, bytes); status != cudaSuccess) {
    (void)cudaGetLastError();
    throw RunError("the GPU has no " + std::to_string(bytes >> 20) +
                       " MiB left: " + cudaGetErrorString(status),
                   "CUDA " + std::to_string(ordinal), "use fewer cells or members, or the host");
  }
  return pointer;
}

void release(int ordinal, void* pointer) noexcept {
  if (cudaSetDevice(ordinal) == cudaSuccess) (void)cudaFree(pointer);
}

void copy(int ordinal, void* destination, const void* source, std::size_t bytes) {
  select(ordinal);
  check(cudaMemcpy(destination, source, bytes, cudaMemcpyDefault), "a copy to or from a GPU failed",
        ordinal);
}

bool on_device(const void* pointer) {
  cudaPointerAttributes attributes{};
  const bool known = cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess;
  if (!known) (void)cudaGetLastError();
  return known && attributes.type == cudaMemoryTypeDevice;
}

void synchronise(int ordinal) {
  select(ordinal);
  check(cudaDeviceSynchronize(), "a kernel failed on a GPU", ordinal);
}

#else

namespace {
[[noreturn]] void refuse() {
  throw RunError("this program was built without CUDA", {}, "build it where nvcc is found");
}
}  // namespace

bool built() { return false; }
std::vector<std::string> devices(std::string* why_none) {
  if (why_none != nullptr) *why_none = "this program was built without CUDA";
  return {};
}
void* allocate(int, std::size_t) { refuse(); }
void release(int, void*) noexcept {}
void copy(int, void*, const void*, std::size_t) { refuse(); }
bool on_device(const void*) { return false; }
void synchronise(int) { refuse(); }

#endif

}  // namespace hexad::cuda
