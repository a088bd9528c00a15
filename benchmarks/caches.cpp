#include <algorithm>
#include <filesystem>
#include <fstream>

#include "hexad/benchmarks/stream.hpp"

namespace hexad::bench {

std::size_t last_level_cache_bytes() {
  constexpr std::size_t unknown = std::size_t{32} << 20U;
  std::size_t largest = 0;
  std::error_code status;
  const std::filesystem::directory_iterator caches("/sys/devices/system/cpu/cpu0/cache", status);
  if (status) return unknown;
  for (const auto& cache : caches) {
    std::ifstream file(cache.path() / "size");  // "512K", "32768K"
    std::size_t size = 0;
    char unit = ' ';
    if (file >> size >> unit) largest = std::max(largest, size << (unit == 'M' ? 20U : 10U));
  }
  return largest == 0 ? unknown : largest;
}

}  // namespace hexad::bench
