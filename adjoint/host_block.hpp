#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hexad/core/exact_sum.hpp"
#include "hexad/core/random.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/model/registry.hpp"

namespace hexad {

/// The values of one input or output of an operator on the host, member innermost.
struct HostBlock {
  Place place;
  std::vector<double> values;
};

/// Place of each entity in the user's order: what random numbers are keyed on.
inline const std::vector<Index>& global_ids(const Mesh& mesh, Place place) {
  return place == Place::cell ? mesh.cell_id : place == Place::edge ? mesh.edge_id : mesh.vertex_id;
}

/// mean + spread * uniform(-1, 1), the same on any partition and in any order of entities.
inline HostBlock draw(const Mesh& mesh, Place place, double mean, double spread,
                      const std::string& name, std::uint64_t seed, int members = 1,
                      int first_member = 0) {
  const Random random(seed, name);
  HostBlock block{place, {}};
  block.values.reserve(static_cast<std::size_t>(mesh.count(place)) *
                       static_cast<std::size_t>(members));
  for (const Index id : global_ids(mesh, place))
    for (int member = 0; member < members; ++member)
      block.values.push_back(mean + spread * random.uniform(id, first_member + member));
  return block;
}

/// <x, y>, each product rounded, their sum exact but for one rounding.
inline double dot(const std::vector<double>& x, const std::vector<double>& y) {
  ExactSum sum;
  for (std::size_t n = 0; n < x.size(); ++n) sum.add(x[n] * y[n]);
  return sum.value();
}

inline double norm(const std::vector<double>& x) { return std::sqrt(dot(x, x)); }

/// |x - y| / |y| in l2; 0 where both vanish.
inline double relative_difference(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> difference(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) difference[n] = x[n] - y[n];
  const double top = norm(difference);
  return top == 0 ? 0 : top / norm(y);
}

/// The two figures of a dot-product test; 0 where both sides vanish.
///   with y = A x: |<Ax,Ax> - <x,A'Ax>| / <Ax,Ax>;  else |<Ax,y> - <x,A'y>| / (|Ax| |y|)
inline double dot_product_error(const std::vector<double>& ax, const std::vector<double>& y,
                                const std::vector<double>& x, const std::vector<double>& aty) {
  const double difference = std::abs(dot(ax, y) - dot(x, aty));
  return difference == 0 ? 0 : difference / (norm(ax) * norm(y));
}

}  // namespace hexad
