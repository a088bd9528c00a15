#include "hexad/experiments/forecast/fields.hpp"
#include "hexad/core/launch.hpp"
#include "hexad/core/real_math.hpp"
#include "hexad/model/combine.hpp"
#include "hexad/model/operators/curl.hpp"
#include "hexad/model/operators/divergence.hpp"
#include "hexad/model/operators/kinetic_energy.hpp"
#include "hexad/model/operators/potential_vorticity.hpp"
#include "hexad/model/operators/tangential_velocity.hpp"
#include "hexad/model/operators/velocity_reconstruction.hpp"

namespace hexad {
namespace {

struct Speed {
  CellIn<double> east, north;
  CellOut<double> speed;
  HEXAD_FN void operator()(Index i, int member) const {
    const double u = east(i, member), v = north(i, member);
    speed(i, member) = sqrt(u * u + v * v);
  }
};

struct Concentration {
  CellIn<double> amount, thickness;
  CellOut<double> phi;
  HEXAD_FN void operator()(Index i, int member) const {
    phi(i, member) = amount(i, member) / thickness(i, member);
  }
};

struct AddValues {
  const double* x;
  double* sum;
  HEXAD_FN void operator()(Index n, int) const { sum[n] += x[n]; }
};

template <Place P>
Out<P, double> view(Array<double>& values, int members) {
  return {values.pointer(), members};
}

}  // namespace

void add_values(const Array<double>& x, Array<double>& sum) {
  for_each(sum.device(), static_cast<Index>(sum.size()), 1, AddValues{x.pointer(), sum.pointer()});
}

void FieldSource::look_at(const State<double>& state) {
  state_ = &state;
  for (auto& [name, kept] : kept_) kept.fresh = false;
}

const Array<double>& FieldSource::field(const std::string& name) {
  if (name == "thickness") return state_->thickness.values();
  if (name == "normal_velocity") return state_->velocity.values();
  if (name == "topography") return environment_.topography.values();
  const auto there = kept_.find(name);
  if (there == kept_.end() || !there->second.fresh) make(name);
  return kept_.at(name).values;
}

Array<double>& FieldSource::room(const std::string& name, Place place) {
  Kept& kept = kept_[name];
  const auto wanted = static_cast<std::size_t>(domain_.mesh().count(place)) *
                      static_cast<std::size_t>(state_->members());
  if (kept.values.size() != wanted) kept.values = Array<double>(domain_.device(), wanted);
  kept.fresh = true;
  return kept.values;
}

void FieldSource::make_wind() {
  const int members = state_->members();
  VelocityReconstruction<double>::forward(
      domain_.context<double>(), state_->velocity.in(),
      view<Place::cell>(room("eastward_wind", Place::cell), members),
      view<Place::cell>(room("northward_wind", Place::cell), members));
}

void FieldSource::make(const std::string& name) {
  const auto c = domain_.context<double>();
  const int members = state_->members();
  const auto h = state_->thickness.in();
  const auto u = state_->velocity.in();
  const auto cells = [&] { return view<Place::cell>(room(name, Place::cell), members); };
  const auto edges = [&] { return view<Place::edge>(room(name, Place::edge), members); };
  const auto vertices = [&] { return view<Place::vertex>(room(name, Place::vertex), members); };
  if (name == "eastward_wind" || name == "northward_wind") return make_wind();
  if (name == "surface_height")
    return c.for_cells(
        members, Combine<Place::cell, double>{1.0, h, 1.0, environment_.topography.in(), cells()});
  if (name == "wind_speed") {
    const CellIn<double> east{field("eastward_wind").pointer(), members};
    const CellIn<double> north{field("northward_wind").pointer(), members};
    return c.for_cells(members, Speed{east, north, cells()});
  }
  if (name == "vorticity") return Curl<double>::forward(c, u, vertices());
  if (name == "potential_vorticity")
    return PotentialVorticity<double>::forward(c, h, u, environment_.coriolis.in(), vertices());
  if (name == "divergence") return Divergence<double>::forward(c, u, cells());
  if (name == "kinetic_energy") return KineticEnergy<double>::forward(c, u, cells());
  if (name == "tangential_velocity") return TangentialVelocity<double>::forward(c, u, edges());
  for (std::size_t n = 0; n < tracers_.size(); ++n)
    if (name == tracers_[n])
      return c.for_cells(members, Concentration{state_->tracers[n].in(), h, cells()});
  throw RunError("no values are known for the field '" + name + "'");
}

}  // namespace hexad
