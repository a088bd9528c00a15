#include "hexad/core/reduce.hpp"

#include <algorithm>

#include "hexad/core/launch.hpp"

namespace hexad {
namespace detail {

ReductionPlan::ReductionPlan(const Device& device, Index entity_count, int member_count)
    : entities(entity_count), members(member_count) {
  // A row of limbs is half a kilobyte, so there are only as many chunks as keep the threads busy.
  // The mock device cuts as a GPU does, into fewer pieces.
  strided = device.backend != Backend::host;
  Index most = 4 * host_threads(device);
  if (device.backend == Backend::mock) most = 64;
  if (device.backend == Backend::cuda) most = std::max(64, 8192 / std::max(members, 1));
  chunks = std::clamp(entities, Index{1}, most);
  group = strided ? 1 : members;
}

namespace {

/// Adds the limbs of a group of chunks: (limb of a row, group).
struct AddChunks {
  const std::int64_t* limb;  ///< (chunk, integer)
  Index chunks, integers;
  int groups;
  std::int64_t* sum;  ///< (group, integer)

  HEXAD_FN void operator()(Index integer, int group) const {
    std::int64_t total = 0;
    for (Index chunk = group; chunk < chunks; chunk += groups)
      total += limb[static_cast<std::ptrdiff_t>(chunk) * integers + integer];
    sum[static_cast<std::ptrdiff_t>(group) * integers + integer] = total;
  }
};

HEXAD_FN inline double in_double(double x) { return x; }
HEXAD_FN inline double in_double(float x) { return static_cast<double>(x); }
HEXAD_FN inline Dual<double> in_double(Dual<double> x) { return x; }

template <class S>
struct Product {
  const real_of<S>* weight;
  const S* x;
  const S* y;
  int members;

  HEXAD_FN Total<S> operator()(Index i, int member) const {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(i) * members + member;
    Total<S> product = in_double(x[n]);
    if (weight != nullptr) product = in_double(weight[i]) * product;
    if (y != nullptr) product = product * in_double(y[n]);
    return product;
  }
};

HEXAD_FN inline double value_of(double x) { return x; }
HEXAD_FN inline double value_of(Dual<double> x) { return x.value; }

template <class S>
struct Values {
  const S* x;
  int members;

  HEXAD_FN double operator()(Index i, int member) const {
    return value_of(in_double(x[static_cast<std::ptrdiff_t>(i) * members + member]));
  }
};

}  // namespace

ExactSums add_chunks(const Array<std::int64_t>& limb, Index chunks, std::size_t rows) {
  const std::size_t integers = rows * limbs::count;
  const int groups = chunks >= 64 ? 16 : 1;
  Array<std::int64_t> partial(limb.device(), integers * static_cast<std::size_t>(groups));
  for_each(
      limb.device(), static_cast<Index>(integers), groups,
      AddChunks{limb.pointer(), chunks, static_cast<Index>(integers), groups, partial.pointer()});
  std::vector<std::int64_t> sum = partial.to_host();
  for (std::size_t n = integers; n < sum.size(); ++n) sum[n % integers] += sum[n];
  sum.resize(integers);
  return ExactSums(std::move(sum));
}

std::vector<Extreme> most_extreme(const std::vector<Extreme>& found, int members, Extremum which) {
  std::vector<Extreme> best(static_cast<std::size_t>(members), Extreme{0, -1});
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Extreme& candidate = found[n];
    Extreme& held = best[n % best.size()];
    if (candidate.entity < 0) continue;
    // Strided chunks interleave: a tie goes to the lower entity, whichever came first.
    const bool lower = candidate.entity < held.entity;
    if (lower ? !more_extreme(which, held.value, candidate)
              : more_extreme(which, candidate.value, held))
      held = candidate;
  }
  if (which == Extremum::largest_magnitude)
    for (Extreme& extreme : best)
      extreme.value = extreme.value < 0 ? -extreme.value : extreme.value;
  return best;
}

}  // namespace detail

template <class S>
ExactSums exact_sums(const Device& device, Index entities, int members,
                     const std::type_identity_t<real_of<S>>* weight, const S* x,
                     const std::type_identity_t<S>* y) {
  return exact_sums_of(device, entities, members, detail::Product<S>{weight, x, y, members});
}

template <class S>
std::vector<Extreme> extremes(const Device& device, Index entities, int members, Extremum which,
                              const S* x) {
  return extremes_of(device, entities, members, which, detail::Values<S>{x, members});
}

#define HEXAD_INSTANTIATE(S)                                                               \
  template ExactSums exact_sums<S>(const Device&, Index, int, const real_of<S>*, const S*, \
                                   const S*);                                              \
  template std::vector<Extreme> extremes<S>(const Device&, Index, int, Extremum, const S*);
HEXAD_INSTANTIATE(double)
HEXAD_INSTANTIATE(float)
HEXAD_INSTANTIATE(Dual<double>)
#undef HEXAD_INSTANTIATE

}  // namespace hexad
