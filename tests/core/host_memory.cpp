#include "hexad/core/host_memory.hpp"

#include <cstdint>

#include "catch.hpp"
#include "hexad/core/array.hpp"

namespace hexad {
namespace {

TEST_CASE("host memory: a large block serves the next array of its size, and no other") {
  constexpr std::size_t size = host_memory::large + 12345;
  const std::size_t before = host_memory::kept_bytes();
  void* first = host_memory::allocate(size, 2);
  REQUIRE(first != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(first) % (std::size_t{1} << 21) == 0);
  host_memory::release(first, size);
  const std::size_t kept = host_memory::kept_bytes();
  CHECK(kept >= before + size);

  void* larger = host_memory::allocate(2 * size, 2);
  CHECK(larger != first);
  CHECK(host_memory::kept_bytes() == kept);
  void* again = host_memory::allocate(size, 2);
  CHECK(again == first);
  CHECK(host_memory::kept_bytes() == before);
  host_memory::release(again, size);
  host_memory::release(larger, 2 * size);
}

TEST_CASE("host memory: small blocks go back to the system, none is no error") {
  const std::size_t before = host_memory::kept_bytes();
  void* small = host_memory::allocate(1000, 1);
  REQUIRE(small != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(small) % 64 == 0);
  host_memory::release(small, 1000);
  host_memory::release(nullptr, 2 * host_memory::large);
  CHECK(host_memory::kept_bytes() == before);
}

TEST_CASE("host memory: arrays that are made again and again take no more than one") {
  const std::size_t count = host_memory::large / sizeof(double) * 3;
  const double* place = nullptr;
  for (int n = 0; n < 5; ++n) {
    const Array<double> array(Device{}, count);
    if (n > 0) CHECK(array.pointer() == place);
    place = array.pointer();
  }
}

}  // namespace
}  // namespace hexad
