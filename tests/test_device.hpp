#pragma once

#include <cstdlib>

#include "hexad/core/device.hpp"

namespace hexad::testing {

/// The device that is held against the host: the mock device, or what HEXAD_TEST_DEVICE names
/// (`gpu` on a machine that has one).
inline Device test_device() {
  const char* name = std::getenv("HEXAD_TEST_DEVICE");
  return choose_device(name == nullptr ? "mock" : name, 0);
}

}  // namespace hexad::testing
