#include "hexad/benchmarks/edge_weights.hpp"

#include "hexad/core/launch.hpp"
#include "hexad/grids/edge_weights.hpp"

namespace hexad::bench {
namespace {

using View = EdgeWeightsView;

struct MassFlux {
  View mesh;
  CellIn<double> h;
  EdgeIn<double> u;
  EdgeOut<double> flux;

  HEXAD_FN void operator()(Index e, int) const {
    const double h_edge =
        0.5 * (h(mesh.cells_on_edge[2 * e], 0) + h(mesh.cells_on_edge[2 * e + 1], 0));
    flux(e, 0) = u(e, 0) * h_edge;
  }
};

struct Vorticity {
  View mesh;
  EdgeIn<double> u;
  VertexOut<double> vorticity;

  HEXAD_FN void operator()(Index v, int) const {
    double circulation = 0;
    for (int j = 0; j < 3; ++j) {
      const Index e = mesh.edges_on_vertex[3 * v + j];
      circulation += mesh.edge_sign_on_vertex[3 * v + j] * mesh.dc_edge[e] * u(e, 0);
    }
    vorticity(v, 0) = circulation * mesh.inv_area_triangle[v];
  }
};

struct KineticEnergy {
  View mesh;
  EdgeIn<double> u;
  CellOut<double> kinetic_energy;

  HEXAD_FN void operator()(Index i, int) const {
    double sum = 0;
    for (int k = 0; k < mesh.n_edges_on_cell[i]; ++k) {
      const Index e = mesh.edges_on_cell[i * mesh.max_edges + k];
      sum += 0.25 * mesh.dc_edge[e] * mesh.dv_edge[e] * u(e, 0) * u(e, 0);
    }
    kinetic_energy(i, 0) = sum * mesh.inv_area_cell[i];
  }
};

struct VorticityOverThickness {
  View mesh;
  CellIn<double> h;
  VertexIn<double> coriolis, vorticity;
  VertexOut<double> q;

  HEXAD_FN void operator()(Index v, int) const {
    double h_vertex = 0;
    for (int j = 0; j < 3; ++j)
      h_vertex += mesh.kite_areas_on_vertex[3 * v + j] * h(mesh.cells_on_vertex[3 * v + j], 0);
    h_vertex *= mesh.inv_area_triangle[v];
    q(v, 0) = (coriolis(v, 0) + vorticity(v, 0)) / h_vertex;
  }
};

struct VorticityAtEdges {
  View mesh;
  VertexIn<double> q;
  EdgeOut<double> q_edge;

  HEXAD_FN void operator()(Index e, int) const {
    q_edge(e, 0) =
        0.5 * (q(mesh.vertices_on_edge[2 * e], 0) + q(mesh.vertices_on_edge[2 * e + 1], 0));
  }
};

struct ThicknessRate {
  View mesh;
  EdgeIn<double> flux;
  CellOut<double> rate;

  HEXAD_FN void operator()(Index i, int) const {
    double sum = 0;
    for (int k = 0; k < mesh.n_edges_on_cell[i]; ++k) {
      const Index e = mesh.edges_on_cell[i * mesh.max_edges + k];
      sum += mesh.edge_sign_on_cell[i * mesh.max_edges + k] * mesh.dv_edge[e] * flux(e, 0);
    }
    rate(i, 0) = -sum * mesh.inv_area_cell[i];
  }
};

struct VelocityRate {
  View mesh;
  double gravity;
  CellIn<double> h, topography, kinetic_energy;
  EdgeIn<double> flux, q_edge;
  EdgeOut<double> rate;

