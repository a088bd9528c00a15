#include "hexad/core/communicator.hpp"

#include <mpi.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <utility>

#include "hexad/core/error.hpp"

namespace hexad {
namespace {

void check(int status, const char* what) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(status, text, &length);
  throw RunError(std::string(what) + ": " + std::string(text, static_cast<std::size_t>(length)),
                 "MPI");
}

/// The number in an environment variable; 0 where there is none.
int number_from_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::atoi(text);
}

/// Calls action(first, count) for pieces that MPI's counts, which are of type int, can name.
template <class Action>
void in_pieces(std::size_t size, const Action& action) {
  constexpr std::size_t most = std::size_t{1} << 30;
  for (std::size_t first = 0; first < size; first += most)
    action(first, static_cast<int>(std::min(most, size - first)));
}

/// Integers in the order of the doubles they stand for, NaN above all: MPI leaves open what the
/// largest of values with a NaN is.
std::int64_t ordered(double value) {
  if (std::isnan(value)) return std::numeric_limits<std::int64_t>::max();
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
double from_ordered(std::int64_t key) {
  if (key == std::numeric_limits<std::int64_t>::max())
    return std::numeric_limits<double>::quiet_NaN();
  return std::bit_cast<double>(key >= 0 ? key : std::numeric_limits<std::int64_t>::min() - key);
}

}  // namespace

int Communicator::launched_processes() {
  // Open MPI's mpirun; MPICH's, Intel's and Slurm's process managers; MVAPICH's.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"})
    if (const int size = number_from_environment(name); size > 0) return size;
  // srun with PMIx tells the number only by its own variable, which an allocation sets as well.
  if (std::getenv("PMIX_RANK") != nullptr)
    return std::max(1, std::max(number_from_environment("SLURM_STEP_NUM_TASKS"),
                                number_from_environment("SLURM_NTASKS")));
  return 1;
}

Communicator Communicator::of_launch() {
  Communicator all;
  if (launched_processes() == 1) return all;
  int provided = 0;
  // The thread that writes files calls MPI while the others do not.
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided),
        "MPI could not be started");
  all.owns_mpi_ = true;
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI could not be set up");
  check(MPI_Comm_rank(MPI_COMM_WORLD, &all.rank_), "MPI could not be set up");
  check(MPI_Comm_size(MPI_COMM_WORLD, &all.size_), "MPI could not be set up");
  if (provided < MPI_THREAD_SERIALIZED)
    throw RunError("this MPI does not allow calls from several threads, one at a time", "MPI",
                   "use an MPI built with thread support");
  return all;
}

Communicator::~Communicator() {
  if (owns_mpi_) (void)MPI_Finalize();
}

Communicator::Communicator(Communicator&& other) noexcept
    : rank_(other.rank_),
      size_(other.size_),
      owns_mpi_(std::exchange(other.owns_mpi_, false)),
      failed_together_(other.failed_together_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(rank_, other.rank_);
  std::swap(size_, other.size_);
  std::swap(owns_mpi_, other.owns_mpi_);
  std::swap(failed_together_, other.failed_together_);
  return *this;
}

void Communicator::sum(std::span<std::int64_t> integers) const {
  if (size_ == 1) return;
  in_pieces(integers.size(), [&](std::size_t first, int count) {
    check(MPI_Allreduce(MPI_IN_PLACE, integers.data() + first, count, MPI_INT64_T, MPI_SUM,
                        MPI_COMM_WORLD),
          "a sum over processes failed");
  });
}

double Communicator::max(double value) const {
  if (size_ == 1) return value;
  std::int64_t key = ordered(value);
  check(MPI_Allreduce(MPI_IN_PLACE, &key, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD),
        "a maximum over processes failed");
  return from_ordered(key);
}

double Communicator::min(double value) const { return -max(-value); }

void Communicator::broadcast_from(int root, std::span<std::byte> bytes) const {
  if (size_ == 1) return;
  in_pieces(bytes.size(), [&](std::size_t first, int count) {
    check(MPI_Bcast(bytes.data() + first, count, MPI_BYTE, root, MPI_COMM_WORLD),
          "a broadcast failed");
  });
}

void Communicator::broadcast_from(int root, std::string& text) const {
  std::uint64_t length = text.size();
  broadcast_from(root, std::as_writable_bytes(std::span(&length, 1)));
  text.resize(length);
  broadcast_from(root, std::as_writable_bytes(std::span(text.data(), text.size())));
}

void Communicator::barrier() const {
  if (size_ > 1) check(MPI_Barrier(MPI_COMM_WORLD), "a barrier failed");
}

void Communicator::together(const std::function<void()>& action) {
  if (size_ == 1) return action();
  std::exception_ptr mine;
  auto code = static_cast<int>(ExitCode::run_failed);
  std::string problem, where, remedy;
  try {
    action();
  } catch (const Error& error) {
    mine = std::current_exception();
    code = static_cast<int>(error.code());
    problem = error.problem();
    where = error.where();
    remedy = error.remedy();
  } catch (const std::exception& error) {
    mine = std::current_exception();
    problem = error.what();
  }
  const int failed = static_cast<int>(min(mine ? rank_ : size_));
  if (failed == size_) return;
  broadcast_from(failed, std::as_writable_bytes(std::span(&code, 1)));
  for (std::string* text : {&problem, &where, &remedy}) broadcast_from(failed, *text);
  failed_together_ = true;
  throw Error(static_cast<ExitCode>(code), problem, where, remedy);
}

void Communicator::after_failure() noexcept {
  if (!failed_together_) owns_mpi_ = false;
}

}  // namespace hexad
