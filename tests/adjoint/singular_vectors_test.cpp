#define EIGEN_DONT_PARALLELIZE
#include "hexad/adjoint/singular_vectors.hpp"

#include <Eigen/SVD>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "hexad/adjoint/host_block.hpp"
#include "hexad/adjoint/verify_window.hpp"
#include "test_meshes.hpp"

namespace hexad {
namespace {

/// A flow with shear, waves and ground: rotation about the axis, one wave of each kind, noise.
struct SmallFlow {
  State<double> state;
  Environment<double> environment;
};
SmallFlow make_small_flow(const Device& device, const Mesh& mesh) {
  constexpr double omega = 7.292e-5;
  std::vector<double> h = draw(mesh, Place::cell, 0, 5, "thickness", 1).values;
  std::vector<double> u = draw(mesh, Place::edge, 0, 0.5, "velocity", 1).values;
  std::vector<double> f;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3 x = mesh.cell_position[i] / mesh.radius;
    h[i] += 8000 + 200 * x.x * x.y - 800 * x.z * x.z;
  }
  const auto psi = [&](Index v) {
    const Vec3 x = mesh.vertex_position[static_cast<std::size_t>(v)] / mesh.radius;
    return mesh.radius * (-20 * x.z + 15 * x.x * x.y * x.z);
  };
  for (std::size_t e = 0; e < u.size(); ++e)
    u[e] -= (psi(mesh.vertices_on_edge[e][1]) - psi(mesh.vertices_on_edge[e][0])) / mesh.dv_edge[e];
  for (const Vec3& x : mesh.vertex_position) f.push_back(2 * omega * x.z / mesh.radius);
  SmallFlow flow{{CellField<double>(device, h), EdgeField<double>(device, u)},
                 Environment<double>(device, mesh)};
  set_zero(flow.environment);
  flow.environment.topography =
      CellField<double>(device, draw(mesh, Place::cell, 50, 50, "topography", 1).values);
  flow.environment.coriolis = VertexField<double>(device, f);
  flow.environment.gravity = constant_field(device, mesh, 9.80616);
  return flow;
}

/// One window with its norms.
struct Problem {
  Domain domain;
  SmallFlow flow;
  EnergyNorm rest;
  Norm energy;
  Propagator propagator;

