// The generic tests: every operator of the registry, on every mesh. A new operator is picked up
// from the registry.
#include "catch.hpp"
#include "hexad/adjoint/verify_operators.hpp"
#include "test_device.hpp"
#include "test_meshes.hpp"

namespace hexad {
namespace {

Registry all_operators() {
  Registry registry;
  register_model(registry);
  return registry;
}

void require_all(const std::vector<Check>& checks, const std::string& mesh) {
  for (const auto& check : checks) {
    INFO(check.name << " on the " << mesh << " mesh: " << check.value << ", bound " << check.bound);
    CHECK(check.passed());
  }
}

}  // namespace

TEST_CASE("every operator: tangent against dual numbers, adjoint against tangent") {
  const auto registry = all_operators();
  for (const auto& [name, mesh] : testing::all_meshes())
    for (const auto& entry : registry.entries())
      for (std::uint64_t seed : {1u, 2u})
        require_all(verify_operator(entry, mesh, Device{}, seed), name);
}

TEST_CASE("every operator: verified on the test device, where it agrees with the host") {
  const auto registry = all_operators();
  const Device device = testing::test_device();
  for (const auto& [name, mesh] : testing::all_meshes())
    for (const auto& entry : registry.entries()) {
      require_all(verify_operator(entry, mesh, device, 3), name);
      require_all(verify_agreement(entry, mesh, device, 3), name);
    }
}

TEST_CASE("every operator: same bits whatever the threads, the order, the device, the members") {
  const auto registry = all_operators();
  for (const auto& [name, mesh] : testing::all_meshes())
    for (const auto& entry : registry.entries())
      require_all(verify_reproducible(entry, mesh, 1), name);
}

}  // namespace hexad
