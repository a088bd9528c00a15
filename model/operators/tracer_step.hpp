#pragma once

#include "hexad/model/combine.hpp"
#include "hexad/model/operators/thickness_tendency.hpp"

namespace hexad {

/// One step of a tracer that the mass flux F (m2/s) of a step carries: of its amount per unit area
/// Q = h phi (m for a dimensionless phi), with h the thickness (m) before the step. The scheme is
/// ssprk3 (Shu and Osher 1988) over steps E of forward Euler, between which h runs from h to
/// h+ = h - dt D F:
///   Q1 = E(Q, h),  Q2 = 3/4 Q + 1/4 E(Q1, h+),  Q+ = 1/3 Q + 2/3 E(Q2, (h + h+)/2)
///   E(Q, h)_i = Q_i - dt (D X)_i,   X_e = F_e phi_e,   phi = Q / h
/// so the amount is conserved to round-off, and phi = 1 stays 1 with the thickness. The value at an
/// edge is that of the cell i upwind (F_e = 0: cell 0 of the edge) plus an increment towards its
/// neighbour j, s = phi_j - phi_i:
///   centred: delta = s / 2
///   upwind:  delta = (s + 2 d_e g) / 6,  g the gradient along the edge's direction at cell i, by
///   the
///            reconstruction of VelocityReconstruction; on a line of equal cells this is the third-
///            order value (2 phi_j + 5 phi_i - phi_-j) / 6 (van Leer 1977, kappa = 1/3)
/// Monotone: delta is cut to what creates no new extremum. With m, M the least and the largest phi
/// of cell i and its neighbours,
///   s > 0: 0 <= delta <= min(s, phi_i - m);   s < 0: 0 >= delta >= max(s, phi_i - M);  s = 0: 0
/// Then E keeps each phi within m, M of its cell as long as what leaves a cell in dt is at most
/// half of what is there: h (phi' - m) loses at most F (phi_e - m) <= 2 F (phi_i - m) at each
/// outflow and gains at each inflow. The stages are convex combinations, so the step does too.
///
/// Derivative: that of the branch in which the state is, signs of F and choices of the limiter
/// frozen; of equal neighbours the first one counts as m or M, the cell itself before them; where a
/// bound is just met, the unlimited branch. Adjoint of E, from y: with X*_e = dt l_e (y_i1/A_i1 -
/// y_i0/A_i0), F*_e = phi_e X*_e, phi*_e = F_e X*_e goes to the upwind cell, which hands it on
/// through slots to the cells that its increments read; each cell gathers its slots, and Q* = y +
/// phi*/h, h* = - phi phi*/h.
template <class T>
struct TracerStep {
  using R = real_of<T>;
  using Mesh = MeshView<R>;

  /// They add up to 1 exactly: rounded one by one they fall short by half a unit of the last place,
  /// which a tracer would lose in each step.
  static constexpr R two_thirds = R(2) / R(3), one_third = R(1) - two_thirds;

  static OperatorInfo info() {
    return {
        .name = "tracer_step",
        .formula = "Q+ = Q - dt D (F phi), phi = Q / h",
        .inputs = {{"tracer", 5000, 2500}, {"thickness", 5000, 500}, {"mass_flux", 0, 1e5}},
        .outputs = {{"tracer"}},
        .depth = 9,
        .variants = {{"centred", {.tracer_flux = TracerFlux::centred}},
                     {"upwind", {}},
                     {"centred, monotone", {.tracer_flux = TracerFlux::centred, .monotone = true}},
                     {"upwind, monotone", {.monotone = true}}}};
  }

  /// delta = a s + b d_e g, limited or not.
  struct Scheme {
    R a, b;
    bool monotone;
  };
  static Scheme scheme(const Context<T>& c) {
    const bool centred = c.parameters.tracer_flux == TracerFlux::centred;
    return {centred ? R(0.5) : R(1) / R(6), centred ? R(0) : R(1) / R(3), c.parameters.monotone};
  }

  /// Values per slot of a cell and lane: what a cell has to say to each of its edges.
  struct Slots {
    T* data;
    int lanes;
    HEXAD_FN T& operator()(Index slot, int lane) const {
      return data[static_cast<std::ptrdiff_t>(slot) * lanes + lane];
    }
  };

