#include "hexad/adjoint/singular_vectors.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/core/error.hpp"

namespace hexad {
namespace {

constexpr int together = 4;  // vectors of the result that are evolved at once: a pack

/// A = L^-1 M' F M L^-1 and its two halves.
class Operator {
 public:
  Operator(Propagator& propagator, const Norm& initial_norm, const Norm& final_norm,
           const VectorsOptions& options)
      : propagator_(propagator),
        initial_norm_(initial_norm),
        final_norm_(final_norm),
        options_(options) {}

  /// M L^-1 z
  [[nodiscard]] State<double> evolve(const State<double>& z) const {
    State<double> x = copy_of(z);
    initial_norm_.unscale(x);
    propagator_.tangent(x, progress(false));
    return x;
  }
  /// L^-1 M' F x
  [[nodiscard]] State<double> pull_back(const State<double>& x) const {
    State<double> y(x.device(), propagator_.domain().mesh(), x.members());
    final_norm_.apply(propagator_.domain(), x, y);
    propagator_.adjoint(y, progress(true));
    initial_norm_.unscale(y);
    return y;
  }

 private:
  [[nodiscard]] std::function<void(int)> progress(bool backwards) const {
    if (!options_.on_step) return {};
    return [this, backwards](int step) { options_.on_step(backwards, step); };
  }

  Propagator& propagator_;
  const Norm& initial_norm_;
  const Norm& final_norm_;
  const VectorsOptions& options_;
};

double relative(double residual, double value) {
  return residual == 0 ? 0 : residual / std::max(value, 0.0);
}

VectorsProgress progress_of(const RitzPairs& pairs, int iteration, int count) {
  VectorsProgress progress{iteration, {}, 0};
  const auto wanted = static_cast<std::size_t>(count);
  for (std::size_t k = 0; k < std::min(wanted, pairs.values.size()); ++k) {
    progress.values.push_back(std::sqrt(std::max(pairs.values[k], 0.0)));
    progress.worst_residual =
        std::max(progress.worst_residual, relative(pairs.residuals[k], pairs.values[k]));
  }
  if (pairs.values.size() < wanted) progress.worst_residual = INFINITY;
  return progress;
}

/// Applications to a block that the space has room for.
int most_iterations(const Mesh& mesh, const VectorsOptions& options) {
  const int room = (mesh.cells + mesh.edges) / options.block;
  const int most = std::min(options.iterations, room);
  if (static_cast<long>(most) * options.block < options.count)
    throw InputError("fewer vectors are searched than wanted: " + std::to_string(options.count) +
                         " of " + std::to_string(static_cast<long>(most) * options.block),
                     "vectors.count",
                     "allow more iterations, take a larger block or fewer vectors");
  return most;
}

BlockKrylov begin(Domain& domain, const VectorsOptions& options, int most) {
  if (options.resume && options.folder)
    return options.folder->read(domain, options.seed, options.block, most);
  BlockKrylov basis(domain, options.seed, options.block);
  if (options.folder) {
    options.folder->clear();
    options.folder->write(domain, basis);
  }
  return basis;
}

/// Largest |G_jk - expected_k delta_jk|.
double off_by(const SmallMatrix& g, const std::vector<double>& expected) {
  double worst = 0;
  for (std::size_t k = 0; k < g.columns; ++k)
    for (std::size_t j = 0; j < g.rows; ++j) {
      const double off = std::abs(g(j, k) - (j == k ? expected[k] : 0));
      if (!(off <= worst)) worst = off;
    }
  return worst;
}

/// A few columns of a block, as a block of their own.
State<double> columns_of(Domain& domain, const State<double>& x, int first, int count) {
  State<double> part(domain.device(), domain.mesh(), count);
  copy_members(x, first, part, 0, count);
  return part;
}

/// Evolves the Ritz vectors and applies A to them once more.
void complete(const Operator& a, Domain& domain, const Norm& initial_norm, const Norm& final_norm,
              State<double> z, SingularVectors& result) {
  const int count = z.members();
  const auto wanted = static_cast<std::size_t>(count);
  State<double> evolved(domain.device(), domain.mesh(), count), image = copy_of(z),
                                                                measured = copy_of(z);
  for (int first = 0; first < count; first += together) {
    const int some = std::min(together, count - first);
    const State<double> x = a.evolve(columns_of(domain, z, first, some));
    copy_members(x, 0, evolved, first, some);
    copy_members(a.pull_back(x), 0, image, first, some);
  }
  std::vector<double> squares;
  SmallMatrix negative(wanted, wanted), inverse(wanted, wanted);
  for (std::size_t k = 0; k < wanted; ++k) {
    squares.push_back(result.values[k] * result.values[k]);
    negative(k, k) = -squares[k];
    inverse(k, k) = result.values[k] > 0 ? 1 / result.values[k] : 0;
  }
  final_norm.apply(domain, evolved, measured);
  const double largest = squares.front() > 0 ? squares.front() : 1;
  result.evolved_orthogonality = off_by(products(evolved, measured), squares) / largest;
  result.initial_orthogonality = off_by(products(z, z), std::vector<double>(wanted, 1.0));
  add_product(1, z, negative, image);
  for (int k = 0; k < count; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const double residual = std::sqrt(products_with_column(image, k).back());
    result.residuals.push_back(relative(residual, squares[n]));
    scale_column(inverse(n, n), evolved, k);
  }
  initial_norm.unscale(z);
  result.initial = std::move(z);
  result.evolved = std::move(evolved);
}

}  // namespace

SingularVectors singular_vectors(Propagator& propagator, const Norm& initial_norm,
                                 const Norm& final_norm, const VectorsOptions& options) {
  Domain& domain = propagator.domain();
  if (!initial_norm.invertible())
    throw InputError(std::string("a norm that is zero for some perturbations cannot be the ") +
                         "initial one (" + initial_norm.name() + ")",
                     "vectors.initial_norm", "take energy, everywhere");
  const int most = most_iterations(domain.mesh(), options);
  const Operator a(propagator, initial_norm, final_norm, options);
  BlockKrylov basis = begin(domain, options, most);
  SingularVectors result;
  result.resumed_from = basis.steps();
  RitzPairs pairs;
  const auto good_enough = [&] {
    if (basis.steps() == 0) return false;
    pairs = basis.ritz();
    const auto progress = progress_of(pairs, basis.steps(), options.count);
    if (options.on_iteration) options.on_iteration(progress);
    return progress.worst_residual <= options.tolerance;
  };
  while (!good_enough() && basis.steps() < most) {
    basis.extend(a.pull_back(a.evolve(basis.newest())));
    if (options.folder) options.folder->write(domain, basis);
  }
  if (options.folder) options.folder->finish();

  result.iterations = basis.steps();
  for (int k = 0; k < options.count; ++k)
    result.values.push_back(std::sqrt(std::max(pairs.values[static_cast<std::size_t>(k)], 0.0)));
  complete(a, domain, initial_norm, final_norm, basis.vectors(pairs, options.count), result);
  result.converged = std::all_of(result.residuals.begin(), result.residuals.end(),
                                 [&](double residual) { return residual <= options.tolerance; });
  return result;
}

}  // namespace hexad
