// Makes a periodic plane, fills a field with a kernel of its own, takes the gradient with Hexad's
// operator, and checks it against the exact difference of the wave.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "hexad/core/launch.hpp"
#include "hexad/grids/generate.hpp"
#include "hexad/model/context.hpp"
#include "hexad/model/field.hpp"
#include "hexad/model/operators/gradient.hpp"
#include "hexad/version.hpp"

namespace {

/// p(x) = sin(k x) at cells.
struct Wave {
  const double* x;
  double wavenumber;
  hexad::CellOut<double> result;

  HEXAD_FN void operator()(hexad::Index i, int lane) const {
    result(i, lane) = std::sin(wavenumber * x[i]);
  }
};

}  // namespace

int main() {
  const hexad::Mesh mesh = hexad::make_planar({.nx = 32, .ny = 16, .spacing = 1000.0});
  const hexad::Device device;
  hexad::Domain domain(device, mesh);
  const auto context = domain.context<double>();

  std::vector<double> x(static_cast<std::size_t>(mesh.cells));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = mesh.cell_position[i].x;
  const double wavenumber = 2.0 * std::numbers::pi / mesh.period_x;

  hexad::CellField<double> wave(device, mesh.cells);
  hexad::EdgeField<double> gradient(device, mesh.edges);
  hexad::for_each(device, mesh.cells, 1, Wave{x.data(), wavenumber, wave.out()});
  hexad::Gradient<double>::forward(context, wave.in(), gradient.out());

  // (p_1 - p_0) / d of a sine: k cos(k x_e) n_x sinc, exact for the difference along a line.
  double worst = 0.0;
  const auto values = gradient.to_host();
  for (hexad::Index e = 0; e < mesh.edges; ++e) {
    const auto edge = static_cast<std::size_t>(e);
    const auto a = static_cast<std::size_t>(mesh.cells_on_edge[edge][0]);
    const double across =
        hexad::separation(mesh, mesh.cell_position[a],
                          mesh.cell_position[static_cast<std::size_t>(mesh.cells_on_edge[edge][1])])
            .x;
    const double half = 0.5 * wavenumber * across;
    const double exact =
        2.0 * std::cos(wavenumber * x[a] + half) * std::sin(half) / mesh.dc_edge[edge];
    worst = std::max(worst, std::abs(values[edge] - exact));
  }
  // Round-off of sines of order one, over d.
  const double bound = 8.0 * 2.2e-16 / 1000.0 * 4.0;
  std::printf("hexad %s: gradient of a wave on %d cells, largest error %.2e (bound %.2e)\n",
              hexad::version, mesh.cells, worst, bound);
  return worst <= bound ? 0 : 1;
}
