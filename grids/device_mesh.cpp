#include "hexad/grids/device_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/grids/edge_weights.hpp"

namespace hexad {
namespace {

/// Coefficients per slot of the least-squares reconstruction of a constant vector V at each cell:
/// V minimises sum_e l_e d_e (V . n_e - u_e)^2, so V = M^-1 sum_e l_e d_e n_e u_e with
/// M = sum_e l_e d_e n_e n_e', both in the local east-north frame.
struct Reconstruction {
  std::vector<double> east, north;
};

Reconstruction reconstruction_weights(const Mesh& mesh) {
  const auto slots =
      static_cast<std::size_t>(mesh.cells) * static_cast<std::size_t>(mesh.max_edges);
  Reconstruction weights{std::vector<double>(slots, 0.0), std::vector<double>(slots, 0.0)};
  for (Index i = 0; i < mesh.cells; ++i) {
    const auto frame = local_frame(mesh, mesh.cell_position[static_cast<std::size_t>(i)]);
    double mee = 0, men = 0, mnn = 0;
    for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
      const auto s = mesh.slot(i, k);
      const auto e = static_cast<std::size_t>(mesh.edges_on_cell[s]);
      const Vec3 n = edge_normal(mesh, static_cast<Index>(e));
      const double w = mesh.dc_edge[e] * mesh.dv_edge[e];
      const double ne = dot(n, frame.east), nn = dot(n, frame.north);
      mee += w * ne * ne;
      men += w * ne * nn;
      mnn += w * nn * nn;
      weights.east[s] = w * ne;
      weights.north[s] = w * nn;
    }
    const double determinant = mee * mnn - men * men;
    for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
      const auto s = mesh.slot(i, k);
      const double be = weights.east[s], bn = weights.north[s];
      weights.east[s] = (mnn * be - men * bn) / determinant;
      weights.north[s] = (mee * bn - men * be) / determinant;
    }
  }
  return weights;
}

/// Unit vectors per slot from each cell towards the neighbour across, in the local frame.
Reconstruction directions(const Mesh& mesh) {
  const auto slots =
      static_cast<std::size_t>(mesh.cells) * static_cast<std::size_t>(mesh.max_edges);
  Reconstruction result{std::vector<double>(slots, 0.0), std::vector<double>(slots, 0.0)};
  for (Index i = 0; i < mesh.cells; ++i) {
    const Vec3 here = mesh.cell_position[static_cast<std::size_t>(i)];
    const auto frame = local_frame(mesh, here);
    for (int k = 0; k < mesh.edge_count[static_cast<std::size_t>(i)]; ++k) {
      const auto s = mesh.slot(i, k);
      const auto j = static_cast<std::size_t>(mesh.cells_on_cell[s]);
      const Vec3 towards = separation(mesh, here, mesh.cell_position[j]);
      const double east = dot(towards, frame.east), north = dot(towards, frame.north);
      const double length = std::hypot(east, north);
      result.east[s] = east / length;
      result.north[s] = north / length;
    }
  }
  return result;
}

template <std::size_t N>
std::vector<Index> flat(const std::vector<std::array<Index, N>>& rows) {
  std::vector<Index> values;
  values.reserve(rows.size() * N);
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

std::vector<double> inverse(std::vector<double> values) {
  for (double& value : values) value = 1.0 / value;
  return values;
}

}  // namespace

template <class R>
const Index* DeviceMesh<R>::keep(const std::vector<Index>& values) {
  indices_.emplace_back(device_, values);
  return indices_.back().pointer();
}

template <class R>
const R* DeviceMesh<R>::keep(const std::vector<double>& values) {
  std::vector<R> rounded(values.size());
  std::transform(values.begin(), values.end(), rounded.begin(),
                 [](double value) { return static_cast<R>(value); });
  metrics_.emplace_back(device_, rounded);
  return metrics_.back().pointer();
}

