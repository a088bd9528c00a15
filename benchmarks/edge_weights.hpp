#pragma once

#include <vector>

#include "hexad/core/view.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/model/field.hpp"

namespace hexad::bench {

/// Tables of the mesh as the MPAS mesh specification has them, as kernels see them.
struct EdgeWeightsView {
  Index cells = 0, edges = 0, vertices = 0;
  int max_edges = 0, max_edges2 = 0;
  const Index *n_edges_on_cell = nullptr, *edges_on_cell = nullptr;
  const Index *cells_on_edge = nullptr, *vertices_on_edge = nullptr;
  const Index *n_edges_on_edge = nullptr, *edges_on_edge = nullptr;
  const Index *cells_on_vertex = nullptr, *edges_on_vertex = nullptr;
  const double *edge_sign_on_cell = nullptr, *edge_sign_on_vertex = nullptr;
  const double *weights_on_edge = nullptr, *kite_areas_on_vertex = nullptr;
  const double *dc_edge = nullptr, *dv_edge = nullptr, *inv_dc_edge = nullptr;
  const double *inv_area_cell = nullptr, *inv_area_triangle = nullptr;
};

/// The baseline: the same tendency (Ringler et al. 2010, energy-conserving Q) the way the
/// established codes compute it (the shallow-water core of MPAS and its kin): one loop for each
/// diagnostic, whole fields between them, and a momentum loop over edgesOnEdge with stored
/// weightsOnEdge (Thuburn et al. 2009). Written plainly and as they would run best: mass flux and
/// inverses stored, gravity a constant, every loop a gather, no diagnostic that the tendency does
/// not need. It has tables of its own, so that it stays what it is when the model's change; cells,
/// edges and vertices are in the order of the mesh.
///   h_e = mean(h)_e,  F_e = h_e u_e;   zeta_v = (C u)_v;   K_i;   q_v = (f_v + zeta_v) / (I h)_v
///   q_e = mean(q)_e;   dh_i/dt = - (D F)_i
///   du_e/dt = sum_e' w_ee' (q_e + q_e')/2 F_e' - (g ((h + b)_i1 - (h + b)_i0) + K_i1 - K_i0) / d_e
class EdgeWeightsTendency {
 public:
  EdgeWeightsTendency(const Device& device, const Mesh& mesh, double gravity);

  /// h, b (m) at cells, u (m/s) at edges, f (1/s) at vertices; rates in m/s and m/s2.
  void forward(CellIn<double> h, EdgeIn<double> u, CellIn<double> topography,
               VertexIn<double> coriolis, CellOut<double> h_rate, EdgeOut<double> u_rate);

 private:
  const Index* keep(const std::vector<Index>& values);
  const double* keep(const std::vector<double>& values);

  Device device_;
  double gravity_;
  EdgeWeightsView view_;
  std::vector<Array<Index>> indices_;
  std::vector<Array<double>> metrics_;
  EdgeField<double> flux_, q_edge_;
  VertexField<double> vorticity_, q_vertex_;
  CellField<double> kinetic_energy_;
};

}  // namespace hexad::bench
