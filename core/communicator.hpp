#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace hexad {

/// The processes of a run. Every function but rank() and size() is collective: all processes call
/// it, in the same order. A fault of MPI is a RunError.
class Communicator {
 public:
  /// One process.
  Communicator() = default;

  /// All processes where this one was started by mpirun or srun as one of several, else one
  /// process: MPI is then left alone (starting it costs 0.4 s). Owns MPI: there is one such object,
  /// and it outlives all communication.
  static Communicator of_launch();

  /// How many processes the launcher started, by the environment that it set; 1 without a launcher.
  static int launched_processes();

  ~Communicator();
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_root() const { return rank_ == 0; }

  /// Replaces each element by its sum over all processes: exact, so the limbs of exact sums
  /// (ExactSums::integers) keep their bits on any number of processes.
  void sum(std::span<std::int64_t> integers) const;

  /// The largest or smallest value of all processes; NaN where any is NaN.
  [[nodiscard]] double max(double value) const;
  [[nodiscard]] double min(double value) const;

  /// Values of the first process to all; as many everywhere.
  template <class T>
  void broadcast(std::span<T> values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    broadcast_from(0, std::as_writable_bytes(values));
  }
  /// The text of the first process; its length may differ elsewhere.
  void broadcast(std::string& text) const { broadcast_from(0, text); }

  void barrier() const;

  /// Runs `action`, which may throw on some processes and must not communicate. Where it did on
  /// any, all throw the error of the lowest such rank, so that none waits for another that is gone:
  /// a failed run ends everywhere with the same message and exit code.
  void together(const std::function<void()>& action);

  /// To be called where an error ends the program. If all processes failed together, MPI is ended
  /// as usual. If this one may be alone, MPI is left unfinished: the others may wait for it in
  /// another call, and the launcher, which sees this process go, ends them.
  void after_failure() noexcept;

 private:
  void broadcast_from(int root, std::span<std::byte> bytes) const;
  void broadcast_from(int root, std::string& text) const;

  int rank_ = 0, size_ = 1;
  bool owns_mpi_ = false;
  bool failed_together_ = false;
};

}  // namespace hexad
