#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hexad {

/// Where arrays live and kernels run. `mock` is the device path on the CPU: memory of its own that
/// the host cannot touch outside a kernel or a copy (it faults), so that a missing copy is found
/// on a machine without a GPU.
enum class Backend { host, mock, cuda };

/// The order in which a launch on the host or the mock visits its entities. A correct kernel gives
/// the same bits in every order; tests run all three.
enum class Order { forward, reversed, shuffled };

/// A processor, as a value: passed to whatever allocates or computes.
struct Device {
  Backend backend = Backend::host;
  int ordinal = 0;               ///< CUDA device number.
  int threads = 0;               ///< Host threads; 0 takes OpenMP's default.
  Order order = Order::forward;  ///< Visiting order of host and mock launches.

  /// Devices share memory when their backend (and ordinal) agree.
  [[nodiscard]] bool shares_memory(const Device& other) const {
    return backend == other.backend && (backend != Backend::cuda || ordinal == other.ordinal);
  }
};

/// Threads of a host or mock device.
int host_threads(const Device& device);

/// "host, 2 threads", "mock device, 2 threads", "NVIDIA H200 (CUDA 0)".
std::string describe(const Device& device);

/// `auto`, `cpu`, `gpu` or `mock`, as the command line has it. `auto` takes a GPU where the
/// program was built for one and one is there. `gpu` without one: InputError that says why.
Device choose_device(const std::string& name, int threads);

/// CUDA devices that this program can use; empty for a host-only build.
std::vector<std::string> cuda_devices();

/// Whether this program was compiled with CUDA.
bool built_with_cuda();

/// Raw memory, aligned to 64 bytes; RunError when there is none left. Mock memory starts as NaNs.
void* allocate(const Device& device, std::size_t bytes);
void release(const Device& device, void* pointer, std::size_t bytes) noexcept;

/// Copies bytes between any two memories.
void copy_bytes(const Device& to, void* destination, const Device& from, const void* source,
                std::size_t bytes);

/// Waits for the launches of a device (a no-op on the host).
void synchronise(const Device& device);

/// While one of these lives, the mock device's memory is accessible. Launches and copies hold one;
/// nothing else may.
class MockAccess {
 public:
  MockAccess();
  ~MockAccess();
  MockAccess(const MockAccess&) = delete;
  MockAccess& operator=(const MockAccess&) = delete;
};

}  // namespace hexad
