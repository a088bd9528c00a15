#include "hexad/core/host_memory.hpp"

#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

namespace hexad::host_memory {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;

std::size_t rounded(std::size_t bytes) {
  const std::size_t unit = bytes >= large ? huge_page : cache_line;
  return (bytes + unit - 1) / unit * unit;
}

std::size_t most_kept() {
  struct sysinfo info {};
  if (sysinfo(&info) != 0) return 0;
  return static_cast<std::size_t>(info.totalram) * info.mem_unit / 8;
}

/// Large blocks that nobody uses, by size.
class Kept {
 public:
  void* take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(size);
    if (found == blocks_.end() || found->second.empty()) return nullptr;
    void* block = found->second.back();
    found->second.pop_back();
    bytes_ -= size;
    return block;
  }
  /// False where it has enough.
  bool put(void* block, std::size_t size) noexcept {
    const std::lock_guard lock(mutex_);
    if (bytes_ + size > most_) return false;
    blocks_[size].push_back(block);
    bytes_ += size;
    return true;
  }
  /// Gives all back to the system: another size is wanted and there is no memory left.
  void clear() {
    const std::lock_guard lock(mutex_);
    for (auto& [size, blocks] : blocks_)
      for (void* block : blocks) std::free(block);
    blocks_.clear();
    bytes_ = 0;
  }
  [[nodiscard]] std::size_t bytes() {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<void*>> blocks_;
  std::size_t bytes_ = 0;
  const std::size_t most_ = most_kept();
};

Kept& kept() {
  // Never destroyed: arrays with static storage may be released after everything else.
  static Kept* const blocks = new Kept;
  return *blocks;
}

void first_touch(char* memory, std::size_t bytes, int threads) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto pages = static_cast<std::int64_t>((bytes + page - 1) / page);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::int64_t n = 0; n < pages; ++n) memory[static_cast<std::size_t>(n) * page] = 0;
}

}  // namespace

void* allocate(std::size_t bytes, int threads) {
  const std::size_t size = rounded(bytes);
  if (bytes < large) return std::aligned_alloc(cache_line, size);
  if (void* block = kept().take(size); block != nullptr) return block;
  void* memory = std::aligned_alloc(huge_page, size);
  if (memory == nullptr) {
    kept().clear();
    memory = std::aligned_alloc(huge_page, size);
  }
  if (memory == nullptr) return nullptr;
  (void)madvise(memory, size, MADV_HUGEPAGE);  // refusal costs speed only
  first_touch(static_cast<char*>(memory), size, threads);
  return memory;
}

void release(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return;
  if (bytes < large || !kept().put(block, rounded(bytes))) std::free(block);
}

std::size_t kept_bytes() { return kept().bytes(); }

}  // namespace hexad::host_memory