  HEXAD_FN void operator()(Index e, int) const {
    double vorticity_flux = 0;
    for (int k = 0; k < mesh.n_edges_on_edge[e]; ++k) {
      const Index other = mesh.edges_on_edge[e * mesh.max_edges2 + k];
      vorticity_flux += mesh.weights_on_edge[e * mesh.max_edges2 + k] *
                        (0.5 * (q_edge(e, 0) + q_edge(other, 0))) * flux(other, 0);
    }
    const Index i0 = mesh.cells_on_edge[2 * e], i1 = mesh.cells_on_edge[2 * e + 1];
    const double surface = h(i1, 0) + topography(i1, 0) - h(i0, 0) - topography(i0, 0);
    rate(e, 0) =
        vorticity_flux -
        (gravity * surface + kinetic_energy(i1, 0) - kinetic_energy(i0, 0)) * mesh.inv_dc_edge[e];
  }
};

template <class T>
struct SetToZero {
  T* data;
  HEXAD_FN void operator()(Index n, int) const { data[n] = T(0); }
};

/// Memory is first touched by the threads that will use it.
template <class T>
Array<T> touched(const Device& device, const std::vector<T>& values) {
  Array<T> array(device, values.size());
  for_each(device, static_cast<Index>(values.size()), 1, SetToZero<T>{array.pointer()});
  copy(Array<T>(device, values), array);
  return array;
}

template <std::size_t N>
std::vector<Index> flat(const std::vector<std::array<Index, N>>& rows) {
  std::vector<Index> values;
  values.reserve(rows.size() * N);
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

std::vector<double> inverse(std::vector<double> values) {
  for (double& value : values) value = 1 / value;
  return values;
}

std::vector<double> signs_on_cells(const Mesh& mesh) {
  std::vector<double> signs(mesh.edges_on_cell.size(), 0.0);
  for (Index i = 0; i < mesh.cells; ++i)
    for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
      const auto e = static_cast<std::size_t>(mesh.edges_on_cell[mesh.slot(i, k)]);
      signs[mesh.slot(i, k)] = mesh.cells_on_edge[e][0] == i ? 1 : -1;
    }
  return signs;
}

std::vector<double> signs_on_vertices(const Mesh& mesh) {
  std::vector<double> signs;
  for (Index v = 0; v < mesh.vertices; ++v)
    for (const Index e : mesh.edges_on_vertex[static_cast<std::size_t>(v)])
      signs.push_back(mesh.vertices_on_edge[static_cast<std::size_t>(e)][1] == v ? 1 : -1);
  return signs;
}

std::vector<double> kites(const Mesh& mesh) {
  std::vector<double> values;
  for (const auto& row : mesh.kite_area) values.insert(values.end(), row.begin(), row.end());
  return values;
}

}  // namespace

const Index* EdgeWeightsTendency::keep(const std::vector<Index>& values) {
  indices_.push_back(touched(device_, values));
  return indices_.back().pointer();
}
const double* EdgeWeightsTendency::keep(const std::vector<double>& values) {
  metrics_.push_back(touched(device_, values));
  return metrics_.back().pointer();
}

EdgeWeightsTendency::EdgeWeightsTendency(const Device& device, const Mesh& mesh, double gravity)
    : device_(device),
      gravity_(gravity),
      flux_(device, mesh.edges),
      q_edge_(device, mesh.edges),
      vorticity_(device, mesh.vertices),
      q_vertex_(device, mesh.vertices),
      kinetic_energy_(device, mesh.cells) {
  const EdgeWeights weights = tangential_weights(mesh);
  view_.cells = mesh.cells;
  view_.edges = mesh.edges;
  view_.vertices = mesh.vertices;
  view_.max_edges = mesh.max_edges;
  view_.max_edges2 = 2 * mesh.max_edges - 2;
  view_.n_edges_on_cell = keep(std::vector<Index>(mesh.edge_count.begin(), mesh.edge_count.end()));
  view_.edges_on_cell = keep(mesh.edges_on_cell);
  view_.cells_on_edge = keep(flat(mesh.cells_on_edge));
  view_.vertices_on_edge = keep(flat(mesh.vertices_on_edge));
  view_.n_edges_on_edge = keep(weights.count);
  view_.edges_on_edge = keep(weights.edges);
  view_.cells_on_vertex = keep(flat(mesh.cells_on_vertex));
  view_.edges_on_vertex = keep(flat(mesh.edges_on_vertex));
  view_.edge_sign_on_cell = keep(signs_on_cells(mesh));
  view_.edge_sign_on_vertex = keep(signs_on_vertices(mesh));
  view_.weights_on_edge = keep(weights.weights);
  view_.kite_areas_on_vertex = keep(kites(mesh));
  view_.dc_edge = keep(mesh.dc_edge);
  view_.dv_edge = keep(mesh.dv_edge);
  view_.inv_dc_edge = keep(inverse(mesh.dc_edge));
  view_.inv_area_cell = keep(inverse(mesh.area_cell));
  view_.inv_area_triangle = keep(inverse(mesh.area_triangle));
}

void EdgeWeightsTendency::forward(CellIn<double> h, EdgeIn<double> u, CellIn<double> topography,
                                  VertexIn<double> coriolis, CellOut<double> h_rate,
                                  EdgeOut<double> u_rate) {
  const auto flux = flux_.out(), q_edge = q_edge_.out();
  const auto vorticity = vorticity_.out(), q = q_vertex_.out();
  const auto kinetic_energy = kinetic_energy_.out();
  for_each(device_, view_.edges, 1, MassFlux{view_, h, u, flux});
  for_each(device_, view_.vertices, 1, Vorticity{view_, u, vorticity});
  for_each(device_, view_.cells, 1, KineticEnergy{view_, u, kinetic_energy});
  for_each(device_, view_.vertices, 1, VorticityOverThickness{view_, h, coriolis, vorticity, q});
  for_each(device_, view_.edges, 1, VorticityAtEdges{view_, q, q_edge});
  for_each(device_, view_.cells, 1, ThicknessRate{view_, flux, h_rate});
  for_each(device_, view_.edges, 1,
           VelocityRate{view_, gravity_, h, topography, kinetic_energy, flux, q_edge, u_rate});
}

}  // namespace hexad::bench
