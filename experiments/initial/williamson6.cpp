#include <cmath>

#include "hexad/experiments/initial/initial.hpp"

namespace hexad {
namespace {

constexpr int wave = 4;                 // R
constexpr double omega = 7.848e-6;      // 1/s
constexpr double amplitude = 7.848e-6;  // K (1/s)
constexpr double depth_at_pole = 8000;  // h0 (m)

/// Cosine and sine of the latitude, longitude.
struct Spot {
  explicit Spot(Vec3 position) {
    const double length = norm(position);
    cosine = std::hypot(position.x, position.y) / length;
    sine = position.z / length;
    longitude = longitude_latitude(position).longitude;
  }
  double cosine, sine, longitude;
};

double stream_function(const Spot& p, double radius) {
  return radius * radius * p.sine *
         (-omega + amplitude * std::pow(p.cosine, wave) * std::cos(wave * p.longitude));
}

/// g h, eqs. 146-149; the term of cos^-2 is multiplied out, which the poles need.
double geopotential(const Spot& p, double radius, const ModelChoice& model) {
  const double r = wave, c2 = p.cosine * p.cosine, cr = std::pow(p.cosine, wave);
  const double quarter = 0.25 * amplitude * amplitude;
  const double a = 0.5 * omega * (2 * model.rotation + omega) * c2 +
                   quarter * (cr * cr * ((r + 1) * c2 + (2 * r * r - r - 2)) -
                              2 * r * r * std::pow(p.cosine, 2 * wave - 2));
  const double b = 2 * (model.rotation + omega) * amplitude / ((r + 1) * (r + 2)) * cr *
                   ((r * r + 2 * r + 2) - (r + 1) * (r + 1) * c2);
  const double c = quarter * cr * cr * ((r + 1) * c2 - (r + 2));
  return model.gravity * depth_at_pole +
         radius * radius *
             (a + b * std::cos(wave * p.longitude) + c * std::cos(2 * wave * p.longitude));
}

}  // namespace

InitialFlow williamson6(const Mesh& mesh, const ModelChoice& model) {
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position)
    flow.thickness.push_back(geopotential(Spot(position), mesh.radius, model) / model.gravity);
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position)
    psi.push_back(stream_function(Spot(position), mesh.radius));
  flow.velocity = rotational_wind(mesh, psi);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

}  // namespace hexad
