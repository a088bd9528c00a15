#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "hexad/core/array.hpp"
#include "hexad/core/device.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/core/for_each.hpp"
#include "hexad/core/macros.hpp"
#include "hexad/core/types.hpp"
#include "hexad/core/value_types.hpp"

// Reductions over a mesh with the same bits on every device, with any number of threads, in any
// order, and for each member as if it were alone. On several processes each reduces the entities
// that it owns; the integers of the sums are then added (Communicator::sum).

namespace hexad {

/// What a sum of terms of type S gives: value and tangent for a dual number.
template <class S>
using Total = std::conditional_t<std::is_same_v<S, Dual<double>>, Dual<double>, double>;

namespace detail {

/// How a reduction is cut: `chunks` pieces, each for `group` members at a time. On the host a piece
/// is a contiguous stretch; on a device neighbouring threads read neighbouring entities. The cut
/// cannot change a bit of the result.
struct ReductionPlan {
  Index entities, chunks;
  int members, group;
  bool strided;

  ReductionPlan(const Device& device, Index entity_count, int member_count);
  [[nodiscard]] int lanes() const { return members / group; }
  HEXAD_FN Index begin(Index chunk) const {
    return strided ? chunk
                   : static_cast<Index>(static_cast<std::int64_t>(entities) * chunk / chunks);
  }
  HEXAD_FN Index end(Index chunk) const { return strided ? entities : begin(chunk + 1); }
  HEXAD_FN Index step() const { return strided ? chunks : 1; }
};

template <class Term>
using TermType = decltype(std::declval<const Term&>()(static_cast<Index>(0), static_cast<int>(0)));

/// Exact sums that belong to one member: two for a dual number.
template <class Term>
inline constexpr int components = std::is_same_v<TermType<Term>, Dual<double>> ? 2 : 1;

template <class Term>
struct ExactSumKernel {
  Term term;
  ReductionPlan plan;
  std::int64_t* limb;  ///< (chunk, member, component, limb)

