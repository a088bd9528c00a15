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

namespace {

/// A flow without symmetry, on the host, and what it takes place in.
struct Flow {
  Values h, u, b, f, g, zero;

  explicit Flow(Apply& apply)
      : h(500.0 * apply.draw(Place::cell, "h", 10)),
        u(20.0 * apply.draw(Place::edge, "u")),
        b(500.0 * apply.draw(Place::cell, "b")),
        f(1e-4 * apply.draw(Place::vertex, "f")),
        g(0.5 * apply.draw(Place::cell, "g", 20)),
        zero(h.size(), 0.0) {}

  [[nodiscard]] std::vector<Values> inputs() const { return {h, u, b, f, g, zero, zero}; }
};

}  // namespace

TEST_CASE("tendencies conserve mass, and energy where they promise it, in continuous time") {
  for (const auto& [name, mesh] : all_meshes(5))
    for (const char* variant : {"tendency (energy)", "tendency (apvm, biharmonic)"}) {
      INFO(name << " mesh, " << variant);
      Apply apply(mesh, 100);
      const Flow x(apply);
      const auto rate = apply.all(variant, x.inputs());
      CHECK(cancellation(mesh.area_cell * rate[0]) <= bound);

      // dE/dt = sum A (K + g (h + b)) dh/dt + sum l d h_e u du/dt, also where g varies in space
      const Values bernoulli = apply("kinetic_energy", x.u) + x.g * (x.h + x.b);
      const Values flux = apply("cell_to_edge", x.h) * x.u;
      CHECK(relative_difference(rate[2], flux) <= bound);
      CHECK(cancellation(joined(mesh.area_cell * bernoulli * rate[0],
                                mesh.dv_edge * mesh.dc_edge * flux * rate[1])) <= bound);
    }
}

TEST_CASE("the enstrophy form conserves potential enstrophy in continuous time") {
  for (const auto& [name, mesh] : all_meshes(5)) {
    INFO(name << " mesh");
    Apply apply(mesh);
    const Flow x(apply);
    const auto rate = apply.all("tendency (enstrophy, Laplacian)", x.inputs());
    // d/dt sum A_v h_v q^2 / 2 = sum A_v (q C du/dt - q^2 I dh/dt / 2); gradients have no curl, but
    // their size sets the scale of round-off.
    const Values q = apply.all("potential_vorticity", {x.h, x.u, x.f})[0];
    const Values& area = mesh.area_triangle;
    CHECK(cancellation(joined(area * q * apply("curl", rate[1]),
                              -0.5 * (area * q * q * apply("cell_to_vertex", rate[0])))) <= bound);
  }
}

TEST_CASE("the separate tendencies are the joint one, bit for bit") {
  for (const auto& [name, mesh] : all_meshes(4)) {
    Apply apply(mesh, 100);
    Flow x(apply);
    auto inputs = x.inputs();
    inputs[5] = 5e4 * apply.draw(Place::cell, "nu", 2);
    inputs[6] = 5e14 * apply.draw(Place::cell, "kappa", 2);
    const auto thickness = apply.all("thickness_tendency", {x.h, x.u});
    for (const std::string variant :
         {"(energy)", "(enstrophy, Laplacian)", "(apvm, biharmonic)", "(prescribed wind)"}) {
      INFO(name << " mesh, " << variant);
      const auto joint = apply.all("tendency " + variant, inputs);
      CHECK(joint[0] == thickness[0]);
      CHECK(joint[2] == thickness[1]);
      CHECK(joint[1] == apply.all("velocity_tendency " + variant, inputs)[0]);
    }
  }
}

TEST_CASE("diffusion dissipates exactly what it says, with coefficients that vary") {
  for (const auto& [name, mesh] : all_meshes(5)) {
    INFO(name << " mesh");
    Apply apply(mesh);
    const Values u = apply.draw(Place::edge, "u"), zero(mesh.area_cell.size(), 0.0);
    const Values nu = apply.draw(Place::cell, "nu", 1.5), kappa = apply.draw(Place::cell, "k", 1.5);
    const Values ld = mesh.dv_edge * mesh.dc_edge;
    const Values divergence = apply("divergence", u), vorticity = apply("curl", u);
    const Values at_vertices = apply("cell_to_vertex", nu);

    // <u, L_nu u>_M = - sum A nu (D u)^2 - sum A_v nu_v (C u)^2
    const Values laplacian = apply.all("diffusion (Laplacian)", {u, nu, zero})[0];
    CHECK(cancellation(joined(ld * u * laplacian,
                              joined(mesh.area_cell * nu * divergence * divergence,
                                     mesh.area_triangle * at_vertices * vorticity * vorticity))) <=
          bound);
    // <u, - L (kappa L u)>_M = - sum l d kappa_e (L u)^2
    const Values biharmonic = apply.all("diffusion (biharmonic)", {u, zero, kappa})[0];
    const Values plain = apply("vector_laplacian", u);
    CHECK(cancellation(joined(ld * u * biharmonic,
                              ld * apply("cell_to_edge", kappa) * plain * plain)) <= bound);
    // Self-adjoint under M.
    const Values w = apply.draw(Place::edge, "w");
    const Values both_u = apply.all("diffusion (both)", {u, nu, kappa})[0];
    const Values both_w = apply.all("diffusion (both)", {w, nu, kappa})[0];
    CHECK(cancellation(joined(ld * w * both_u, -1.0 * (ld * u * both_w))) <= bound);
  }
}

}  // namespace hexad::testing
