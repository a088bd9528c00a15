#pragma once

namespace hexad::bench {

/// What a kernel moves at least. Values are per cell, edge and vertex; each counts 8 bytes per
/// member where it is read and 8 where it is written (once each, as if the caches held all that is
/// used again). Indices (4 bytes) and metrics (8 bytes) of the mesh are per cell, and all members
/// share them.
struct Traffic {
  double cells = 0, edges = 0, vertices = 0;
  double indices = 0, metrics = 0;

  friend constexpr Traffic operator+(Traffic a, Traffic b) {
    return {a.cells + b.cells, a.edges + b.edges, a.vertices + b.vertices, a.indices + b.indices,
            a.metrics + b.metrics};
  }
  friend constexpr Traffic operator*(double n, Traffic a) {
    return {n * a.cells, n * a.edges, n * a.vertices, n * a.indices, n * a.metrics};
  }
};

/// A closed surface of N cells with three edges at each vertex has 3 N - 6 edges, 2 N - 4 vertices.
inline constexpr double edges_per_cell = 3, vertices_per_cell = 2;

/// Bytes per cell and member.
constexpr double bytes_per_cell(Traffic t, int members) {
  return 8 * (t.cells + edges_per_cell * t.edges + vertices_per_cell * t.vertices) +
         (4 * t.indices + 8 * t.metrics) / members;
}

/// The mesh, once: its three incidences (cell and edge, edge and vertex, vertex and cell: two per
/// edge, two per edge, three per vertex), lengths d and l of each edge, the kite of each cell and
/// vertex. Areas are sums of kites, signs follow from the order in which an edge names its cells.
inline constexpr Traffic whole_mesh{.indices = 4 * edges_per_cell + 3 * vertices_per_cell,
                                    .metrics = 2 * edges_per_cell + 3 * vertices_per_cell};
/// What the continuity equation needs of it: cells of edges, l, areas of cells.
inline constexpr Traffic flux_mesh{.indices = 2 * edges_per_cell, .metrics = edges_per_cell + 1};
/// What a vector Laplacian needs: cells and vertices of edges, d, l, both areas.
inline constexpr Traffic laplacian_mesh{.indices = 4 * edges_per_cell,
                                        .metrics = 2 * edges_per_cell + 1 + vertices_per_cell};

/// h at cells and u at edges.
inline constexpr Traffic state{.cells = 1, .edges = 1};
/// Topography and gravity at cells, Coriolis parameter at vertices.
inline constexpr Traffic environment{.cells = 2, .vertices = 1};

// --- tendencies
/// Reads state and environment, writes two rates.
inline constexpr Traffic tendency = 2 * state + environment + whole_mesh;
/// As fbrk32 calls them: h, u -> dh/dt; another thickness, u and the environment -> du/dt.
inline constexpr Traffic split_tendencies =
    2 * state + Traffic{.cells = 1} + environment + whole_mesh;
/// State and environment, their perturbations, two rates.
inline constexpr Traffic tendency_tangent = 3 * state + 2 * environment + whole_mesh;
inline constexpr Traffic split_tangent =
    3 * state + Traffic{.cells = 2} + 2 * environment + whole_mesh;
/// State, environment, adjoint of the rates, adjoint of the state; the environment's adjoint is
/// read and written, because it is added to.
inline constexpr Traffic tendency_reverse = 3 * state + 3 * environment + whole_mesh;
inline constexpr Traffic split_reverse =
    3 * state + Traffic{.cells = 2} + 3 * environment + whole_mesh;
/// Diffusion of both kinds: u and two coefficients read, the rate read and written, once through
/// each Laplacian (three of them: L_nu, and L twice).
inline constexpr Traffic diffusion = Traffic{.cells = 2, .edges = 3} + 3 * laplacian_mesh;
/// One tracer, three stages of forward Euler between thicknesses that follow from h and the flux:
/// each reads what it starts from, Q, h and F, and writes; the first reads Q once.
inline constexpr Traffic tracer_stage = Traffic{.cells = 4, .edges = 1} + flux_mesh;
inline constexpr Traffic tracer_step = Traffic{.cells = -1} + 3 * tracer_stage;

// --- steps, each stage's update made where its rate is: no rate is written
/// rk4: stage 1 reads x, writes the next stage and the sum; stages 2 and 3 also read stage and sum;
/// stage 4 reads stage and sum, writes the sum.
inline constexpr Traffic rk4_forward = (3 + 5 + 5 + 3) * state + 4 * (environment + whole_mesh);
/// ssprk3: stage 1 reads x, writes; stages 2 and 3 also read x.
inline constexpr Traffic ssprk3_forward = (2 + 3 + 3) * state + 3 * (environment + whole_mesh);
/// fbrk32: three times P (the stage's h and u, h; writes h) and V (that h, h, the stage's u, u and
/// the environment; writes u); in the first stage h and u are the stage's own. The last V reads the
/// stage's thickness too.
inline constexpr Traffic fbrk32_forward = Traffic{.cells = 2 + 3 + 3, .edges = 3} +
                                          Traffic{.cells = 2 + 2 + 3, .edges = 2 + 3 + 3} +
                                          3 * (environment + whole_mesh + flux_mesh);

/// Tangents: each stage once more for its perturbation, the environment's perturbation with it. The
/// stages of x are made on the way, without the sum that a forward step ends with.
constexpr Traffic tangent_of(Traffic forward, int stages) {
  return 2 * forward + (-1.0 * stages) * whole_mesh;
}

/// Adjoints of rk4 and ssprk3 with the stages kept, which is the least that can be read: each stage
/// reads its state, y and the adjoint of the stage after it, and writes its own; the last reads all
/// of them for the sum.
constexpr Traffic reverse_of(int stages) {
  return (3.0 + 4.0 * (stages - 2) + (3.0 + (stages - 1))) * state +
         stages * (3 * environment + whole_mesh);
}
/// fbrk32, stages kept: each V reads thickness and u of its stage, the adjoint of u and the
/// environment, and adds to the adjoints of three thicknesses and two u; each P reads h and u of
/// its stage and the adjoint of h, and adds to the adjoints of h and u.
inline constexpr Traffic fbrk32_reverse =
    3 * (Traffic{.cells = 3 + 6, .edges = 2 + 4} + Traffic{.cells = 2 + 2, .edges = 1 + 2} +
         3 * environment + whole_mesh + flux_mesh);

}  // namespace hexad::bench