  HEXAD_FN void operator()(Index chunk, int lane) const {
    constexpr int width = components<Term> * limbs::count;
    std::int64_t* rows =
        limb + (static_cast<std::ptrdiff_t>(chunk) * plan.members + lane * plan.group) * width;
    for (int k = 0; k < plan.group * width; ++k) rows[k] = 0;
    for (Index i = plan.begin(chunk); i < plan.end(chunk); i += plan.step())
      for (int m = 0; m < plan.group; ++m)
        add(rows + static_cast<std::ptrdiff_t>(m) * width, term(i, lane * plan.group + m));
  }
  HEXAD_FN static void add(std::int64_t* row, double value) { limbs::add(row, value); }
  HEXAD_FN static void add(std::int64_t* row, Dual<double> value) {
    limbs::add(row, value.value);
    limbs::add(row + limbs::count, value.tangent);
  }
};

/// Adds the rows of all chunks.
ExactSums add_chunks(const Array<std::int64_t>& limb, Index chunks, std::size_t rows);

}  // namespace detail

/// sum_i term(i, member) for each member, exact but for one rounding at the end; one row per
/// member, or two (value, tangent) for terms that are dual numbers. Term is a kernel functor
/// that returns double or Dual<double>; a kernel unit instantiates this (it launches).
template <class Term>
ExactSums exact_sums_of(const Device& device, Index entities, int members, const Term& term) {
  const detail::ReductionPlan plan(device, entities, members);
  const std::size_t rows = static_cast<std::size_t>(members) * detail::components<Term>;
  Array<std::int64_t> limb(device, static_cast<std::size_t>(plan.chunks) * rows * limbs::count);
  for_each(device, plan.chunks, plan.lanes(),
           detail::ExactSumKernel<Term>{term, plan, limb.pointer()});
  return detail::add_chunks(limb, plan.chunks, rows);
}

/// sum_i w_i x_i y_i for each member: x and y hold `members` values of type S per entity, member
/// innermost, w one per entity; w and y may be null (1). All three lie in the device's memory. Each
/// product (w x) y is rounded in double precision, then summed exactly. S is double, float or
/// Dual<double>. Rows as for exact_sums_of.
template <class S>
ExactSums exact_sums(const Device& device, Index entities, int members,
                     const std::type_identity_t<real_of<S>>* weight, const S* x,
                     const std::type_identity_t<S>* y = nullptr);

/// The rounded totals of sums over terms of type S, one per member.
template <class S>
std::vector<Total<S>> totals(const ExactSums& sums) {
  std::vector<Total<S>> result;
  if constexpr (std::is_same_v<Total<S>, double>)
    for (std::size_t row = 0; row < sums.size(); ++row) result.push_back(sums.value(row));
  else
    for (std::size_t row = 0; row + 1 < sums.size(); row += 2)
      result.push_back({sums.value(row), sums.value(row + 1)});
  return result;
}

/// As exact_sums, of this process alone, rounded.
template <class S>
std::vector<Total<S>> exact_dot(const Device& device, Index entities, int members,
                                const std::type_identity_t<real_of<S>>* weight, const S* x,
                                const std::type_identity_t<S>* y = nullptr) {
  return totals<S>(exact_sums(device, entities, members, weight, x, y));
}

enum class Extremum { smallest, largest, largest_magnitude };

/// An extreme value (for largest_magnitude |x|) and the entity that has it: the lowest among
/// equals. A NaN counts as more extreme than any number, so that it is found. Entity -1 where there
/// were none.
struct Extreme {
  double value;
  Index entity;
};

namespace detail {

/// What makes a value extreme: the larger the key, the more.
HEXAD_FN inline double extremity(Extremum which, double value) {
  if (which == Extremum::largest) return value;
  return which == Extremum::smallest ? -value : (value < 0 ? -value : value);
}

/// Whether `a` replaces `b`, which lies on a lower entity or is empty.
HEXAD_FN inline bool more_extreme(Extremum which, double a, const Extreme& b) {
  if (b.entity < 0) return true;
  if (b.value != b.value) return false;
  return a != a || extremity(which, a) > extremity(which, b.value);
}

template <class Term>
struct ExtremeKernel {
  Term term;
  ReductionPlan plan;
  Extremum which;
  Extreme* found;  ///< (chunk, member)

  HEXAD_FN void operator()(Index chunk, int lane) const {
    for (int m = lane * plan.group; m < (lane + 1) * plan.group; ++m) {
      Extreme best{0, -1};
      for (Index i = plan.begin(chunk); i < plan.end(chunk); i += plan.step())
        if (const double value = term(i, m); more_extreme(which, value, best)) best = {value, i};
      found[static_cast<std::ptrdiff_t>(chunk) * plan.members + m] = best;
    }
  }
};

std::vector<Extreme> most_extreme(const std::vector<Extreme>& found, int members, Extremum which);

}  // namespace detail

/// The extreme of term(i, member) over all i, for each member. Term is a kernel functor that
/// returns double; a kernel unit instantiates this.
template <class Term>
std::vector<Extreme> extremes_of(const Device& device, Index entities, int members, Extremum which,
                                 const Term& term) {
  const detail::ReductionPlan plan(device, entities, members);
  Array<Extreme> found(device,
                       static_cast<std::size_t>(plan.chunks) * static_cast<std::size_t>(members));
  for_each(device, plan.chunks, plan.lanes(),
           detail::ExtremeKernel<Term>{term, plan, which, found.pointer()});
  return detail::most_extreme(found.to_host(), members, which);
}

/// The extreme of x over all entities, for each member; of the values, for dual numbers.
template <class S>
std::vector<Extreme> extremes(const Device& device, Index entities, int members, Extremum which,
                              const S* x);

}  // namespace hexad
