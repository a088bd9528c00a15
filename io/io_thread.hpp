#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace hexad {

/// The one thread of the process that calls NetCDF. The library (HDF5 beneath it) is not thread
/// safe: two threads in it crash. Jobs run one at a time in the order in which they came.
///
/// All signals but those of faults are blocked on it, so that a full disk or a file-size limit
/// comes back as an error of the write and SIGTERM goes to the thread that can act on it.
class IoThread {
 public:
  using Job = std::function<void()>;

  /// At most `capacity` jobs wait; `post` then waits for room.
  explicit IoThread(std::size_t capacity = 8);
  /// Finishes what was posted. Errors that nobody asked for are dropped: `drain` first.
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// Runs f on the I/O thread, waits, and returns or rethrows. Called on that thread it runs f at
  /// once. When an earlier `post` failed, throws that error and does not run f.
  template <class F>
  auto run(F&& f) -> std::invoke_result_t<F> {
    using Result = std::invoke_result_t<F>;
    if (here()) return std::forward<F>(f)();
    rethrow_posted_error();
    // Shared: the caller may go on before the task has quite returned.
    auto task = std::make_shared<std::packaged_task<Result()>>(std::forward<F>(f));
    auto result = task->get_future();
    enqueue([task] { (*task)(); });
    return result.get();
  }

  /// Runs f in the background. Its error surfaces at the next `run`, `post` or `drain`.
  void post(Job job);

  /// Waits until all that was posted is done; throws the first error met.
  void drain();

  /// Runs f and waits, whatever happened before; drops its error. For destructors.
  void run_quietly(Job job) noexcept;

  /// Whether the caller is on this thread.
  [[nodiscard]] bool here() const { return std::this_thread::get_id() == thread_.get_id(); }

 private:
  void work();
  void enqueue(Job job);
  void rethrow_posted_error();

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool busy_ = false;
  bool stopping_ = false;
  std::exception_ptr error_;  // the first error of a posted job
  std::thread thread_;
};

/// The I/O thread of this process, started at the first call.
IoThread& io_thread();

}  // namespace hexad
