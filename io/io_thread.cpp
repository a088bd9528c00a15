#include "hexad/io/io_thread.hpp"

#include <csignal>
#include <cstdlib>

namespace hexad {
namespace {

/// Blocks every signal that does not come from a fault of the thread itself.
void block_signals() {
  sigset_t set;
  sigfillset(&set);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    sigdelset(&set, fault);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace

IoThread::IoThread(std::size_t capacity) : capacity_(capacity) {
  thread_ = std::thread([this] { work(); });
}

IoThread::~IoThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void IoThread::post(Job job) {
  if (here()) return job();
  rethrow_posted_error();
  enqueue([this, posted = std::move(job)] {
    try {
      posted();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  });
}

void IoThread::drain() {
  if (here()) return;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty() && !busy_; });
  }
  rethrow_posted_error();
}

void IoThread::run_quietly(Job job) noexcept {
  const auto quietly = [&job] {
    try {
      job();
    } catch (...) {
    }
  };
  if (here()) return quietly();
  try {
    auto done = std::make_shared<std::promise<void>>();
    auto finished = done->get_future();
    enqueue([quietly, done] {
      quietly();
      done->set_value();
    });
    finished.wait();
  } catch (...) {
  }
}

void IoThread::enqueue(Job job) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.size() < capacity_; });
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void IoThread::rethrow_posted_error() {
  std::exception_ptr error;
  {
    const std::lock_guard lock(mutex_);
    std::swap(error, error_);
  }
  if (error) std::rethrow_exception(error);
}

void IoThread::work() {
  block_signals();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    busy_ = true;
    lock.unlock();
    changed_.notify_all();
    job();
    job = nullptr;  // what it holds is released before anybody is told that it is done
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

IoThread& io_thread() {
  // HDF5 locks a file that is being written, so that nobody could look at a history while the run
  // lasts, and fails on file systems without locks. We write beside and rename: no lock is needed.
  static const bool unlocked = setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0) == 0;
  static IoThread thread;
  static_cast<void>(unlocked);
  return thread;
}

}  // namespace hexad
