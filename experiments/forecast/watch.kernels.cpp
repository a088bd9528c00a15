#include "hexad/experiments/forecast/watch.hpp"
#include "hexad/core/launch.hpp"
#include "hexad/core/real_math.hpp"
#include "hexad/core/reduce.hpp"

namespace hexad {
namespace {

struct CourantTerm {
  MeshView<double> mesh;
  CellIn<double> thickness;
  EdgeIn<double> velocity;
  double gravity, step;

  HEXAD_FN double operator()(Index e, int member) const {
    const double h0 = thickness(mesh.cell_on_edge(e, 0), member);
    const double h1 = thickness(mesh.cell_on_edge(e, 1), member);
    const double speed = h0 > 0 && h1 > 0 ? sqrt(gravity * (0.5 * (h0 + h1))) : sqrt(-1.0);
    const double u = velocity(e, member);
    return ((u < 0 ? -u : u) + speed) * step * mesh.inv_d(e);
  }
};

}  // namespace

std::vector<Extreme> largest_courant(Domain& domain, const State<double>& state) {
  const auto c = domain.context<double>();
  const CourantTerm term{c.mesh, state.thickness.in(), state.velocity.in(), c.gravity(),
                         c.time_step()};
  return extremes_of(domain.device(), c.mesh.edges, state.members(), Extremum::largest, term);
}

}  // namespace hexad
