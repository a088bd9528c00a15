#include "hexad/model/blocked.hpp"

#include "hexad/model/block_context.hpp"
#include "hexad/model/operators/tendency.hpp"

namespace hexad {
namespace {

/// Whether bodies for blocks are compiled: not for single precision and dual numbers, which only
/// verification uses, over the whole mesh.
template <class T>
inline constexpr bool has_bodies = std::is_same_v<T, double> || std::is_same_v<T, Pack4>;

/// Cells of a block: its temporary fields and tables fill about half of a second-level cache.
template <class T>
inline constexpr Index block_size = 2048 / width_of<T>;

/// Rings of neighbours about a block, enough for everything that the parameters ask for.
int rings(const Parameters& parameters) {
  return parameters.anticipates() ? 4 : parameters.hyperviscous ? 3 : 2;
}

/// Rings out to which a tendency computes rates at cells and, in the adjoint, their adjoints.
int forward_reach(const Parameters& p) { return p.anticipates() || p.hyperviscous ? 2 : 1; }
int reverse_reach(const Parameters& p) { return p.anticipates() ? 3 : p.hyperviscous ? 2 : 1; }

/// The most that any body holds at a time, in values per slot of a cell. An edge has two slots and
/// a vertex three, so a field at edges counts 1/2, at vertices 1/3, at cells at most 1/5. The
/// adjoint with the anticipated vorticity and both kinds of diffusion holds 17 fields at cells, 17
/// at edges (quads counting four), 10 at vertices and 3 of slots: 3.4 + 8.5 + 3.3 + 3 = 18.2. The
/// rest is for what each field is rounded up by.
constexpr std::size_t most_fields = 32;

template <class T>
const MeshBlocks* blocks_of(const Context<T>& c) {
  return c.blocks == nullptr ? nullptr : c.blocks->get(block_size<T>, rings(c.parameters));
}

template <class T, class Body>
bool run(const Context<T>& c, int lanes, const Body& body) {
  const MeshBlocks* blocks = blocks_of(c);
  if (blocks == nullptr) return false;
  for_blocks(c, *blocks, lanes, most_fields, body);
  return true;
}

/// A field of a block: loaded from a sum out to some reach, or absent like the sum.
template <Place P, class T>
class Local {
 public:
  template <class C>
  Local(const C& block, bool wanted)
      : field_(block.template optional_scratch<P>(block.lanes(), wanted)) {}
  template <class C>
  Local(const C& block, const BlockTransfer<T>& transfer, const Sum<P, T>& sum, Index count)
      : Local(block, sum.exists()) {
    if (sum.exists()) transfer.load(sum, count, out());
  }
  [[nodiscard]] Out<P, T> out() { return field_.out(); }

 private:
  BlockScratch<P, T> field_;
};

template <class T>
struct LocalState {
  Local<Place::cell, T> thickness;
  Local<Place::edge, T> velocity;

  template <class C>
  LocalState(const C& block, const BlockTransfer<T>& transfer, const StateSum<T>& x, int reach)
      : thickness(block, transfer, x.thickness, block.mesh.cells_within(reach + 1)),
        velocity(block, transfer, x.velocity, block.mesh.spokes_within(reach)) {}
  [[nodiscard]] StateIn<T> in() { return {thickness.out(), velocity.out()}; }
};

/// What a tendency reads of the environment: the coefficients of diffusion only where it is.
template <class T>
struct LocalEnvironment {
  Local<Place::cell, T> topography;
  Local<Place::vertex, T> coriolis;
  Local<Place::cell, T> gravity, viscosity, hyperviscosity;

  template <class C>
  LocalEnvironment(const C& block, const BlockTransfer<T>& transfer, const EnvironmentIn<T>& x,
                   int reach)
      : topography(block, transfer, x.topography, block.mesh.cells_within(reach)),
        coriolis(block, transfer, x.coriolis, block.mesh.vertices_within(reach)),
        gravity(block, transfer, x.gravity, block.mesh.cells_within(reach)),
        viscosity(block, transfer, where(block.parameters.viscous, x.viscosity),
                  block.mesh.cells_within(reach + 1)),
        hyperviscosity(block, transfer, where(block.parameters.hyperviscous, x.hyperviscosity),
                       block.mesh.cells_within(reach + 1)) {}
  [[nodiscard]] EnvironmentIn<T> in() {
    return {topography.out(), coriolis.out(), gravity.out(), viscosity.out(), hyperviscosity.out()};
  }

