#pragma once

// Bodies of the launches: included by kernel units only (see for_each.hpp).

#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>

#include "hexad/core/error.hpp"
#include "hexad/core/for_each.hpp"
#include "hexad/core/macros.hpp"

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

namespace hexad {
namespace detail {

/// The i-th entity of a fixed, pseudo-random visiting order: i -> (stride i + offset) mod n.
struct Shuffle {
  explicit Shuffle(Index n) : entities(n), stride(static_cast<std::int64_t>(0.618 * n) | 1) {
    while (n > 1 && std::gcd(stride, entities) != 1) stride += 2;
  }
  [[nodiscard]] Index operator()(Index i) const {
    return static_cast<Index>((stride * i + entities / 3) % entities);
  }
  std::int64_t entities, stride;
};

template <class Kernel>
void run_in_order(const Device& device, Index entities, int lanes, const Kernel& kernel) {
  const int threads = host_threads(device);
  const bool reversed = device.order == Order::reversed;
  const Shuffle shuffle(entities);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (Index n = 0; n < entities; ++n) {
    const Index i = reversed ? entities - 1 - n : shuffle(n);
    for (int lane = lanes - 1; lane >= 0; --lane) kernel(i, lane);
  }
}

template <class Kernel>
void run_forward(const Device& device, Index entities, int lanes, const Kernel& kernel) {
  const int threads = host_threads(device);
#pragma omp parallel num_threads(threads)
  {
    const Kernel mine = kernel;  // a private copy: the views stay in registers
    if (lanes == 1) {
#pragma omp for schedule(static)
      for (Index i = 0; i < entities; ++i) mine(i, 0);
    } else {
#pragma omp for schedule(static)
      for (Index i = 0; i < entities; ++i)
        for (int lane = 0; lane < lanes; ++lane) mine(i, lane);
    }
  }
}

template <class Kernel>
void run_on_host(const Device& device, Index entities, int lanes, const Kernel& kernel) {
  if (device.order == Order::forward)
    run_forward(device, entities, lanes, kernel);
  else
    run_in_order(device, entities, lanes, kernel);
}

#if defined(__CUDACC__)
template <class Kernel>
__global__ void device_kernel(Index entities, int lanes, const Kernel kernel) {
  const auto thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread >= static_cast<std::int64_t>(entities) * lanes) return;
  kernel(static_cast<Index>(thread / lanes), static_cast<int>(thread % lanes));
}

template <class Kernel>
void run_on_cuda(const Device& device, Index entities, int lanes, const Kernel& kernel) {
  constexpr int block = 256;
  (void)cudaSetDevice(device.ordinal);  // a fault shows in the launch's own status
  const auto threads = static_cast<std::int64_t>(entities) * lanes;
  const auto blocks = static_cast<unsigned>((threads + block - 1) / block);
  device_kernel<<<blocks, block>>>(entities, lanes, kernel);
  if (const auto status = cudaGetLastError(); status != cudaSuccess)
    throw RunError(std::string("a kernel could not be launched: ") + cudaGetErrorString(status),
                   describe(device));
}
#endif

}  // namespace detail

// `used` keeps the out-of-line copy that the other units link to.
template <class Kernel, bool OnDevice>
[[gnu::noinline, gnu::used]] void Launch<Kernel, OnDevice>::run(const Device& device,
                                                                Index entities, int lanes,
                                                                const Kernel& kernel) {
  static_assert(std::is_trivially_copyable_v<Kernel>);
  if (entities <= 0 || lanes <= 0) return;
  switch (device.backend) {
    case Backend::host:
      detail::run_on_host(device, entities, lanes, kernel);
      return;
    case Backend::mock: {
      const MockAccess access;
      detail::run_on_host(device, entities, lanes, kernel);
      return;
    }
    case Backend::cuda:
#if defined(__CUDACC__)
      if constexpr (OnDevice) {
        detail::run_on_cuda(device, entities, lanes, kernel);
        return;
      }
#endif
      throw RunError("a kernel of this value type does not exist on a GPU", describe(device));
  }
}

}  // namespace hexad
