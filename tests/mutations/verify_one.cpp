// One operator, from a header that may carry a planted fault, held to the promises of every kernel.
// Compiled by scripts/mutations with OPERATOR and HEADER; prints the checks that are missed and
// leaves with 3 if there are any.
#include <cstdio>

#include "hexad/core/launch.hpp"
#include HEADER
#include "hexad/adjoint/verify_operators.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/model/register.hpp"

// From this header, not from the library.
template struct hexad::OPERATOR<double>;
template struct hexad::OPERATOR<hexad::Dual<double>>;

namespace {

/// The operator for the two value types that its verification needs.
hexad::OperatorEntry entry() {
  using hexad::detail::calls;
  using hexad::detail::Invoke;
  hexad::OperatorEntry entry;
  entry.info = hexad::OPERATOR<double>::info();
  entry.name = entry.info.name;
  entry.input_places = Invoke<&hexad::OPERATOR<double>::forward>::places(false);
  entry.output_places = Invoke<&hexad::OPERATOR<double>::forward>::places(true);
  entry.linear = hexad::detail::Linear<hexad::OPERATOR>;
  entry.real = calls<hexad::OPERATOR, double>();
  entry.dual = calls<hexad::OPERATOR, hexad::Dual<double>>();
  return entry;
}

}  // namespace

int main() {
  hexad::IcosahedralOptions sphere;
  sphere.level = 2;
  const hexad::Mesh meshes[] = {hexad::make_icosahedral(sphere),
                                hexad::make_planar({.nx = 8, .ny = 8, .spacing = 100e3})};
  hexad::Registry registry;
  registry.add(entry());
  int missed = 0;
  for (const auto& variant : registry.entries())
    for (const auto& mesh : meshes)
      for (const auto& check : hexad::verify_operator(variant, mesh, hexad::Device{}, 1)) {
        if (check.passed()) continue;
        ++missed;
        std::printf("%s, %d cells: %.2e, bound %.0e\n", check.name.c_str(), mesh.cells, check.value,
                    check.bound);
      }
  return missed > 0 ? 3 : 0;
}
