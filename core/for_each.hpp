#pragma once

#include "hexad/core/device.hpp"
#include "hexad/core/types.hpp"

namespace hexad {

/// A launch of one kernel. Declared everywhere, defined in `launch.hpp`, which only kernel units
/// include (compiled as CUDA where that is enabled): the rest of the program stays free of loop
/// bodies and of the CUDA compiler, and a kernel that no unit instantiates fails at link time.
/// `OnDevice` is false for value types that exist on the host only.
template <class Kernel, bool OnDevice>
struct Launch {
  static void run(const Device& device, Index entities, int lanes, const Kernel& kernel);
};

/// Calls kernel(i, lane) for every i in [0, entities) and lane in [0, lanes): with threads on the
/// host, as a launch on a device. The only loop over a mesh. Kernels are named, trivially copyable
/// functors that capture plain views and write only what belongs to (i, lane).
template <bool OnDevice = true, class Kernel>
void for_each(const Device& device, Index entities, int lanes, const Kernel& kernel) {
  Launch<Kernel, OnDevice>::run(device, entities, lanes, kernel);
}

}  // namespace hexad
