// Tracers: what is conserved, what stays within bounds, how fast errors fall.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "apply.hpp"
#include "catch.hpp"
#include "test_meshes.hpp"

namespace hexad::testing {
namespace {

const std::vector<std::string> variants{"centred", "upwind", "centred, monotone",
                                        "upwind, monotone"};

/// Relative to the size of what cancels.
double sum_over_size(const Mesh& mesh, const Values& x) {
  ExactSum sum, size;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum.add(mesh.area_cell[i] * x[i]);
    size.add(std::abs(mesh.area_cell[i] * x[i]));
  }
  return std::abs(sum.value()) / size.value();
}

/// A tracer carried once round a doubly periodic plane by a constant wind along x.
double error_after_a_turn(const std::string& variant, int cells_across) {
  const double period = 1e6, speed = 10;
  const double spacing = period / cells_across;
  const Mesh mesh = make_planar({.nx = cells_across, .ny = cells_across, .spacing = spacing});
  const double turn = mesh.period_x / speed;
  const int steps = 8 * cells_across;
  Apply apply(mesh, turn / steps);
  Values h(mesh.area_cell.size(), 1000.0), flux, q;
  for (Index e = 0; e < mesh.edges; ++e) flux.push_back(1000 * speed * edge_normal(mesh, e).x);
  for (const Vec3& x : mesh.cell_position)
    q.push_back(1000 * (2 + std::sin(2 * std::numbers::pi * x.x / mesh.period_x) *
                                std::cos(2 * std::numbers::pi * x.y / mesh.period_y)));
  const Values start = q;
  for (int n = 0; n < steps; ++n) q = apply.all("tracer_step (" + variant + ")", {q, h, flux})[0];
  return relative_difference(q, start);
}

}  // namespace

TEST_CASE("tracers: the amount is conserved, a constant stays one") {
  for (const auto& [name, mesh] : all_meshes(4)) {
    const double dt = 0.1 * mean_spacing(mesh) / 20;
    Apply apply(mesh, dt);
    const Values h = 500.0 * apply.draw(Place::cell, "h", 10);
    const Values q = h * apply.draw(Place::cell, "phi", 3);
    const Values flux = 5e4 * apply.draw(Place::edge, "flux");
    const Values after_h = h + -dt * apply("divergence", flux);
    for (const auto& variant : variants) {
      INFO(name << " mesh, " << variant);
      const auto step = [&](const Values& amount) {
        return apply.all("tracer_step (" + variant + ")", {amount, h, flux})[0];
      };
      CHECK(sum_over_size(mesh, step(q) + -1.0 * q) <= 1e-14);
      CHECK(relative_difference(step(h), after_h) <= 1e-15);
    }
  }
}

TEST_CASE("monotone tracers create no new extremum, the others do") {
  for (const auto& [name, mesh] : all_meshes(4)) {
    Apply apply(mesh, 1);
    const Values h = 500.0 * apply.draw(Place::cell, "h", 10);
    // From a stream function, so that the thickness stays; the step of 1 s is its scale: what
    // leaves a cell in a step is at most half of it.
    const Values psi = apply.draw(Place::vertex, "psi");
    Values flux;
    for (std::size_t e = 0; e < mesh.dv_edge.size(); ++e) {
      const auto& [v0, v1] = mesh.vertices_on_edge[e];
      flux.push_back(-(psi[static_cast<std::size_t>(v1)] - psi[static_cast<std::size_t>(v0)]) /
                     mesh.dv_edge[e]);
    }
    double largest_part = 0;
    for (Index i = 0; i < mesh.cells; ++i) {
      double leaves = 0;
      for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
        const auto e = static_cast<std::size_t>(mesh.edges_on_cell[mesh.slot(i, k)]);
        const double outward = mesh.cells_on_edge[e][0] == i ? flux[e] : -flux[e];
        leaves += std::max(0.0, mesh.dv_edge[e] * outward);
      }
      const auto cell = static_cast<std::size_t>(i);
      largest_part = std::max(largest_part, leaves / (mesh.area_cell[cell] * h[cell]));
    }
    flux = 0.5 / largest_part * flux;
    Values start = apply.draw(Place::cell, "phi");
    for (double& value : start) value = value > 0.3 ? 1 : 0;  // blocks with sharp edges
    for (const auto& variant : variants) {
      INFO(name << " mesh, " << variant);
      Values q = h * start;
      double least = 0, largest = 1;
      for (int n = 0; n < 10; ++n) {
        q = apply.all("tracer_step (" + variant + ")", {q, h, flux})[0];
        for (std::size_t i = 0; i < q.size(); ++i) {
          least = std::min(least, q[i] / h[i]);
          largest = std::max(largest, q[i] / h[i]);
        }
      }
      const bool monotone = variant.find("monotone") != std::string::npos;
      CHECK((least < -1e-3) == !monotone);
      if (!monotone) continue;
      CHECK(least >= -1e-14);
      CHECK(largest <= 1 + 1e-14);
    }
  }
}

TEST_CASE("tracers: order of convergence on a regular plane") {
  const auto order_of = [](const std::string& variant) {
    const double coarse = error_after_a_turn(variant, 16), fine = error_after_a_turn(variant, 32);
    const double order = std::log2(coarse / fine);
    WARN(variant << ": errors " << coarse << ", " << fine << ", order " << order);
    return order;
  };
  CHECK(order_of("centred") >= 1.9);
  CHECK(order_of("upwind") >= 2.5);  // third order along the wind, second by midpoint fluxes
  CHECK(order_of("upwind, monotone") >= 2.0);  // a limiter cuts at extrema
}

}  // namespace hexad::testing
