// Identities of the discrete operators (Ringler et al. 2010): they hold to round-off on any mesh.
#include "apply.hpp"
#include "catch.hpp"
#include "test_meshes.hpp"

namespace hexad::testing {
namespace {

constexpr double bound = 1e-13;

/// |sum of terms| over the sum of their magnitudes.
double cancellation(const Values& terms) {
  double top = 0, bottom = 0;
  ExactSum sum;
  for (const double term : terms) {
    sum.add(term);
    bottom += std::abs(term);
  }
  top = std::abs(sum.value());
  return top / bottom;
}

Values joined(Values a, const Values& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Q = (q W F + W (q F)) / 2.
Values energy_form(Apply& apply, const Values& flux, const Values& q) {
  const Values wf = apply("tangential_velocity", flux);
  const Values wqf = apply("tangential_velocity", q * flux);
  return 0.5 * (q * wf + wqf);
}

}  // namespace

TEST_CASE("identities of the operators, to 1e-13 on icosahedral, MPAS and planar meshes") {
  for (const auto& [name, mesh] : all_meshes(5)) {
    INFO(name << " mesh");
    Apply apply(mesh);
    const Values &area = mesh.area_cell, &area_v = mesh.area_triangle;
    const Values &d = mesh.dc_edge, &l = mesh.dv_edge;
    const Values ld = l * d;
    const Values p = apply.draw(Place::cell, "p"), flux = apply.draw(Place::edge, "flux");
    const Values q = apply.draw(Place::edge, "q"), q_v = apply.draw(Place::vertex, "q_v");

    const Values gradient = apply("gradient", p);
    const Values divergence = apply("divergence", flux);
    const Values w = apply("tangential_velocity", flux);

    // C G = 0, relative to the same circulation without cancellation.
    double worst = 0, scale = 0;
    for (const double value : apply("curl", gradient)) worst = std::max(worst, std::abs(value));
    for (std::size_t v = 0; v < area_v.size(); ++v) {
      double sum = 0;
      for (const Index e : mesh.edges_on_vertex[v])
        sum += d[static_cast<std::size_t>(e)] * std::abs(gradient[static_cast<std::size_t>(e)]);
      scale = std::max(scale, sum / area_v[v]);
    }
    CHECK(worst <= bound * scale);

    // sum A D F = 0;  sum A p D F = - sum l d F G p
    CHECK(cancellation(area * divergence) <= bound);
    CHECK(cancellation(joined(area * p * divergence, ld * flux * gradient)) <= bound);

    // C W F = - I D F
    const Values mean = apply("cell_to_vertex", divergence);
    CHECK(relative_difference(apply("curl", w), -1.0 * mean) <= bound);

    // Both forms of W agree, and W is antisymmetric under the metric: sum l d F W F = 0.
    CHECK(relative_difference(w, apply("tangential_velocity_weights", flux)) <= bound);
    CHECK(cancellation(ld * flux * w) <= bound);

    // The Coriolis force does no work: sum l d F Q = 0.
    CHECK(cancellation(ld * flux * energy_form(apply, flux, q)) <= bound);

    // Potential enstrophy: sum A_v (q C(q_e W F) + q^2 (I D F) / 2) = 0 with q_e the mean of q_v.
    const Values q_e = apply("vertex_to_edge", q_v);
    const Values rate = apply("curl", q_e * w);
    CHECK(cancellation(joined(area_v * q_v * rate, 0.5 * (area_v * q_v * q_v * mean))) <= bound);

    // <u, L u>_M = - |D u|^2_A - |C u|^2_Av, and <p, D G p>_A = - |G p|^2_M
    const Values vorticity = apply("curl", flux);
    CHECK(cancellation(joined(
              ld * flux * apply("vector_laplacian", flux),
              joined(area * divergence * divergence, area_v * vorticity * vorticity))) <= bound);
    CHECK(cancellation(joined(area * p * apply("scalar_laplacian", p), ld * gradient * gradient)) <=
          bound);

    // Means keep constants; those over kites keep integrals.
    const Values one(p.size(), 1.0);
    for (const double value : apply("cell_to_vertex", one)) REQUIRE(std::abs(value - 1) <= bound);
    CHECK(cancellation(joined(area_v * apply("cell_to_vertex", p), -1.0 * (area * p))) <= bound);
    CHECK(cancellation(joined(area * apply("vertex_to_cell", q_v), -1.0 * (area_v * q_v))) <=
          bound);
  }
}

TEST_CASE("the tendency conserves mass and energy in continuous time") {
  for (const auto& [name, mesh] : all_meshes(5)) {
    INFO(name << " mesh");
    constexpr double gravity = 9.80616;
    Apply apply(mesh, gravity);
    const Values h = 500.0 * apply.draw(Place::cell, "h", 10);
    const Values u = 20.0 * apply.draw(Place::edge, "u");
    const Values b = 500.0 * apply.draw(Place::cell, "b");
    const Values f = 1e-4 * apply.draw(Place::vertex, "f");
    const auto rate = apply.all("tendency", {h, u, b, f});
    CHECK(cancellation(mesh.area_cell * rate[0]) <= bound);

    // dE/dt = sum A (K + g (h + b)) dh/dt + sum l d h_e u du/dt
    const Values bernoulli = apply("kinetic_energy", u) + gravity * (h + b);
    const Values flux = apply("cell_to_edge", h) * u;
    CHECK(cancellation(joined(mesh.area_cell * bernoulli * rate[0],
                              mesh.dv_edge * mesh.dc_edge * flux * rate[1])) <= bound);
  }
}

}  // namespace hexad::testing