  /// Which of the values that bound it an increment takes: weights 0 or 1, all 0 for an increment
  /// that is cut to nothing.
  struct Choice {
    T raw, difference, high, low;

    /// high = phi_i - m >= 0, low = phi_i - M <= 0.
    HEXAD_FN Choice(const Scheme& scheme, const T& delta, const T& s, const T& high_value,
                    const T& low_value)
        : raw(R(1)), difference(R(0)), high(R(0)), low(R(0)) {
      if (!scheme.monotone) return;
      const T zero(R(0)), one(R(1));
      const T upper = max(zero, min(s, high_value)), lower = min(zero, max(s, low_value));
      const T above = select(delta > upper, one, zero), below = select(delta < lower, one, zero);
      const T rising = above * select(s > zero, one, zero);
      const T falling = below * select(s < zero, one, zero);
      const T by_high = select(high_value < s, one, zero);
      const T by_low = select(low_value > s, one, zero);
      raw = one - above - below;
      high = rising * by_high;
      low = falling * by_low;
      difference = rising * (one - by_high) + falling * (one - by_low);
    }
  };

  /// Gradient and bounds of phi at a cell.
  struct AtCell {
    T east, north, least, largest;

    HEXAD_FN AtCell(const Mesh& mesh, const Scheme& scheme, CellIn<T> phi, Index i, int lane)
        : east(R(0)), north(R(0)), least(phi(i, lane)), largest(least) {
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const T& neighbour = phi(mesh.cell_on_cell(i, k), lane);
        const T along = mesh.normal_sign(i, k) * mesh.inv_d(mesh.edge_on_cell(i, k)) *
                        (neighbour - phi(i, lane));
        east += mesh.east_weight(i, k) * along;
        north += mesh.north_weight(i, k) * along;
        if (scheme.monotone) {
          least = min(least, neighbour);
          largest = max(largest, neighbour);
        }
      }
    }
    /// d_e g of slot k.
    HEXAD_FN T difference(const Mesh& mesh, Index i, int k) const {
      return mesh.d(mesh.edge_on_cell(i, k)) *
             (mesh.east_direction(i, k) * east + mesh.north_direction(i, k) * north);
    }
  };

  struct Ratio {
    CellIn<T> amount, thickness;
    CellOut<T> phi;
    HEXAD_FN void operator()(Index i, int lane) const {
      phi(i, lane) = amount(i, lane) / thickness(i, lane);
    }
  };
  /// The value at each edge of a cell, were it upwind.
  struct FaceValues {
    Mesh mesh;
    Scheme scheme;
    CellIn<T> phi;
    Slots face;

