// An independent code as the oracle: the Delaunay triangles of points on a sphere are the facets of
// their convex hull.
#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <vector>

#include "catch.hpp"
#include "meshes.hpp"

namespace hexad {
namespace {

using Triangles = std::set<std::array<Index, 3>>;

Triangles hull_facets(const Mesh& mesh) {
  std::vector<coordT> points;
  for (const Vec3 p : mesh.cell_position)
    for (const double x : {p.x, p.y, p.z}) points.push_back(x / mesh.radius);
  qhT hull;
  qh_zero(&hull, stderr);
  char command[] = "qhull";
  REQUIRE(qh_new_qhull(&hull, 3, mesh.cells, points.data(), False, command, nullptr, stderr) == 0);
  Triangles triangles;
  for (const facetT* facet = hull.facet_list; facet->next != nullptr; facet = facet->next) {
    REQUIRE(qh_setsize(&hull, facet->vertices) == 3);
    std::array<Index, 3> corners{};
    for (std::size_t j = 0; j < 3; ++j) {
      const auto* vertex = static_cast<const vertexT*>(facet->vertices->e[j].p);
      corners[j] = static_cast<Index>(qh_pointid(&hull, vertex->point));
    }
    std::sort(corners.begin(), corners.end());
    triangles.insert(corners);
  }
  qh_freeqhull(&hull, !qh_ALL);
  int long_blocks = 0, long_bytes = 0;
  qh_memfreeshort(&hull, &long_blocks, &long_bytes);
  return triangles;
}

TEST_CASE("the triangles are the facets of the convex hull that Qhull finds") {
  for (const int level : {0, 1, 3, 4}) {
    const Mesh mesh = testing::icosahedral(level);
    Triangles ours;
    for (auto round : mesh.cells_on_vertex) {
      std::sort(round.begin(), round.end());
      ours.insert(round);
    }
    CHECK(ours.size() == static_cast<std::size_t>(mesh.vertices));
    CHECK(ours == hull_facets(mesh));
  }
}

}  // namespace
}  // namespace hexad