 private:
  static Sum<Place::cell, T> where(bool wanted, CellIn<T> field) {
    return wanted ? Sum<Place::cell, T>(field) : Sum<Place::cell, T>();
  }
};

/// A field of a block that is computed there, and stored where something becomes of it.
template <Place P, class T>
class Result {
 public:
  template <class C>
  Result(const C& block, const Updates<P, T>& updates)
      : updates_(updates), local_(block, updates.exists()) {}
  [[nodiscard]] Out<P, T> out() { return local_.out(); }
  void store(const BlockTransfer<T>& transfer) {
    if (updates_.exists()) transfer.template store<P>(updates_, local_.out());
  }

 private:
  const Updates<P, T>& updates_;
  Local<P, T> local_;
};

/// A field that a body adds to: zero in the block, its owned values added to the whole mesh's.
template <Place P, class T>
class Contribution {
 public:
  template <class C>
  Contribution(const C& block, Out<P, T> sum) : sum_(sum), local_(block, sum.exists()) {
    if (sum.exists()) std::fill_n(local_.out().data, block.template values<P>(), T(0));
  }
  [[nodiscard]] Out<P, T> out() { return local_.out(); }
  void store(const BlockTransfer<T>& transfer) {
    if (!sum_.exists()) return;
    const Update<P, T> add{sum_, Sum<P, T>(sum_), 1};
    transfer.template store<P>(add, local_.out());
  }

 private:
  Out<P, T> sum_;
  Local<P, T> local_;
};

}  // namespace

template <class T>
bool Blocked<T>::tendency(const Context<T>& c, const FlowSum<T>& x, const RatesUpdates<T>& to) {
  if constexpr (has_bodies<T>) {
    const int reach = forward_reach(c.parameters);
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      LocalState<T> state(block, transfer, x.state, reach);
      LocalEnvironment<T> around(block, transfer, x.environment, reach);
      Result<Place::cell, T> thickness(block, to.thickness);
      Result<Place::edge, T> velocity(block, to.velocity), flux(block, to.mass_flux);
      Tendency<T>::forward_on(block, {state.in(), around.in()},
                              {thickness.out(), velocity.out(), flux.out()});
      thickness.store(transfer);
      velocity.store(transfer);
      flux.store(transfer);
    });
  }
  return false;
}

template <class T>
bool Blocked<T>::tendency_tangent(const Context<T>& c, const FlowSum<T>& x, const FlowSum<T>& dx,
                                  const RatesUpdates<T>& d_to, const StateUpdates<T>& to) {
  if constexpr (has_bodies<T>) {
    const int reach = forward_reach(c.parameters);
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      LocalState<T> state(block, transfer, x.state, reach),
          d_state(block, transfer, dx.state, reach);
      LocalEnvironment<T> around(block, transfer, x.environment, reach);
      LocalEnvironment<T> d_around(block, transfer, dx.environment, reach);
      Result<Place::cell, T> d_thickness(block, d_to.thickness), thickness(block, to.thickness);
      Result<Place::edge, T> d_velocity(block, d_to.velocity), velocity(block, to.velocity);
      Result<Place::edge, T> d_flux(block, d_to.mass_flux);
      Tendency<T>::tangent_on(block, {state.in(), around.in()}, {d_state.in(), d_around.in()},
                              {d_thickness.out(), d_velocity.out(), d_flux.out()},
                              {thickness.out(), velocity.out()});
      d_thickness.store(transfer);
      d_velocity.store(transfer);
      d_flux.store(transfer);
      thickness.store(transfer);
      velocity.store(transfer);
    });
  }
  return false;
}