    HEXAD_FN void operator()(Index i, int lane) const {
      const AtCell at(mesh, scheme, phi, i, lane);
      const T own = phi(i, lane), high = own - at.least, low = own - at.largest;
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const T s = phi(mesh.cell_on_cell(i, k), lane) - own;
        const T delta = scheme.a * s + scheme.b * at.difference(mesh, i, k);
        const Choice choice(scheme, delta, s, high, low);
        face(mesh.slot(i, k), lane) = own + choice.raw * delta + choice.difference * s +
                                      choice.high * high + choice.low * low;
      }
    }
  };
  HEXAD_FN static T upwind(const Mesh& mesh, const Slots& face, const T& flux, Index e, int lane) {
    return select(flux < T(R(0)), face(mesh.slot_on_edge(e, 1), lane),
                  face(mesh.slot_on_edge(e, 0), lane));
  }
  struct FluxAtEdges {
    Mesh mesh;
    EdgeIn<T> mass_flux;
    Slots face;
    EdgeOut<T> flux;
    HEXAD_FN void operator()(Index e, int lane) const {
      const T f = mass_flux(e, lane);
      flux(e, lane) = f * upwind(mesh, face, f, e, lane);
    }
  };
  /// result = amount + dt (- D flux).
  struct Update {
    Mesh mesh;
    R dt;
    CellIn<T> amount;
    EdgeIn<T> flux;
    CellOut<T> result;
    HEXAD_FN void operator()(Index i, int lane) const {
      T sum(R(0));
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index e = mesh.edge_on_cell(i, k);
        sum += mesh.normal_sign(i, k) * mesh.l(e) * flux(e, lane);
      }
      result(i, lane) = amount(i, lane) - dt * mesh.inv_area_cell(i) * sum;
    }
  };

  /// Temporary fields of E.
  struct Scratches {
    Scratches(const Context<T>& c, int lanes)
        : phi(c.workspace, c.mesh.cells, lanes),
          flux(c.workspace, c.mesh.edges, lanes),
          buffer(c.workspace, c.mesh.cells, lanes * c.mesh.max_edges),
          face{buffer.out().data, lanes} {}
    Scratch<Place::cell, T> phi;
    Scratch<Place::edge, T> flux;
    Scratch<Place::cell, T> buffer;
    Slots face;
  };

  /// What E depends on.
  struct Point {
    CellIn<T> amount, thickness;
    EdgeIn<T> mass_flux;
  };

  static void euler(const Context<T>& c, const Point& x, CellOut<T> result) {
    const int lanes = x.amount.lanes;
    Scratches s(c, lanes);
    c.for_cells(lanes, Ratio{x.amount, x.thickness, s.phi});
    c.for_cells(lanes, FaceValues{c.mesh, scheme(c), s.phi, s.face});
    c.for_edges(lanes, FluxAtEdges{c.mesh, x.mass_flux, s.face, s.flux});
    c.for_cells(lanes, Update{c.mesh, c.time_step(), x.amount, s.flux, result});
  }

  // ------------------------------------------------------------------------------- tangent
  struct TangentRatio {
    CellIn<T> phi, thickness, d_amount, d_thickness;
    CellOut<T> d_phi;
    HEXAD_FN void operator()(Index i, int lane) const {
      d_phi(i, lane) =
          (d_amount(i, lane) - phi(i, lane) * d_thickness(i, lane)) / thickness(i, lane);
    }
  };
  struct TangentFaceValues {
    Mesh mesh;
    Scheme scheme;
    CellIn<T> phi, d_phi;
    Slots face, d_face;

    HEXAD_FN void operator()(Index i, int lane) const {
      const AtCell at(mesh, scheme, phi, i, lane);
      AtCell d(mesh, {scheme.a, scheme.b, false}, d_phi, i, lane);
      const T own = phi(i, lane), d_own = d_phi(i, lane);
      T least = own, largest = own;
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index j = mesh.cell_on_cell(i, k);
        d.least = select(phi(j, lane) < least, d_phi(j, lane), d.least);
        d.largest = select(phi(j, lane) > largest, d_phi(j, lane), d.largest);
        least = min(least, phi(j, lane));
        largest = max(largest, phi(j, lane));
      }
      const T high = own - at.least, low = own - at.largest;
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const Index j = mesh.cell_on_cell(i, k);
        const T s = phi(j, lane) - own, ds = d_phi(j, lane) - d_own;
        const T delta = scheme.a * s + scheme.b * at.difference(mesh, i, k);
        const T d_delta = scheme.a * ds + scheme.b * d.difference(mesh, i, k);
        const Choice choice(scheme, delta, s, high, low);
        face(mesh.slot(i, k), lane) = own + choice.raw * delta + choice.difference * s +
                                      choice.high * high + choice.low * low;
        d_face(mesh.slot(i, k), lane) = d_own + choice.raw * d_delta + choice.difference * ds +
                                        choice.high * (d_own - d.least) +
                                        choice.low * (d_own - d.largest);
      }
    }
  };
  struct TangentFluxAtEdges {
    Mesh mesh;
    EdgeIn<T> mass_flux, d_mass_flux;
    Slots face, d_face;
    EdgeOut<T> d_flux;
    HEXAD_FN void operator()(Index e, int lane) const {
      const T f = mass_flux(e, lane);
      const Index s0 = mesh.slot_on_edge(e, 0), s1 = mesh.slot_on_edge(e, 1);
      d_flux(e, lane) = d_mass_flux(e, lane) * upwind(mesh, face, f, e, lane) +
                        f * select(f < T(R(0)), d_face(s1, lane), d_face(s0, lane));
    }
  };
  static void euler_tangent(const Context<T>& c, const Point& x, const Point& dx,
                            CellOut<T> result) {
    const int lanes = x.amount.lanes;
    Scratches s(c, lanes), d(c, lanes);
    c.for_cells(lanes, Ratio{x.amount, x.thickness, s.phi});
    c.for_cells(lanes, TangentRatio{s.phi, x.thickness, dx.amount, dx.thickness, d.phi});
    c.for_cells(lanes, TangentFaceValues{c.mesh, scheme(c), s.phi, d.phi, s.face, d.face});
    c.for_edges(lanes,
                TangentFluxAtEdges{c.mesh, x.mass_flux, dx.mass_flux, s.face, d.face, d.flux});
    c.for_cells(lanes, Update{c.mesh, c.time_step(), dx.amount, d.flux, result});
  }

  // ------------------------------------------------------------------------------- adjoint
  /// phi*_e, and F* added to its sum.
  struct AdjointAtEdges {
    Mesh mesh;
    R dt;
    EdgeIn<T> mass_flux;
    CellIn<T> y;
    Slots face;
    EdgeOut<T> face_adjoint, flux_sum;
    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      const T x = dt * mesh.l(e) *
                  (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
      const T f = mass_flux(e, lane);
      face_adjoint(e, lane) = f * x;
      flux_sum(e, lane) += upwind(mesh, face, f, e, lane) * x;
    }
  };
  /// What a cell owes to its own phi, and, in slots, to those of its neighbours.
  struct AdjointAtCells {
    Mesh mesh;
    Scheme scheme;
    EdgeIn<T> mass_flux, face_adjoint;
    CellIn<T> phi;
    CellOut<T> own;
    Slots neighbour;

    /// phi*_e where this cell is upwind of the edge in slot k, else 0.
    HEXAD_FN T of_face(Index i, int k, int lane) const {
      const Index e = mesh.edge_on_cell(i, k);
      const T zero(R(0)), value = face_adjoint(e, lane);
      return mesh.normal_sign(i, k) > R(0) ? select(mass_flux(e, lane) < zero, zero, value)
                                           : select(mass_flux(e, lane) < zero, value, zero);
    }
    HEXAD_FN void operator()(Index i, int lane) const {
      const AtCell at(mesh, scheme, phi, i, lane);
      const T here = phi(i, lane), high = here - at.least, low = here - at.largest;
      T to_own(R(0)), to_least(R(0)), to_largest(R(0)), to_east(R(0)), to_north(R(0));
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const T s = phi(mesh.cell_on_cell(i, k), lane) - here;
        const T delta = scheme.a * s + scheme.b * at.difference(mesh, i, k);
        const Choice choice(scheme, delta, s, high, low);
        const T f = of_face(i, k, lane), raw = choice.raw * f;
        const T to_s = scheme.a * raw + choice.difference * f;
        const T to_g = scheme.b * mesh.d(mesh.edge_on_cell(i, k)) * raw;
        to_east += mesh.east_direction(i, k) * to_g;
        to_north += mesh.north_direction(i, k) * to_g;
        to_least -= choice.high * f;
        to_largest -= choice.low * f;
        to_own += f - to_s + choice.high * f + choice.low * f;
        neighbour(mesh.slot(i, k), lane) = to_s;
      }
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const T to_s = mesh.normal_sign(i, k) * mesh.inv_d(mesh.edge_on_cell(i, k)) *
                       (mesh.east_weight(i, k) * to_east + mesh.north_weight(i, k) * to_north);
        to_own -= to_s;
        neighbour(mesh.slot(i, k), lane) += to_s;
      }
      if (scheme.monotone) {
        const T zero(R(0)), one(R(1));
        // The first that has the extreme value takes its share.
        T is_least = select(here <= at.least, one, zero);
        T is_largest = select(here >= at.largest, one, zero);
        to_own += is_least * to_least + is_largest * to_largest;
        T left_least = one - is_least, left_largest = one - is_largest;
        for (int k = 0; k < mesh.edge_count(i); ++k) {
          const T& value = phi(mesh.cell_on_cell(i, k), lane);
          is_least = left_least * select(value <= at.least, one, zero);
          is_largest = left_largest * select(value >= at.largest, one, zero);
          left_least -= is_least;
          left_largest -= is_largest;
          neighbour(mesh.slot(i, k), lane) += is_least * to_least + is_largest * to_largest;
        }
      }
      own(i, lane) = to_own;
    }
  };
  struct AdjointGather {
    Mesh mesh;
    CellIn<T> own, phi, thickness, y;
    Slots neighbour;
    CellOut<T> amount_adjoint, thickness_adjoint;
    HEXAD_FN void operator()(Index i, int lane) const {
      T sum = own(i, lane);
      for (int k = 0; k < mesh.edge_count(i); ++k) {
        const int other = mesh.normal_sign(i, k) > R(0) ? 1 : 0;
        sum += neighbour(mesh.slot_on_edge(mesh.edge_on_cell(i, k), other), lane);
      }
      const T of_amount = sum / thickness(i, lane);
      amount_adjoint(i, lane) = y(i, lane) + of_amount;
      thickness_adjoint(i, lane) = -phi(i, lane) * of_amount;
    }
  };
  /// Overwrites the adjoints of amount and thickness, which may be y; adds to that of the flux.
  static void euler_adjoint(const Context<T>& c, const Point& x, CellIn<T> y, CellOut<T> amount,
                            CellOut<T> thickness, EdgeOut<T> flux_sum) {
    const int lanes = x.amount.lanes;
    Scratches s(c, lanes), adjoint(c, lanes);
    c.for_cells(lanes, Ratio{x.amount, x.thickness, s.phi});
    c.for_cells(lanes, FaceValues{c.mesh, scheme(c), s.phi, s.face});
    c.for_edges(lanes, AdjointAtEdges{c.mesh, c.time_step(), x.mass_flux, y, s.face, adjoint.flux,
                                      flux_sum});
    c.for_cells(lanes, AdjointAtCells{c.mesh, scheme(c), x.mass_flux, adjoint.flux, s.phi,
                                      adjoint.phi, adjoint.face});
    c.for_cells(lanes, AdjointGather{c.mesh, adjoint.phi, s.phi, x.thickness, y, adjoint.face,
                                     amount, thickness});
  }

  // --------------------------------------------------------------------------- the three stages
  using Convergence = typename ThicknessTendency<T>::Convergence;

  /// h+ and (h + h+) / 2 from h and the flux; or their perturbations.
  static void thicknesses(const Context<T>& c, CellIn<T> h, EdgeIn<T> flux, CellOut<T> after,
                          CellOut<T> half) {
    auto along_edge = c.template scratch<Place::edge>(h.lanes);
    c.for_edges(h.lanes, typename ThicknessTendency<T>::TimesLength{flux, along_edge});
    c.for_cells(h.lanes, Convergence{along_edge, half});
    combine(c, R(1), h, c.time_step(), half, after);
    combine(c, R(1), h, R(0.5) * c.time_step(), half, half);
  }

  static void forward(const Context<T>& c, CellIn<T> amount, CellIn<T> h, EdgeIn<T> flux,
                      CellOut<T> result) {
    c.mesh.require_directions();
    auto h1 = c.template scratch<Place::cell>(h.lanes),
         h2 = c.template scratch<Place::cell>(h.lanes);
    auto q_scratch = c.template scratch<Place::cell>(h.lanes);
    auto e_scratch = c.template scratch<Place::cell>(h.lanes);
    const CellOut<T> q = q_scratch.out(), e = e_scratch.out();
    thicknesses(c, h, flux, h1.out(), h2.out());
    euler(c, {amount, h, flux}, q);
    euler(c, {q, h1, flux}, e);
    combine(c, R(0.75), amount, R(0.25), e, q);
    euler(c, {q, h2, flux}, e);
    combine(c, one_third, amount, two_thirds, e, result);
  }

  static void tangent(const Context<T>& c, CellIn<T> amount, CellIn<T> h, EdgeIn<T> flux,
                      CellIn<T> d_amount, CellIn<T> dh, EdgeIn<T> d_flux, CellOut<T> result) {
    c.mesh.require_directions();
    const int lanes = h.lanes;
    const auto cells = [&] { return c.template scratch<Place::cell>(lanes); };
    auto h1 = cells(), h2 = cells(), dh1 = cells(), dh2 = cells();
    auto q_scratch = cells(), dq_scratch = cells(), e_scratch = cells(), de_scratch = cells();
    const CellOut<T> q = q_scratch.out(), dq = dq_scratch.out();
    const CellOut<T> e = e_scratch.out(), de = de_scratch.out();
    thicknesses(c, h, flux, h1.out(), h2.out());
    thicknesses(c, dh, d_flux, dh1.out(), dh2.out());
    euler_tangent(c, {amount, h, flux}, {d_amount, dh, d_flux}, dq);
    euler(c, {amount, h, flux}, q);
    euler_tangent(c, {q, h1, flux}, {dq, dh1, d_flux}, de);
    euler(c, {q, h1, flux}, e);
    combine(c, R(0.75), d_amount, R(0.25), de, dq);
    combine(c, R(0.75), amount, R(0.25), e, q);
    euler_tangent(c, {q, h2, flux}, {dq, dh2, d_flux}, de);
    combine(c, one_third, d_amount, two_thirds, de, result);
  }

  /// sum += l (y_i1 / A_i1 - y_i0 / A_i0), the adjoint of - D.
  struct AddConvergenceAdjoint {
    Mesh mesh;
    CellIn<T> y;
    EdgeOut<T> sum;
    HEXAD_FN void operator()(Index e, int lane) const {
      const Index i0 = mesh.cell_on_edge(e, 0), i1 = mesh.cell_on_edge(e, 1);
      sum(e, lane) +=
          mesh.l(e) * (mesh.inv_area_cell(i1) * y(i1, lane) - mesh.inv_area_cell(i0) * y(i0, lane));
    }
  };
  static void adjoint(const Context<T>& c, CellIn<T> amount, CellIn<T> h, EdgeIn<T> flux,
                      CellIn<T> y, CellOut<T> amount_adjoint, CellOut<T> h_adjoint,
                      EdgeOut<T> flux_adjoint) {
    c.mesh.require_directions();
    const int lanes = h.lanes;
    const R dt = c.time_step();
    const auto cells = [&] { return c.template scratch<Place::cell>(lanes); };
    auto h1 = cells(), h2 = cells(), q1_scratch = cells(), q2_scratch = cells();
    auto star_scratch = cells(), h1_scratch = cells(), h2_scratch = cells();
    const CellOut<T> q1 = q1_scratch.out(), q2 = q2_scratch.out(), star = star_scratch.out();
    const CellOut<T> h1_star = h1_scratch.out(), h2_star = h2_scratch.out();
    thicknesses(c, h, flux, h1.out(), h2.out());
    euler(c, {amount, h, flux}, q1);
    euler(c, {q1, h1, flux}, q2);
    combine(c, R(0.75), amount, R(0.25), q2, q2);

    set_to_zero(c, flux_adjoint);
    scale(c, two_thirds, y, star);
    euler_adjoint(c, {q2, h2, flux}, star, star, h2_star, flux_adjoint);
    // q2 has been read for the last time: it keeps the adjoint of Q so far.
    combine(c, one_third, y, R(0.75), star, q2);
    scale(c, R(0.25), star, star);
    euler_adjoint(c, {q1, h1, flux}, star, star, h1_star, flux_adjoint);
    euler_adjoint(c, {amount, h, flux}, star, star, h_adjoint, flux_adjoint);
    combine(c, R(1), q2, R(1), star, amount_adjoint);
    combine3(c, {R(1), h_adjoint}, {R(1), h1_star}, {R(1), h2_star}, h_adjoint);
    combine(c, dt, h1_star, R(0.5) * dt, h2_star, star);
    c.for_edges(lanes, AddConvergenceAdjoint{c.mesh, star, flux_adjoint});
  }
};

}  // namespace hexad
