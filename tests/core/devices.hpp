#pragma once

#include <vector>

#include "hexad/core/device.hpp"

/// Every device of this machine that kernels must agree on: host and mock device in each order of
/// execution, with 1 and 2 threads, and GPUs where there are some.
inline std::vector<hexad::Device> all_devices() {
  using namespace hexad;
  std::vector<Device> devices;
  for (const auto backend : {Backend::host, Backend::mock})
    for (const int threads : {1, 2})
      for (const auto order : {Order::forward, Order::reversed, Order::shuffled})
        devices.push_back({backend, 0, threads, order});
  for (int ordinal = 0; ordinal < static_cast<int>(cuda_devices().size()); ++ordinal)
    devices.push_back({Backend::cuda, ordinal, 0, Order::forward});
  return devices;
}