  Problem(const Device& device, const Mesh& mesh, int steps, double step, Keep keep = Keep::stages)
      : domain(device, mesh, {.time_step = step, .vorticity = VorticityForm::apvm}),
        flow(make_small_flow(device, mesh)),
        rest(energy_about_rest(domain, flow.environment, flow.state)),
        energy(Norm::energy(domain, rest)),
        propagator(domain, flow.environment, Scheme::fbrk32, flow.state, steps, keep) {}
  [[nodiscard]] SingularVectors solve(const VectorsOptions& options) {
    return singular_vectors(propagator, energy, energy, options);
  }
};

PlaceWeights cap_weights(const Mesh& mesh) {
  const auto within = [&](const std::vector<Vec3>& places) {
    std::vector<double> weights;
    for (const Vec3& x : places) weights.push_back(x.z > 0.3 * mesh.radius && x.x > 0 ? 1 : 0);
    return weights;
  };
  return {within(mesh.cell_position), within(mesh.edge_position), within(mesh.vertex_position)};
}

/// Singular values of F^(1/2) M L^-1, column by column. F^(1/2) x: the values whose squares F sums,
/// found for each norm by hand from the metrics of the mesh.
template <class Root>
std::vector<double> dense_values(Problem& problem, const Norm& initial, const Root& root) {
  const Mesh& mesh = problem.domain.mesh();
  constexpr int together = 8;
  const Index n = mesh.cells + mesh.edges;
  Eigen::MatrixXd dense;
  for (Index first = 0; first < n; first += together) {
    const int count = std::min<Index>(together, n - first);
    std::vector<double> h(static_cast<std::size_t>(mesh.cells * together), 0.0);
    std::vector<double> u(static_cast<std::size_t>(mesh.edges * together), 0.0);
    for (int k = 0; k < count; ++k) {
      const Index at = first + k;
      if (at < mesh.cells)
        h[static_cast<std::size_t>(at * together + k)] = 1;
      else
        u[static_cast<std::size_t>((at - mesh.cells) * together + k)] = 1;
    }
    State<double> x{CellField<double>(Device{}, std::span<const double>(h), together),
                    EdgeField<double>(Device{}, std::span<const double>(u), together)};
    initial.unscale(x);
    problem.propagator.tangent(x);
    const auto thickness = x.thickness.to_host(), velocity = x.velocity.to_host();
    for (int k = 0; k < count; ++k) {
      const auto column = [&](const std::vector<double>& values) {
        std::vector<double> one;
        for (std::size_t m = static_cast<std::size_t>(k); m < values.size(); m += together)
          one.push_back(values[m]);
        return one;
      };
      const std::vector<double> image = root(column(thickness), column(velocity));
      if (dense.size() == 0) dense.resize(static_cast<Eigen::Index>(image.size()), n);
      for (std::size_t row = 0; row < image.size(); ++row)
        dense(static_cast<Eigen::Index>(row), first + k) = image[row];
    }
  }
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(dense);
  const auto& values = svd.singularValues();
  return {values.data(), values.data() + values.size()};
}

/// F^(1/2) of the total energy.
auto energy_root(const Problem& problem, const PlaceWeights& weights = {}) {
  return [&problem, weights](std::vector<double> h, const std::vector<double>& u) {
    const Mesh& mesh = problem.domain.mesh();
    for (std::size_t i = 0; i < h.size(); ++i)
      h[i] *= std::sqrt(0.5 * mesh.area_cell[i] * problem.rest.gravity() *
                        (weights.cells.empty() ? 1 : weights.cells[i]));
    for (std::size_t e = 0; e < u.size(); ++e)
      h.push_back(u[e] *
                  std::sqrt(0.5 * mesh.dc_edge[e] * mesh.dv_edge[e] * problem.rest.mean_depth() *
                            (weights.edges.empty() ? 1 : weights.edges[e])));
    return h;
  };
}

/// F^(1/2) of enstrophy: the circulation about each triangle over the root of twice its area.
auto enstrophy_root(const Problem& problem) {
  return [&problem](const std::vector<double>&, const std::vector<double>& u) {
    const Mesh& mesh = problem.domain.mesh();
    std::vector<double> circulation(static_cast<std::size_t>(mesh.vertices), 0.0);
    for (std::size_t e = 0; e < u.size(); ++e) {
      const auto [v0, v1] = mesh.vertices_on_edge[e];
      circulation[static_cast<std::size_t>(v1)] += mesh.dc_edge[e] * u[e];
      circulation[static_cast<std::size_t>(v0)] -= mesh.dc_edge[e] * u[e];
    }
    for (std::size_t v = 0; v < circulation.size(); ++v)
      circulation[v] /= std::sqrt(2 * mesh.area_triangle[v]);
    return circulation;
  };
}

/// Largest relative difference of singular values.
double apart(const std::vector<double>& found, const std::vector<double>& expected) {
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k)
    worst = std::max(worst, std::abs(found[k] - expected[k]) / expected[k]);
  return worst;
}

VectorsOptions options_of(int count, int block, double tolerance = 1e-6, int iterations = 400) {
  VectorsOptions options;
  options.count = count;
  options.block = block;
  options.tolerance = tolerance;
  options.iterations = iterations;
  return options;
}

void require_orthonormal(const SingularVectors& found) {
  CHECK(found.initial_orthogonality <= 1e-13);
  CHECK(found.evolved_orthogonality <= 1e-13);
}

std::vector<double> all_bits(const SingularVectors& found) {
  std::vector<double> all = found.values;
  all.insert(all.end(), found.residuals.begin(), found.residuals.end());
  const auto add = [&](const auto& field) {
    const auto values = field.to_host();
    all.insert(all.end(), values.begin(), values.end());
  };
  for_each_field(add, found.initial);
  for_each_field(add, found.evolved);
  return all;
}

/// What an InputError says.
template <class F>
std::string complaint_of(const F& f) {
  try {
    f();
  } catch (const InputError& fault) {
    return fault.what();
  }
  return {};
}

/// A folder of a test, gone afterwards.
struct TestFolder {
  TestFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hexad-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~TestFolder() { std::filesystem::remove_all(path); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  std::filesystem::path path;
};

}  // namespace

