#include "hexad/core/mock.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

#include "hexad/core/device.hpp"
#include "hexad/core/error.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define HEXAD_POISON(pointer, bytes) __asan_poison_memory_region(pointer, bytes)
#define HEXAD_UNPOISON(pointer, bytes) __asan_unpoison_memory_region(pointer, bytes)
#else
#define HEXAD_POISON(pointer, bytes) ((void)(pointer), (void)(bytes))
#define HEXAD_UNPOISON(pointer, bytes) ((void)(pointer), (void)(bytes))
#endif

namespace hexad {
namespace mock {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t gap = 64;        // after each block: what runs over the end meets NaN
constexpr std::size_t huge = 2 << 20;  // of a huge page: what is opened first has one, and keeps it
constexpr int nan_byte = 0xff;         // a NaN in float and double, -1 as an index

/// Blocks by offset into the range. Every function wants the lock held.
class Arena {
 public:
  Arena() {
    // Addresses only: nothing is backed before it is used. A limit on the address space (ulimit
    // -v) can refuse the first sizes.
    for (size_ = std::size_t{1} << 38; size_ >= (std::size_t{1} << 26); size_ /= 2) {
      void* range =
          mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (range == MAP_FAILED) continue;
      // Huge pages make opening and closing cheap; refusal costs speed only.
      (void)madvise(range, size_, MADV_HUGEPAGE);
      const auto unaligned = reinterpret_cast<std::uintptr_t>(range) % huge;
      base_ = static_cast<char*>(range) + (unaligned == 0 ? 0 : huge - unaligned);
      size_ -= huge;
      return;
    }
    size_ = 0;
  }

  std::mutex lock;

  void* allocate(std::size_t bytes) {
    const std::size_t length = (bytes + alignment - 1) / alignment * alignment + gap;
    const std::size_t offset = find(length);
    used_[offset] = {bytes, length};
    allocated_ += bytes;
    open();
    HEXAD_UNPOISON(base_ + offset, length);
    std::memset(base_ + offset, nan_byte, length);
    HEXAD_POISON(base_ + offset + bytes, length - bytes);
    close();
    return base_ + offset;
  }

  void release(const void* pointer) noexcept {
    const auto block = used_.find(offset_of(pointer));
    if (block == used_.end()) return;
    const auto [offset, size] = *block;
    used_.erase(block);
    allocated_ -= size.bytes;
    open();
    HEXAD_UNPOISON(base_ + offset, size.length);
    std::memset(base_ + offset, nan_byte, size.length);
    HEXAD_POISON(base_ + offset, size.length);
    close();
    put_back(offset, size.length);
  }

  void open() {
    if (depth_++ == 0) protect(0, opened_end(), PROT_READ | PROT_WRITE);
  }
  void close() noexcept {
    if (--depth_ == 0) protect(0, opened_end(), PROT_NONE);
  }

  [[nodiscard]] bool contains(const void* pointer) const {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto start = reinterpret_cast<std::uintptr_t>(base_);
    return base_ != nullptr && address >= start && address - start < size_;
  }
  [[nodiscard]] bool owns(const void* pointer, std::size_t bytes) const {
    if (!contains(pointer)) return false;
    const std::size_t offset = offset_of(pointer);
    auto block = used_.upper_bound(offset);
    if (block == used_.begin()) return false;
    --block;
    const std::size_t into = offset - block->first;
    return into <= block->second.bytes && bytes <= block->second.bytes - into;
  }
  [[nodiscard]] std::size_t allocated_bytes() const { return allocated_; }

 private:
  struct Size {
    std::size_t bytes, length;
  };

  [[nodiscard]] std::size_t offset_of(const void* pointer) const {
    return static_cast<std::size_t>(static_cast<const char*>(pointer) - base_);
  }
  [[nodiscard]] std::size_t opened_end() const { return (top_ + huge - 1) / huge * huge; }

  void protect(std::size_t begin, std::size_t end, int protection) noexcept {
    if (end > begin) (void)mprotect(base_ + begin, end - begin, protection);
  }

  /// Fresh addresses hold NaN, for what runs over the end of the last block.
  void prepare(std::size_t begin, std::size_t end) {
    protect(begin, end, PROT_READ | PROT_WRITE);
    std::memset(base_ + begin, nan_byte, end - begin);
    HEXAD_POISON(base_ + begin, end - begin);
    if (depth_ == 0) protect(begin, end, PROT_NONE);
  }

  /// The first free stretch that is long enough, else fresh addresses.
  std::size_t find(std::size_t length) {
    const auto fits = std::find_if(free_.begin(), free_.end(),
                                   [&](const auto& stretch) { return stretch.second >= length; });
    if (fits != free_.end()) {
      const auto [offset, free_length] = *fits;
      free_.erase(fits);
      if (free_length > length) free_[offset + length] = free_length - length;
      return offset;
    }
    if (length > size_ - top_)
      throw RunError("the mock device has no memory left", "mock device",
                     "use fewer cells or members, or the host");
    const std::size_t offset = top_, opened = opened_end();
    top_ += length;
    if (opened_end() > opened) prepare(opened, opened_end());
    return offset;
  }

  void put_back(std::size_t offset, std::size_t length) {
    auto stretch = free_.emplace(offset, length).first;
    if (const auto next = std::next(stretch);
        next != free_.end() && offset + length == next->first) {
      stretch->second += next->second;
      free_.erase(next);
    }
    if (stretch == free_.begin()) return;
    if (const auto before = std::prev(stretch); before->first + before->second == offset) {
      before->second += stretch->second;
      free_.erase(stretch);
    }
  }

  std::size_t size_ = 0, top_ = 0, allocated_ = 0;
  char* base_ = nullptr;
  int depth_ = 0;
  std::map<std::size_t, Size> used_;
  std::map<std::size_t, std::size_t> free_;
};

// The range is a property of the process, as a device's memory is. Never destroyed, so that
// arrays of static lifetime may still be given back.
Arena& arena() {
  static Arena& range = *new Arena;
  return range;
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::lock_guard guard(arena().lock);
  return arena().allocate(bytes);
}
void release(void* pointer) noexcept {
  const std::lock_guard guard(arena().lock);
  arena().release(pointer);
}
bool contains(const void* pointer) {
  const std::lock_guard guard(arena().lock);
  return arena().contains(pointer);
}
bool owns(const void* pointer, std::size_t bytes) {
  const std::lock_guard guard(arena().lock);
  return arena().owns(pointer, bytes);
}
std::size_t allocated_bytes() {
  const std::lock_guard guard(arena().lock);
  return arena().allocated_bytes();
}

}  // namespace mock

MockAccess::MockAccess() {
  const std::lock_guard guard(mock::arena().lock);
  mock::arena().open();
}
MockAccess::~MockAccess() {
  const std::lock_guard guard(mock::arena().lock);
  mock::arena().close();
}

}  // namespace hexad
