#include "hexad/model/diagnostics.hpp"
#include "hexad/core/launch.hpp"
#include "hexad/core/real_math.hpp"
#include "hexad/model/operators/curl.hpp"
#include "hexad/model/operators/divergence.hpp"
#include "hexad/model/operators/kinetic_energy.hpp"
#include "hexad/model/operators/potential_vorticity.hpp"
#include "hexad/model/operators/velocity_reconstruction.hpp"

namespace hexad {
namespace {

using MetricMesh = MeshView<double>;

struct MassOfCell {
  MetricMesh mesh;
  CellIn<double> h;
  HEXAD_FN double operator()(Index i, int member) const { return mesh.area_cell(i) * h(i, member); }
};

struct EnergyOfCell {
  MetricMesh mesh;
  CellIn<double> h, topography, gravity, kinetic;
  HEXAD_FN double operator()(Index i, int member) const {
    const double depth = h(i, member);
    return mesh.area_cell(i) * depth *
           (kinetic(i, member) + gravity(i, member) * (0.5 * depth + topography(i, member)));
  }
};

struct EnstrophyOfVertex {
  MetricMesh mesh;
  CellIn<double> h;
  VertexIn<double> q;
  HEXAD_FN double operator()(Index v, int member) const {
    double volume = 0;
    for (int j = 0; j < 3; ++j)
      volume += mesh.kite_on_vertex(v, j) * h(mesh.cell_on_vertex(v, j), member);
    return 0.5 * volume * q(v, member) * q(v, member);
  }
};

struct SpeedAtCell {
  CellIn<double> east, north;
  HEXAD_FN double operator()(Index i, int member) const {
    return sqrt(east(i, member) * east(i, member) + north(i, member) * north(i, member));
  }
};

struct CourantAtEdge {
  MetricMesh mesh;
  CellIn<double> h, gravity;
  EdgeIn<double> u;
  double time_step;
  HEXAD_FN double operator()(Index e, int member) const {
    const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
    const double h0 = h(i0, member), h1 = h(i1, member);
    const double speed = u(e, member) < 0 ? -u(e, member) : u(e, member);
    const double g = 0.5 * (gravity(i0, member) + gravity(i1, member));
    const double wave = h0 > 0 && h1 > 0 ? sqrt(g * (0.5 * (h0 + h1))) : sqrt(-1.0);
    return (speed + wave) * time_step * mesh.inv_d(e);
  }
};

/// Runs an operator of value type double on fields of any number of members.
Context<double> context_of(Domain& domain) { return domain.context<double>(); }

}  // namespace

std::vector<Diagnostics> diagnose(Domain& domain, const Environment<double>& environment,
                                  const State<double>& state) {
  const auto c = context_of(domain);
  const auto& device = domain.device();
  const int members = state.members();
  const auto h = state.thickness.in();
  const auto u = state.velocity.in();

  auto kinetic = c.scratch<Place::cell>(members);
  auto q = c.scratch<Place::vertex>(members);
  auto east = c.scratch<Place::cell>(members);
  auto north = c.scratch<Place::cell>(members);
  KineticEnergy<double>::forward(c, u, kinetic);
  PotentialVorticity<double>::forward(c, h, u, environment.coriolis.in(), q);
  VelocityReconstruction<double>::forward(c, u, east, north);

  const auto mass =
      totals<double>(exact_sums_of(device, c.mesh.cells, members, MassOfCell{c.mesh, h}));
  const auto energy = totals<double>(exact_sums_of(
      device, c.mesh.cells, members,
      EnergyOfCell{c.mesh, h, environment.topography.in(), environment.gravity.in(), kinetic}));
  const auto enstrophy = totals<double>(
      exact_sums_of(device, c.mesh.vertices, members, EnstrophyOfVertex{c.mesh, h, q}));
  const auto wind =
      extremes_of(device, c.mesh.cells, members, Extremum::largest, SpeedAtCell{east, north});
  const auto courant = largest_courant(domain, environment, state);
  const auto thinnest = extremes<double>(device, c.mesh.cells, members, Extremum::smallest, h.data);

  std::vector<Diagnostics> result;
  for (std::size_t m = 0; m < static_cast<std::size_t>(members); ++m)
    result.push_back({mass[m], energy[m], enstrophy[m], wind[m], courant[m], thinnest[m]});
  return result;
}

std::vector<Extreme> largest_courant(Domain& domain, const Environment<double>& environment,
                                     const State<double>& state) {
  const auto c = context_of(domain);
  const CourantAtEdge term{c.mesh, state.thickness.in(), environment.gravity.in(),
                           state.velocity.in(), c.time_step()};
  return extremes_of(domain.device(), c.mesh.edges, state.members(), Extremum::largest, term);
}

DerivedFields derive(Domain& domain, const Environment<double>& environment,
                     const State<double>& state) {
  const auto c = context_of(domain);
  const auto& mesh = domain.mesh();
  const auto& device = domain.device();
  const int members = state.members();
  const auto h = state.thickness.in();
  const auto u = state.velocity.in();
  DerivedFields fields{{device, mesh.cells, members},    {device, mesh.cells, members},
                       {device, mesh.cells, members},    {device, mesh.cells, members},
                       {device, mesh.vertices, members}, {device, mesh.vertices, members}};
  Divergence<double>::forward(c, u, fields.divergence.out());
  KineticEnergy<double>::forward(c, u, fields.kinetic_energy.out());
  VelocityReconstruction<double>::forward(c, u, fields.eastward_wind.out(),
                                          fields.northward_wind.out());
  Curl<double>::forward(c, u, fields.vorticity.out());
  PotentialVorticity<double>::forward(c, h, u, environment.coriolis.in(),
                                      fields.potential_vorticity.out());
  return fields;
}

}  // namespace hexad
