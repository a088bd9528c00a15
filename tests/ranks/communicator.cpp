#include "hexad/core/communicator.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "hexad/core/error.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/core/random.hpp"
#include "hexad/core/reduce.hpp"

// Run with any number of processes: `test_communicator` checks that they agree, to the bit, with
// one process alone; `test_communicator fail` lets one of them fail, which must end them all.

using namespace hexad;

namespace {

int failures = 0;

void check(bool holds, const char* what, int rank) {
  if (holds) return;
  std::fprintf(stderr, "rank %d: does not hold: %s\n", rank, what);
  failures += 1;
}
#define CHECK(condition) check(condition, #condition, all.rank())

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Terms that cancel over 600 binary orders, by global id.
double term(const Random& random, std::int64_t id, int member) {
  const double size = std::ldexp(1.0, static_cast<int>(300 * random.uniform(id, 100 + member)));
  return (id % 2 == 0 ? 1.0 : -1.0) * size * random.normal(id / 2, member);
}

void sums_have_the_bits_of_one_process(const Communicator& all) {
  constexpr std::int64_t entities = 4001;
  constexpr int members = 3;
  const Random random(7, "sum");
  std::vector<ExactSum> alone(members);
  std::vector<double> mine;
  for (std::int64_t id = 0; id < entities; ++id) {
    // Ownership in uneven pieces.
    const bool owned = (id * id) % all.size() == all.rank();
    for (int m = 0; m < members; ++m) {
      alone[static_cast<std::size_t>(m)].add(term(random, id, m));
      if (owned) mine.push_back(term(random, id, m));
    }
  }
  const auto owned = static_cast<Index>(mine.size() / members);
  ExactSums sums = exact_sums(Device{}, owned, members, nullptr, mine.data());
  all.sum(sums.integers());
  const auto totals_of_all = totals<double>(sums);
  for (std::size_t m = 0; m < members; ++m) CHECK(same_bits(totals_of_all[m], alone[m].value()));
}

void extremes_agree(const Communicator& all) {
  const double last = all.size() - 1.0;
  CHECK(all.max(all.rank()) == last);
  CHECK(all.min(all.rank()) == 0.0);
  CHECK(all.max(-1e300 * (1 + all.rank())) == -1e300);
  CHECK(all.min(-1e300 * (1 + all.rank())) == -1e300 * (1 + last));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(all.max(all.rank() == 0 ? infinity : 1.0) == infinity);
  CHECK(all.min(all.rank() == 0 ? -infinity : 1.0) == -infinity);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(all.max(all.rank() == all.size() - 1 ? nan : infinity)));
  CHECK(std::isnan(all.min(all.rank() == all.size() - 1 ? -nan : -infinity)));
}

void broadcasts_arrive(const Communicator& all) {
  std::vector<double> values(1000, all.is_root() ? 2.5 : 0.0);
  all.broadcast(std::span(values));
  CHECK(values == std::vector<double>(1000, 2.5));
  std::string text = all.is_root() ? "from the first" : "";
  all.broadcast(text);
  CHECK(text == "from the first");
  all.barrier();
}

void errors_are_shared(Communicator& all) {
  all.together([] {});
  for (int failing = 0; failing < all.size(); ++failing) {
    std::string said;
    ExitCode code = ExitCode::done;
    try {
      all.together([&] {
        if (all.rank() >= failing)
          throw InputError("rank " + std::to_string(all.rank()) + " failed", "here", "look");
      });
    } catch (const Error& error) {
      said = error.what();
      code = error.code();
    }
    CHECK(said == "rank " + std::to_string(failing) + " failed [here]; look");
    CHECK(code == ExitCode::wrong_input);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Communicator all = Communicator::of_launch();
  const bool fail = argc > 1 && std::string(argv[1]) == "fail";
  if (!fail && argc > 1) CHECK(all.size() == std::atoi(argv[1]));
  try {
    if (fail && all.rank() == all.size() - 1) throw RunError("this process fails alone");
    sums_have_the_bits_of_one_process(all);
    extremes_agree(all);
    broadcasts_arrive(all);
    errors_are_shared(all);
  } catch (const Error& error) {
    std::fprintf(stderr, "rank %d: %s\n", all.rank(), error.what());
    all.after_failure();
    return static_cast<int>(error.code());
  }
  return failures == 0 ? 0 : 1;
}
