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
  friend constexpr Traffic operator*(int n, Traffic a) {
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
/// Diffusion of both kinds, added to a rate: one pass makes L u from u and L_nu u with it, a second
/// one - L (kappa L u). u and two coefficients read, L u written and read, the rate read and
/// written.
inline constexpr Traffic diffusion = Traffic{.cells = 2, .edges = 1 + 2 + 2} + 2 * laplacian_mesh;
/// One tracer, three stages of forward Euler between thicknesses that follow from h and the flux:
/// each reads what it starts from, Q, h and F, and writes; the first reads Q once.
inline constexpr Traffic tracer_stage = Traffic{.cells = 4, .edges = 1} + flux_mesh;
inline constexpr Traffic tracer_step = Traffic{.cells = -1} + 3 * tracer_stage;

// --- steps: one pass for each stage, which reads the mesh and the environment once and makes the
// stage's update where its rate is, so that no rate is written
/// rk4: stage 1 reads x, writes the next stage and the sum; stages 2 and 3 also read stage and sum;
/// stage 4 reads stage and sum, writes the sum.
inline constexpr Traffic rk4_forward = (3 + 5 + 5 + 3) * state + 4 * (environment + whole_mesh);
/// ssprk3: stage 1 reads x, writes; stages 2 and 3 also read x. fbrk32 likewise: its thicknesses in
/// between are those of the stages.
inline constexpr Traffic ssprk3_forward = (2 + 3 + 3) * state + 3 * (environment + whole_mesh);
inline constexpr Traffic fbrk32_forward = ssprk3_forward;

/// Tangents: the same passes over perturbations, beside them the stages of x, of which the last one
/// is read alone; the mesh serves both.
inline constexpr Traffic rk4_tangent = rk4_forward + (2 + 3 + 3 + 1) * state + 4 * environment;
inline constexpr Traffic ssprk3_tangent = ssprk3_forward + (2 + 3 + 1) * state + 3 * environment;
inline constexpr Traffic fbrk32_tangent = ssprk3_tangent + Traffic{.cells = 1};

/// Adjoints of rk4 and ssprk3, stages kept, so that they are read and not made again: the last
/// stage reads its state and y and writes its adjoint; those before it also read the adjoint of the
/// one after; the first reads all of these for the sum. The environment's adjoint is read and
/// written.
constexpr Traffic reverse_of(int stages) {
  return (3 + 4 * (stages - 2) + 3 + (stages - 1)) * state +
         stages * (3 * environment + whole_mesh);
}
/// fbrk32, stages kept: each stage reads its state and the adjoint of the next one, reads (but for
/// the last) and writes the sum of x's adjoint, writes (but for the first) its own; beside it the
/// thicknesses of which that of its velocity tendency is made.
inline constexpr Traffic fbrk32_reverse =
    (4 + 5 + 4) * state + Traffic{.cells = 1 + 2 + 1} + 3 * (3 * environment + whole_mesh);

}  // namespace hexad::bench
