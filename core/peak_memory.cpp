#include "hexad/core/peak_memory.hpp"

#include <fstream>
#include <string>

namespace hexad {

std::size_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  std::string key;
  while (status >> key) {
    if (key == "VmHWM:") {
      std::size_t kibibytes = 0;
      status >> kibibytes;
      return kibibytes * 1024;
    }
    std::getline(status, key);
  }
  return 0;
}

}  // namespace hexad
