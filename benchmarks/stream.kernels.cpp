#include "hexad/benchmarks/stream.hpp"

#include <unistd.h>

#include <algorithm>

#include "hexad/core/launch.hpp"

namespace hexad::bench {
namespace {

struct Fill {
  double *a, *b, *c;
  HEXAD_FN void operator()(Index i, int) const {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
};
struct Triad {
  double* a;
  const double *b, *c;
  double s;
  HEXAD_FN void operator()(Index i, int) const { a[i] = b[i] + s * c[i]; }
};

std::size_t elements() {
  const std::size_t wanted = 4 * last_level_cache_bytes();
  const auto memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return std::min(wanted, memory / 8 / 3) / sizeof(double);
}

}  // namespace

StreamTriad::StreamTriad(const Device& device)
    : device_(device), a_(device, elements()), b_(device, a_.size()), c_(device, a_.size()) {
  for_each(device_, static_cast<Index>(a_.size()), 1,
           Fill{a_.pointer(), b_.pointer(), c_.pointer()});
}

void StreamTriad::run() {
  for_each(device_, static_cast<Index>(a_.size()), 1,
           Triad{a_.pointer(), b_.pointer(), c_.pointer(), 3.0});
}

}  // namespace hexad::bench
