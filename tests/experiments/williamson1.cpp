// Williamson 1: a cosine bell once round the sphere in 12 days.

#include <cmath>

#include "catch.hpp"
#include "hexad/core/exact_sum.hpp"
#include "hexad/experiments/error_summary.hpp"
#include "hexad/experiments/make_mesh.hpp"

using namespace hexad;

namespace {

struct Turned {
  double mass = 0;  ///< Relative change of the tracer's amount.
  double thickness = 0, l2 = 0, linf = 0;
};

double amount(const Mesh& mesh, const std::vector<double>& h_phi) {
  ExactSum sum;
  for (std::size_t i = 0; i < h_phi.size(); ++i) sum.add(mesh.area_cell[i] * h_phi[i]);
  return sum.value();
}

Turned turn(int level, const std::string& step, const std::string& alpha,
            const std::string& duration = "12 d") {
  const Case run =
      read_case(HEXAD_SOURCE "/experiments/cases/williamson1.yaml",
                {"mesh.icosahedral.level=" + std::to_string(level), "time.dt=" + step,
                 "initial.alpha=" + alpha, "time.duration=" + duration, "output.streams={}"});
  Setup setup(run, Device{}, make_mesh(run.mesh, 0, Console(Console::Level::quiet, false)));
  setup.domain.set_time_step(run.time.step);
  Model<double> model(setup.domain, copy_of(setup.environment), run.time.scheme);
  const double before = amount(setup.mesh, setup.state.tracers[0].to_host());
  for (long n = 0; n < run.time.steps; ++n) model.step(setup.state);
  const Json error = error_summary(run, setup);
  const double after = amount(setup.mesh, setup.state.tracers[0].to_host());
  return {(after - before) / before, error["thickness"]["linf"].get<double>(),
          error["tracers"]["bell"]["l2"].get<double>(),
          error["tracers"]["bell"]["linf"].get<double>()};
}

}  // namespace

TEST_CASE("Williamson 1 for a day, 642 cells", "[experiments]") {
  const Turned turned = turn(3, "1 h", "0.05", "1 d");
  CHECK(std::abs(turned.mass) <= 1e-14);
  CHECK(turned.thickness <= 1e-14);
}

TEST_CASE("Williamson 1, once round", "[long]") {
  for (const char* alpha : {"0 deg", "45 deg", "90 deg"}) {
    const Turned coarse = turn(5, "30 min", alpha), fine = turn(6, "15 min", alpha);
    WARN("alpha " << alpha << ": l2 " << coarse.l2 << ", " << fine.l2 << ", linf " << coarse.linf
                  << ", " << fine.linf << ", mass " << fine.mass);
    CHECK(std::abs(coarse.mass) <= 1e-14);
    CHECK(std::abs(fine.mass) <= 1e-14);
    CHECK(fine.thickness <= 1e-13);
    CHECK(std::log2(coarse.l2 / fine.l2) >= 2);
  }
}