TEST_CASE("singular vectors: values of the dense propagator, for each norm, both methods") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  Problem problem(Device{}, mesh, 6, 1800);
  const auto weights = cap_weights(mesh);
  const auto hold = [&](const std::string& name, const Norm& final_norm,
                        const std::vector<double>& dense) {
    for (const int block : {1, 4}) {
      const auto found =
          singular_vectors(problem.propagator, problem.energy, final_norm, options_of(10, block));
      INFO(name << ", block " << block << ": " << found.iterations << " iterations, leading "
                << found.values[0] << " and " << dense[0]);
      CHECK(found.converged);
      CHECK(apart(found.values, dense) <= 1e-8);
      require_orthonormal(found);
    }
  };
  hold("energy", problem.energy, dense_values(problem, problem.energy, energy_root(problem)));
  hold("energy of a region", Norm::energy(problem.domain, problem.rest, weights),
       dense_values(problem, problem.energy, energy_root(problem, weights)));
  hold("enstrophy", Norm::enstrophy(problem.domain),
       dense_values(problem, problem.energy, enstrophy_root(problem)));
}

TEST_CASE("singular vectors: of perturbations that start in a region") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  Problem problem(Device{}, mesh, 6, 1800);
  auto weights = cap_weights(mesh);
  for (std::size_t n = 0; n < weights.cells.size(); n += 3) weights.cells[n] *= 0.5;
  const Norm confined = Norm::confined_energy(problem.domain, problem.rest, weights);
  const auto dense = dense_values(problem, confined, energy_root(problem));
  for (const int block : {1, 4}) {
    const auto found =
        singular_vectors(problem.propagator, confined, problem.energy, options_of(6, block));
    CHECK(found.converged);
    CHECK(apart(found.values, dense) <= 1e-8);
    require_orthonormal(found);
    const auto squares = confined.squared(problem.domain, found.initial);
    for (const double square : squares) CHECK(std::abs(square - 1) <= 1e-13);
    const auto h = found.initial.thickness.to_host();
    for (std::size_t n = 0; n < h.size(); ++n)
      if (weights.cells[n / 6] == 0) REQUIRE(h[n] == 0);
  }
  CHECK(singular_vectors(problem.propagator, confined, problem.energy, options_of(1, 1)).values[0] <
        singular_vectors(problem.propagator, problem.energy, problem.energy, options_of(1, 1))
            .values[0]);
}

TEST_CASE("singular vectors: the dense propagator of 6 h at 642 cells", "[long]") {
  const Mesh mesh = testing::icosahedral_mesh(3);
  REQUIRE(mesh.cells == 642);
  Problem problem(Device{}, mesh, 12, 1800);
  const auto dense = dense_values(problem, problem.energy, energy_root(problem));
  for (const int block : {1, 8}) {
    const auto found = problem.solve(options_of(10, block));
    WARN("block " << block << ": " << found.iterations << " iterations, largest " << found.values[0]
                  << ", tenth " << found.values[9] << ", apart by " << apart(found.values, dense)
                  << ", orthogonality " << found.initial_orthogonality << " and "
                  << found.evolved_orthogonality);
    CHECK(found.converged);
    CHECK(apart(found.values, dense) <= 1e-8);
    require_orthonormal(found);
  }
}

TEST_CASE("singular vectors: both methods find the same vectors, stages change no bit") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  Problem problem(Device{}, mesh, 6, 1800);
  const auto one = problem.solve(options_of(4, 1, 1e-10)),
             many = problem.solve(options_of(4, 8, 1e-10));
  CHECK(apart(one.values, many.values) <= 1e-12);
  const auto overlap = [&](std::size_t k) {
    State<double> x = copy_of(one.initial), y = copy_of(many.initial);
    problem.energy.scale(x);
    problem.energy.scale(y);
    return std::abs(products(x, y)(k, k));
  };
  // Vectors are apart by the residual over the gap of the values; these gaps are wider than 1e-3.
  for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(overlap(k) - 1) <= 1e-10);
  Problem states(Device{}, mesh, 6, 1800, Keep::states);
  CHECK(all_bits(states.solve(options_of(4, 8, 1e-10))) == all_bits(many));
}

