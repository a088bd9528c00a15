#include "hexad/adjoint/block_krylov.hpp"

#include <cmath>
#include <utility>

#include "hexad/adjoint/host_block.hpp"

namespace hexad {
namespace {

/// What is left of a vector below this part of it is round-off.
constexpr double round_off = 1e-14;
/// Less than this part of a random vector is left where the basis spans the whole space.
constexpr double complete = 1e-8;
/// Of a vector of length 1 that was already orthogonal, this much at least is left.
constexpr double nothing_new = 0.5;

template <Place P>
Field<P, double> random_field(Domain& domain, const Random& random, int first, int count) {
  std::vector<double> values;
  for (const Index id : global_ids(domain.mesh(), P))
    for (int member = 0; member < count; ++member)
      values.push_back(random.normal(id, first + member));
  return {domain.device(), std::span<const double>(values), count};
}

/// The coefficients of columns before `column`, taken out of it.
std::vector<double> take_out_columns(State<double>& x, int column) {
  auto c = products_with_column(x, column);
  c.pop_back();
  if (!c.empty()) subtract_columns(c, x, column);
  return c;
}

double column_norm(const State<double>& x, int column) {
  const double norm = std::sqrt(products_with_column(x, column).back());
  if (!std::isfinite(norm))
    throw RunError("the tangent or the adjoint is not a number (NaN)", {},
                   "the step is probably too long: run hexad forecast on the case");
  return norm;
}

}  // namespace

State<double> random_vectors(Domain& domain, std::uint64_t seed, int first, int count) {
  return {random_field<Place::cell>(domain, Random(seed, "vectors at cells"), first, count),
          random_field<Place::edge>(domain, Random(seed, "vectors at edges"), first, count)};
}

BlockKrylov::BlockKrylov(Domain& domain, std::uint64_t seed, int block)
    : domain_(domain), seed_(seed) {
  State<double> start = random_vectors(domain, seed, 0, block);
  const std::vector<double> least(static_cast<std::size_t>(block), 0.0);
  for (int pass = 0; pass < 2; ++pass) (void)orthonormalise(start, least);
  blocks_.push_back(std::move(start));
}

BlockKrylov::BlockKrylov(Domain& domain, std::uint64_t seed, std::vector<State<double>> blocks,
                         std::vector<Step> steps)
    : domain_(domain), seed_(seed), blocks_(std::move(blocks)), steps_(std::move(steps)) {}

SmallMatrix BlockKrylov::project(State<double>& x) const {
  const auto b = static_cast<std::size_t>(x.members());
  SmallMatrix all(b * blocks_.size(), b);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const SmallMatrix part = products(blocks_[i], x);
    add_product(-1, blocks_[i], part, x);
    for (std::size_t column = 0; column < b; ++column)
      for (std::size_t row = 0; row < b; ++row) all(i * b + row, column) = part(row, column);
  }
  return all;
}

/// Puts a random vector, orthogonal to the columns before it and to the basis, in the place of a
/// column. What is left of its length: 0 where nothing is, and the column is then zero.
double BlockKrylov::replace_column(State<double>& x, int column) {
  const int drawn = block() * static_cast<int>(blocks_.size()) + column;
  State<double> fresh = random_vectors(domain_, seed_, drawn, 1);
  const double drawn_length = column_norm(fresh, 0);
  for (int pass = 0; pass < 2; ++pass) {
    for (const auto& block : blocks_) add_product(-1, block, products(block, fresh), fresh);
    copy_members(fresh, 0, x, column, 1);
    (void)take_out_columns(x, column);
    copy_members(x, column, fresh, 0, 1);
  }
  const double norm = column_norm(x, column);
  return norm > complete * drawn_length ? norm : 0;
}

/// X = Q R, Q in the place of X: Gram and Schmidt, each column twice. A column shorter than
/// `least` is replaced, and its length in R is zero.
SmallMatrix BlockKrylov::orthonormalise(State<double>& x, const std::vector<double>& least) {
  const int b = x.members();
  SmallMatrix r(static_cast<std::size_t>(b), static_cast<std::size_t>(b));
  for (int column = 0; column < b; ++column) {
    const auto q = static_cast<std::size_t>(column);
    for (int pass = 0; pass < 2; ++pass) {
      const auto c = take_out_columns(x, column);
      for (std::size_t row = 0; row < c.size(); ++row) r(row, q) += c[row];
    }
    double norm = column_norm(x, column);
    if (norm > least[q])
      r(q, q) = norm;
    else
      norm = blocks_.empty() ? 0 : replace_column(x, column);
    scale_column(norm > 0 ? 1 / norm : 0, x, column);
  }
  return r;
}

void BlockKrylov::extend(State<double> image) {
  std::vector<double> least;
  for (int column = 0; column < block(); ++column)
    least.push_back(round_off * column_norm(image, column));
  const SmallMatrix first = project(image);
  const SmallMatrix first_r = orthonormalise(image, least);
  const SmallMatrix second = project(image);
  const SmallMatrix second_r =
      orthonormalise(image, std::vector<double>(least.size(), nothing_new));
  steps_.push_back({first + second * first_r, second_r * first_r});
  blocks_.push_back(std::move(image));
}

RitzPairs BlockKrylov::ritz() const {
  const auto b = static_cast<std::size_t>(block());
  SmallMatrix t(b * steps_.size(), b * steps_.size());
  for (std::size_t j = 0; j < steps_.size(); ++j)
    for (std::size_t column = 0; column < b; ++column) {
      const auto& projected = steps_[j].projected;
      for (std::size_t row = 0; row < j * b; ++row) t(j * b + column, row) = projected(row, column);
      for (std::size_t row = 0; row < b; ++row)
        t(j * b + column, j * b + row) =
            0.5 * (projected(j * b + row, column) + projected(j * b + column, row));
    }
  auto eigen = eigen_of_symmetric(t);
  RitzPairs pairs{std::move(eigen.values), std::move(eigen.vectors), {}};
  const SmallMatrix& next = steps_.back().next;
  for (std::size_t k = 0; k < pairs.values.size(); ++k) {
    double squared = 0;
    for (std::size_t row = 0; row < b; ++row) {
      double part = 0;
      for (std::size_t column = 0; column < b; ++column)
        part += next(row, column) * pairs.vectors(t.rows - b + column, k);
      squared += part * part;
    }
    pairs.residuals.push_back(std::sqrt(squared));
  }
  return pairs;
}

State<double> BlockKrylov::vectors(const RitzPairs& pairs, int count) const {
  const auto b = static_cast<std::size_t>(block()), wanted = static_cast<std::size_t>(count);
  State<double> result(domain_.device(), domain_.mesh(), count);
  set_zero(result);
  for (std::size_t j = 0; j < steps_.size(); ++j) {
    SmallMatrix part(b, wanted);
    for (std::size_t k = 0; k < wanted; ++k)
      for (std::size_t row = 0; row < b; ++row) part(row, k) = pairs.vectors(j * b + row, k);
    add_product(1, blocks_[j], part, result);
  }
  return result;
}

}  // namespace hexad
