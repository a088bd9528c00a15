#include "hexad/model/apply_map.hpp"
#include "catch.hpp"
#include "hexad/core/random.hpp"
#include "hexad/grids/locate.hpp"
#include "test_device.hpp"
#include "test_meshes.hpp"

using namespace hexad;

TEST_CASE("a linear map gives the same bits on a device", "[model][maps]") {
  for (const auto& [name, mesh] : testing::all_meshes()) {
    INFO(name);
    const LinearMap map = barycentric_map(mesh, mesh.edge_position), back = map.transposed();
    const Device device = testing::test_device();
    for (const int members : {1, 3}) {
      const Random random(5, "x");
      std::vector<double> x(static_cast<std::size_t>(mesh.cells * members));
      for (std::size_t n = 0; n < x.size(); ++n) x[n] = random.normal(static_cast<std::int64_t>(n));
      const CellField<double> field(device, x, members);
      EdgeField<double> image(device, mesh.edges, members);
      DeviceMap(device, map).apply(field, image);
      const auto on_host = map.apply(x, members);
      CHECK(image.to_host() == on_host);

      CellField<double> round(device, mesh.cells, members);
      DeviceMap(device, back).apply(image, round);
      CHECK(round.to_host() == back.apply(on_host, members));
    }
    CellField<double> wrong(device, mesh.cells + 1);
    EdgeField<double> image(device, mesh.edges);
    CHECK_THROWS_AS(DeviceMap(device, map).apply(wrong, image), RunError);
  }
}
