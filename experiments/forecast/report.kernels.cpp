#include "hexad/experiments/forecast/report.hpp"
#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

struct TracerOfCell {
  MeshView<double> mesh;
  CellIn<double> amount;
  HEXAD_FN double operator()(Index i, int member) const {
    return mesh.area_cell(i) * amount(i, member);
  }
};

struct Concentration {
  CellIn<double> amount, thickness;
  HEXAD_FN double operator()(Index i, int member) const {
    return amount(i, member) / thickness(i, member);
  }
};

}  // namespace

Report make_report(Domain& domain, const Environment<double>& environment,
                   const State<double>& state) {
  Report report{diagnose(domain, environment, state), {}};
  const auto c = domain.context<double>();
  const auto& device = domain.device();
  const int members = state.members();
  for (const auto& tracer : state.tracers) {
    const auto mass = totals<double>(
        exact_sums_of(device, c.mesh.cells, members, TracerOfCell{c.mesh, tracer.in()}));
    const Concentration phi{tracer.in(), state.thickness.in()};
    const auto low = extremes_of(device, c.mesh.cells, members, Extremum::smallest, phi);
    const auto high = extremes_of(device, c.mesh.cells, members, Extremum::largest, phi);
    auto& rows = report.tracers.emplace_back();
    for (std::size_t m = 0; m < static_cast<std::size_t>(members); ++m)
      rows.push_back({mass[m], low[m].value, high[m].value});
  }
  return report;
}

}  // namespace hexad
