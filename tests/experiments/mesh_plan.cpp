#include "hexad/experiments/mesh_plan.hpp"

#include <filesystem>

#include "catch.hpp"
#include "hexad/experiments/make_mesh.hpp"
#include "hexad/io/mesh_file.hpp"
#include "run.hpp"

namespace hexad {
namespace {

TEST_CASE("a mesh takes the memory and the disk that its plan says") {
  const test::Folder folder;
  IcosahedralOptions sphere;
  sphere.level = 3;
  sphere.optimise = false;
  for (const MeshChoice& choice : {MeshChoice(sphere), MeshChoice(PlanarOptions{})}) {
    const Mesh mesh = make_mesh(choice, 1, Console(Console::Level::quiet, false));
    const MeshPlan plan = plan_mesh(choice);
    CHECK(plan.cells == mesh.cells);
    CHECK(mesh_bytes(mesh) == host_bytes(mesh));
    CHECK(plan.memory_bytes > host_bytes(mesh));
    const auto path = folder.file("mesh.nc");
    write_mesh(path, mesh);
    const auto bytes = std::filesystem::file_size(path);
    CHECK(bytes >= plan.disk_bytes);
    CHECK(bytes < plan.disk_bytes + 16384);  // the header
  }
}

}  // namespace
}  // namespace hexad