TEST_CASE("singular vectors: nothing grows in a window of no steps") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  Problem problem(Device{}, mesh, 0, 1800);
  for (const int block : {1, 4}) {
    const auto found = problem.solve(options_of(6, block));
    CHECK(found.converged);
    for (const double value : found.values) CHECK(std::abs(value - 1) <= 1e-14);
    require_orthonormal(found);
  }
}

TEST_CASE("singular vectors: a space that is searched to its end gives every value") {
  const Mesh mesh = testing::icosahedral_mesh(1);
  REQUIRE(mesh.cells + mesh.edges == 162);
  Problem problem(Device{}, mesh, 3, 1800);
  const auto dense = dense_values(problem, problem.energy, energy_root(problem));
  for (const int block : {1, 3}) {
    const auto found = problem.solve(options_of(162, block, 1e-14));
    CHECK(found.iterations * block == 162);
    CHECK(apart(found.values, dense) <= 1e-8);
    require_orthonormal(found);
  }
}

TEST_CASE("singular vectors: same bits whatever the threads, the order, the device") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  for (const int block : {1, 4}) {
    const auto bits = [&](const Device& device) {
      return all_bits(Problem(device, mesh, 4, 1800).solve(options_of(3, block, 1e-3)));
    };
    const auto base = bits({.threads = 1});
    CHECK(bits({.threads = 2}) == base);
    CHECK(bits({.threads = 2, .order = Order::reversed}) == base);
    CHECK(bits({.backend = Backend::mock, .threads = 2}) == base);
  }
}

TEST_CASE("singular vectors: a search that was killed goes on to the same bits") {
  const Mesh mesh = testing::icosahedral_mesh(2);
  const TestFolder folder;
  for (const int block : {1, 4}) {
    Problem problem(Device{}, mesh, 4, 1800);
    std::vector<std::string> warnings;
    auto options = options_of(3, block, 1e-2);
    options.folder.emplace(folder.path, KrylovOrigin{"case", 1800, 4, {}}, nullptr,
                           [&](const std::string& text) { warnings.push_back(text); });
    const auto whole = problem.solve(options);
    const auto file = [&](int n) {
      char name[32];
      std::snprintf(name, sizeof name, "basis_%05d.nc", n);
      return folder.path / name;
    };
    REQUIRE(std::filesystem::exists(file(whole.iterations)));
    options.resume = true;
    CHECK(all_bits(problem.solve(options)) == all_bits(whole));
    std::filesystem::remove(file(2));
    const auto resumed = problem.solve(options);
    CHECK(resumed.resumed_from == 1);
    CHECK(all_bits(resumed) == all_bits(whole));
    CHECK(warnings.empty());

    // A file that was damaged is passed over, and all that follow it.
    std::fstream damaged(file(3), std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(2000);
    damaged.write("\x5a", 1);
    damaged.close();
    const auto mended = problem.solve(options);
    CHECK(mended.resumed_from == 2);
    CHECK(all_bits(mended) == all_bits(whole));
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].find("damaged") != std::string::npos);

    options.seed = 2;
    CHECK(complaint_of([&] { (void)problem.solve(options); }).find("search: its seed is 1") <
          std::string::npos);
    options.seed = 1;
    options.block = block + 1;
    CHECK(complaint_of([&] { (void)problem.solve(options); }).find("its block is") <
          std::string::npos);
  }
}

TEST_CASE("norms: what they refuse") {
  const Mesh mesh = testing::icosahedral_mesh(1);
  Problem problem(Device{}, mesh, 1, 1800);
  const Norm blind = Norm::enstrophy(problem.domain);
  CHECK_FALSE(blind.invertible());
  CHECK(problem.energy.invertible());
  CHECK_FALSE(Norm::energy(problem.domain, problem.rest, cap_weights(mesh)).invertible());
  State<double> x(Device{}, mesh);
  CHECK_THROWS_AS(blind.unscale(x), RunError);
  CHECK_THROWS_AS(singular_vectors(problem.propagator, blind, blind, {}), InputError);
  CHECK_THROWS_AS(problem.solve(options_of(10, 1, 1e-3, 9)), InputError);
  CHECK_THROWS_AS(Norm::enstrophy(problem.domain, {{}, {}, {1.0}}), RunError);
}

}  // namespace hexad
