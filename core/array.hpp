#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "hexad/core/device.hpp"
#include "hexad/core/error.hpp"

namespace hexad {

/// An owning array with a memory space. Moves are free; copies are written out (`copy`), because
/// they may cross a bus. Contents start undefined.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  Array(const Device& device, std::size_t size)
      : device_(device),
        size_(size),
        data_(size == 0 ? nullptr : static_cast<T*>(allocate(device, size * sizeof(T)))) {}
  Array(const Device& device, std::span<const T> values) : Array(device, values.size()) {
    if (size_ > 0) copy_bytes(device_, data_, Device{}, values.data(), size_ * sizeof(T));
  }
  Array(const Device& device, const std::vector<T>& values)
      : Array(device, std::span<const T>(values)) {}
  ~Array() { reset(); }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    if (this != &other) {
      reset();
      swap(other);
    }
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Device& device() const { return device_; }

  /// For kernels: not to be dereferenced on the host unless the array lives there.
  [[nodiscard]] T* pointer() { return data_; }
  [[nodiscard]] const T* pointer() const { return data_; }

  /// The values, where the array lives on the host; RunError elsewhere.
  [[nodiscard]] std::span<T> span() {
    require_host();
    return {data_, size_};
  }
  [[nodiscard]] std::span<const T> span() const {
    require_host();
    return {data_, size_};
  }

  /// A copy on the host.
  [[nodiscard]] std::vector<T> to_host() const {
    std::vector<T> values(size_);
    if (size_ > 0) copy_bytes(Device{}, values.data(), device_, data_, size_ * sizeof(T));
    return values;
  }

  void swap(Array& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
  }

 private:
  void require_host() const {
    if (device_.backend != Backend::host)
      throw RunError("a device array was read on the host", describe(device_),
                     "copy it to the host first");
  }
  void reset() noexcept {
    if (data_ != nullptr) release(device_, data_, size_ * sizeof(T));
    data_ = nullptr;
    size_ = 0;
  }

  Device device_{};
  std::size_t size_ = 0;
  T* data_ = nullptr;
};

/// Copies all of `from` into `to`, across memories where needed. Sizes must agree.
template <class T>
void copy(const Array<T>& from, Array<T>& to) {
  if (from.size() != to.size()) throw RunError("arrays of different sizes cannot be copied");
  if (from.size() > 0)
    copy_bytes(to.device(), to.pointer(), from.device(), from.pointer(), from.size() * sizeof(T));
}

}  // namespace hexad