template <class T>
bool Blocked<T>::tendency_reverse(const Context<T>& c, const FlowSum<T>& x, const RatesSum<T>& y,
                                  const StateUpdates<T>& to, const EnvironmentOut<T>& sum) {
  if constexpr (has_bodies<T>) {
    const int reach = reverse_reach(c.parameters);
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      const BlockData& mesh = block.mesh;
      LocalState<T> state(block, transfer, x.state, reach);
      LocalEnvironment<T> around(block, transfer, x.environment, reach);
      Local<Place::cell, T> y_thickness(block, transfer, y.thickness, mesh.cells_within(reach));
      Local<Place::edge, T> y_velocity(block, transfer, y.velocity, mesh.edges_within(reach));
      Local<Place::edge, T> y_flux(block, transfer, y.mass_flux, mesh.edges_within(reach));
      Result<Place::cell, T> thickness(block, to.thickness);
      Result<Place::edge, T> velocity(block, to.velocity);
      Contribution<Place::cell, T> topography(block, sum.topography), gravity(block, sum.gravity);
      Contribution<Place::vertex, T> coriolis(block, sum.coriolis);
      Contribution<Place::cell, T> viscosity(block,
                                             c.parameters.viscous ? sum.viscosity : CellOut<T>());
      Contribution<Place::cell, T> hyperviscosity(
          block, c.parameters.hyperviscous ? sum.hyperviscosity : CellOut<T>());
      Tendency<T>::reverse_on(
          block, {state.in(), around.in()}, {y_thickness.out(), y_velocity.out(), y_flux.out()},
          {thickness.out(), velocity.out()},
          {topography.out(), coriolis.out(), gravity.out(), viscosity.out(), hyperviscosity.out()});
      thickness.store(transfer);
      velocity.store(transfer);
      topography.store(transfer);
      gravity.store(transfer);
      coriolis.store(transfer);
      viscosity.store(transfer);
      hyperviscosity.store(transfer);
    });
  }
  return false;
}

template <class T>
bool Blocked<T>::thickness(const Context<T>& c, const StateSum<T>& x,
                           const Updates<Place::cell, T>& rate,
                           const Updates<Place::edge, T>& flux) {
  if constexpr (has_bodies<T>) {
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      LocalState<T> state(block, transfer, x, 0);
      Result<Place::cell, T> rates(block, rate);
      Result<Place::edge, T> fluxes(block, flux);
      ThicknessTendency<T>::forward_on(block, state.in().thickness, state.in().velocity,
                                       rates.out(), fluxes.out());
      rates.store(transfer);
      fluxes.store(transfer);
    });
  }
  return false;
}

template <class T>
bool Blocked<T>::thickness_tangent(const Context<T>& c, const StateSum<T>& x, const StateSum<T>& dx,
                                   const Updates<Place::cell, T>& d_rate,
                                   const Updates<Place::edge, T>& d_flux) {
  if constexpr (has_bodies<T>) {
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      LocalState<T> state(block, transfer, x, 0), d_state(block, transfer, dx, 0);
      Result<Place::cell, T> rates(block, d_rate);
      Result<Place::edge, T> fluxes(block, d_flux);
      ThicknessTendency<T>::tangent_on(block, state.in().thickness, state.in().velocity,
                                       d_state.in().thickness, d_state.in().velocity, rates.out(),
                                       fluxes.out());
      rates.store(transfer);
      fluxes.store(transfer);
    });
  }
  return false;
}

template <class T>
bool Blocked<T>::thickness_reverse(const Context<T>& c, const StateSum<T>& x,
                                   const Sum<Place::cell, T>& y, const Sum<Place::edge, T>& y_flux,
                                   const StateUpdates<T>& to) {
  if constexpr (has_bodies<T>) {
    return run(c, x.lanes(), [&](const auto& block, const BlockTransfer<T>& transfer) {
      LocalState<T> state(block, transfer, x, 0);
      Local<Place::cell, T> of_rate(block, transfer, y, block.mesh.cells_within(1));
      Local<Place::edge, T> of_flux(block, transfer, y_flux, block.mesh.edges_within(0));
      Result<Place::cell, T> thickness(block, to.thickness);
      Result<Place::edge, T> velocity(block, to.velocity);
      ThicknessTendency<T>::adjoint_on(block, state.in().thickness, state.in().velocity,
                                       of_rate.out(), of_flux.out(), thickness.out(),
                                       velocity.out());
      thickness.store(transfer);
      velocity.store(transfer);
    });
  }
  return false;
}

template struct Blocked<double>;
template struct Blocked<float>;
template struct Blocked<Dual<double>>;
template struct Blocked<Pack4>;

}  // namespace hexad