template <class R>
DeviceMesh<R>::DeviceMesh(const Device& device, const Mesh& mesh, Tables tables) : device_(device) {
  view_.cells = mesh.cells;
  view_.edges = mesh.edges;
  view_.vertices = mesh.vertices;
  view_.max_edges = mesh.max_edges;

  const auto slots =
      static_cast<std::size_t>(mesh.cells) * static_cast<std::size_t>(mesh.max_edges);
  std::vector<std::uint8_t> edge_count(mesh.edge_count.size());
  std::transform(mesh.edge_count.begin(), mesh.edge_count.end(), edge_count.begin(),
                 [](int count) { return static_cast<std::uint8_t>(count); });
  std::vector<double> normal_sign(slots, 0.0), kite(slots, 0.0), fraction(slots, 0.0);
  std::vector<double> before(slots, 0.0);
  std::vector<Index> slots_on_edge(2 * static_cast<std::size_t>(mesh.edges));
  for (Index i = 0; i < mesh.cells; ++i) {
    const auto cell = static_cast<std::size_t>(i);
    for (int k = 0; k < mesh.edge_count[cell]; ++k) {
      const auto s = mesh.slot(i, k);
      const auto e = static_cast<std::size_t>(mesh.edges_on_cell[s]);
      const std::size_t j = mesh.cells_on_edge[e][0] == i ? 0 : 1;
      normal_sign[s] = j == 0 ? 1.0 : -1.0;
      slots_on_edge[2 * e + j] = static_cast<Index>(s);
      const auto v = static_cast<std::size_t>(mesh.vertices_on_cell[s]);
      const auto& round = mesh.cells_on_vertex[v];
      const auto place = std::find(round.begin(), round.end(), i) - round.begin();
      kite[s] = mesh.kite_area[v][static_cast<std::size_t>(place)];
      fraction[s] = kite[s] / mesh.area_cell[cell];
      if (k > 0) before[s] = before[s - 1] + fraction[s - 1];
    }
  }
  std::vector<double> circulation_sign, kite_on_vertex, fraction_on_vertex;
  for (Index n = 0; n < mesh.vertices; ++n) {
    const auto v = static_cast<std::size_t>(n);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto e = static_cast<std::size_t>(mesh.edges_on_vertex[v][j]);
      circulation_sign.push_back(mesh.vertices_on_edge[e][1] == n ? 1.0 : -1.0);
      kite_on_vertex.push_back(mesh.kite_area[v][j]);
      const auto cell = static_cast<std::size_t>(mesh.cells_on_vertex[v][j]);
      fraction_on_vertex.push_back(mesh.kite_area[v][j] / mesh.area_cell[cell]);
    }
  }

  edge_count_ = Array<std::uint8_t>(device_, edge_count);
  view_.edge_count_ = edge_count_.pointer();
  view_.edges_on_cell_ = keep(mesh.edges_on_cell);
  view_.vertices_on_cell_ = keep(mesh.vertices_on_cell);
  view_.cells_on_cell_ = keep(mesh.cells_on_cell);
  view_.cells_on_edge_ = keep(flat(mesh.cells_on_edge));
  view_.vertices_on_edge_ = keep(flat(mesh.vertices_on_edge));
  view_.slots_on_edge_ = keep(std::move(slots_on_edge));
  view_.cells_on_vertex_ = keep(flat(mesh.cells_on_vertex));
  view_.edges_on_vertex_ = keep(flat(mesh.edges_on_vertex));

  const auto reconstruction = reconstruction_weights(mesh);
  view_.normal_sign_ = keep(normal_sign);
  view_.kite_on_cell_ = keep(kite);
  view_.kite_fraction_ = keep(fraction);
  view_.kites_before_ = keep(before);
  view_.east_weight_ = keep(reconstruction.east);
  view_.north_weight_ = keep(reconstruction.north);
  view_.circulation_sign_ = keep(circulation_sign);
  view_.kite_on_vertex_ = keep(kite_on_vertex);
  view_.kite_fraction_on_vertex_ = keep(fraction_on_vertex);
  view_.area_cell_ = keep(mesh.area_cell);
  view_.inv_area_cell_ = keep(inverse(mesh.area_cell));
  view_.area_vertex_ = keep(mesh.area_triangle);
  view_.inv_area_vertex_ = keep(inverse(mesh.area_triangle));
  view_.d_ = keep(mesh.dc_edge);
  view_.inv_d_ = keep(inverse(mesh.dc_edge));
  view_.l_ = keep(mesh.dv_edge);
  view_.inv_l_ = keep(inverse(mesh.dv_edge));

  if (tables.directions) {
    const auto towards = directions(mesh);
    view_.east_direction_ = keep(towards.east);
    view_.north_direction_ = keep(towards.north);
  }
  if (tables.edge_weights) {
    auto weights = tangential_weights(mesh);
    view_.edge_on_edge_count_ = keep(std::move(weights.count));
    view_.edges_on_edge_ = keep(std::move(weights.edges));
    view_.weights_on_edge_ = keep(weights.weights);
  }
}

template <class R>
std::size_t DeviceMesh<R>::bytes() const {
  std::size_t total = edge_count_.size();
  for (const auto& array : indices_) total += array.size() * sizeof(Index);
  for (const auto& array : metrics_) total += array.size() * sizeof(R);
  return total;
}

template class DeviceMesh<double>;
template class DeviceMesh<float>;

}  // namespace hexad
