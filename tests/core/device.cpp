#include "hexad/core/device.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "catch.hpp"
#include "hexad/core/array.hpp"
#include "hexad/core/error.hpp"
#include "hexad/core/mock.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

using namespace hexad;

namespace {

const Device host{};
const Device mock_device{Backend::mock};

/// The signal that ends a child process which runs `action`; 0 where it ends by itself.
template <class Action>
int signal_of_child(const Action& action) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    // The kernel's own handling, not that of a test library or sanitizer.
    std::signal(SIGSEGV, SIG_DFL);
    action();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("a device is chosen by name", "[core][device]") {
  CHECK(choose_device("cpu", 2).backend == Backend::host);
  CHECK(choose_device("cpu", 2).threads == 2);
  CHECK(choose_device("mock", 0).backend == Backend::mock);
  CHECK_THROWS_AS(choose_device("tpu", 0), InputError);
  CHECK_THROWS_AS(choose_device("cpu", -1), InputError);
  CHECK(describe(choose_device("cpu", 1)) == "host, 1 thread");
  CHECK(describe(choose_device("mock", 2)) == "mock device, 2 threads");
  if (cuda_devices().empty()) {
    CHECK(choose_device("auto", 0).backend == Backend::host);
    CHECK_THROWS_AS(choose_device("gpu", 0), InputError);
  } else {
    CHECK(choose_device("auto", 0).backend == Backend::cuda);
    CHECK(choose_device("gpu", 0).backend == Backend::cuda);
  }
}

TEST_CASE("arrays are aligned and refuse what the machine has not", "[core][device]") {
  for (const Device& device : {host, mock_device}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 23}) {
      void* memory = allocate(device, bytes);
      CHECK(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0);
      release(device, memory, bytes);
    }
    CHECK_THROWS_AS(allocate(device, std::size_t{1} << 60), RunError);
    CHECK_THROWS_AS(allocate(device, SIZE_MAX), RunError);
  }
}

TEST_CASE("mock memory starts as NaN and becomes NaN again", "[core][device]") {
  const std::size_t n = 1000;
  const void* place = nullptr;
  {
    Array<double> array(mock_device, n);
    place = array.pointer();
    for (const double value : array.to_host()) REQUIRE(std::isnan(value));
    copy(Array<double>(host, std::vector<double>(n, 1.0)), array);
    for (const double value : array.to_host()) REQUIRE(value == 1.0);
  }
  Array<float> array(mock_device, n);
  CHECK(static_cast<const void*>(array.pointer()) == place);  // the block was used again
  for (const float value : array.to_host()) REQUIRE(std::isnan(value));
}

TEST_CASE("mock memory that is given back is joined and reused", "[core][device]") {
  const std::size_t before = mock::allocated_bytes();
  {
    std::vector<Array<double>> arrays;
    for (int n = 0; n < 20; ++n) arrays.emplace_back(mock_device, 1000);
    CHECK(mock::allocated_bytes() == before + 20 * 8000);
    const void* first = arrays[0].pointer();
    for (const std::size_t n : {3u, 1u, 0u, 2u}) arrays[n] = Array<double>();
    const Array<double> large(mock_device, 4000);
    CHECK(static_cast<const void*>(large.pointer()) == first);
  }
  CHECK(mock::allocated_bytes() == before);
}

TEST_CASE("the host cannot touch the mock device's memory", "[core][device]") {
  Array<double> array(mock_device, std::vector<double>(100, 2.0));
  volatile double* inside = array.pointer();
  CHECK(signal_of_child([&] { (void)inside[0]; }) == SIGSEGV);
  CHECK(signal_of_child([&] { inside[99] = 1.0; }) == SIGSEGV);
  {
    const MockAccess access;
    CHECK(signal_of_child([&] { (void)inside[0]; }) == 0);
    {
      const MockAccess nested;
      CHECK(inside[0] == 2.0);
    }
    CHECK(inside[99] == 2.0);
  }
  CHECK(signal_of_child([&] { (void)inside[0]; }) == SIGSEGV);
  CHECK(array.to_host() == std::vector<double>(100, 2.0));
}

TEST_CASE("memory allocated while the mock device is open is open, and closed later",
          "[core][device]") {
  const MockAccess access;
  Array<double> array(mock_device, std::size_t{1} << 20);
  array.pointer()[(1 << 20) - 1] = 3.0;
  CHECK(std::isnan(array.pointer()[0]));
}

#if defined(__SANITIZE_ADDRESS__)
TEST_CASE("the sanitizer sees the ends of mock arrays and what was given back", "[core][device]") {
  const Array<double> before(mock_device, 5);
  const double* place = before.pointer();
  CHECK(__asan_address_is_poisoned(place + 4) == 0);
  CHECK(__asan_address_is_poisoned(place + 5) != 0);
  const double* given_back = Array<double>(mock_device, 5).pointer();
  CHECK(__asan_address_is_poisoned(given_back) != 0);
}
#endif

TEST_CASE("a pointer of the wrong memory is refused", "[core][device]") {
  std::vector<double> values(100, 1.0), other(100);
  Array<double> array(mock_device, values);
  const std::size_t bytes = 800;
  CHECK_THROWS_AS(copy_bytes(host, other.data(), host, array.pointer(), bytes), RunError);
  CHECK_THROWS_AS(copy_bytes(host, array.pointer(), host, values.data(), bytes), RunError);
  CHECK_THROWS_AS(copy_bytes(mock_device, other.data(), host, values.data(), bytes), RunError);
  CHECK_THROWS_AS(copy_bytes(host, other.data(), mock_device, values.data(), bytes), RunError);
  CHECK_THROWS_AS(copy_bytes(host, other.data(), mock_device, array.pointer() + 1, bytes),
                  RunError);
  copy_bytes(host, other.data() + 1, mock_device, array.pointer() + 1, bytes - 8);
  CHECK(other[0] == 0.0);
  CHECK(other[99] == 1.0);
}

TEST_CASE("a device array is not read on the host", "[core][device]") {
  Array<double> array(mock_device, 10);
  CHECK_THROWS_AS(array.span(), RunError);
  const Array<double>& constant = array;
  CHECK_THROWS_AS(constant.span(), RunError);
  CHECK(Array<double>(host, 10).span().size() == 10);
}

TEST_CASE("arrays move and copy between memories", "[core][device]") {
  std::vector<int> values(12345);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<int>(n);
  const Array<int> on_host(host, values);
  Array<int> on_mock(mock_device, values.size()), again(mock_device, values.size());
  copy(on_host, on_mock);
  copy(on_mock, again);
  Array<int> moved = std::move(again);
  CHECK(moved.to_host() == values);
  Array<int> shorter(host, 3);
  CHECK_THROWS_AS(copy(moved, shorter), RunError);
  CHECK(Array<int>(host, 0).to_host().empty());
}
