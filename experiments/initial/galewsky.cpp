#include <cmath>
#include <numbers>

#include "hexad/experiments/initial/initial.hpp"
#include "hexad/experiments/initial/quadrature.hpp"

namespace hexad {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double fastest = 80;                            // u_max (m/s)
constexpr double south = pi / 7, north = pi / 2 - south;  // rim of the jet
constexpr double mean_depth = 10000;                      // m
constexpr int panels = 64;

/// Zonal wind (m/s); smooth, every derivative is zero at the rim.
double wind(double latitude) {
  if (latitude <= south || latitude >= north) return 0;
  constexpr double width = north - south;
  return fastest * std::exp(4 / (width * width) + 1 / ((latitude - south) * (latitude - north)));
}

/// How fast g h falls with latitude in balance with the wind (m2 s-2 per radian).
struct Fall {
  double radius, rotation;
  double operator()(double latitude) const {
    const double u = wind(latitude);
    return u * (2 * rotation * radius * std::sin(latitude) + u * std::tan(latitude));
  }
};

/// The mean of g h0 - g h over the sphere, half of the integral of D(theta) cos(theta) for
/// D = integral of Fall, which by parts is half of that of Fall (1 - sin(theta)).
double mean_fall(const Fall& fall) {
  const auto weighted = [&fall](double latitude) {
    return 0.5 * fall(latitude) * (1 - std::sin(latitude));
  };
  return Cumulative(weighted, south, north, panels)(north);
}

double bump(Vec3 position) {
  const auto [turned, latitude] = longitude_latitude(position);
  const double longitude = turned > pi ? turned - 2 * pi : turned;
  const double east = 3 * longitude, away = 15 * (pi / 4 - latitude);
  return 120 * std::cos(latitude) * std::exp(-east * east) * std::exp(-away * away);
}

}  // namespace

InitialFlow galewsky(const Mesh& mesh, const GalewskyChoice& choice, const ModelChoice& model) {
  const Fall fall{mesh.radius, model.rotation};
  const Cumulative fallen(fall, south, north, panels);
  const Cumulative swept(wind, south, north, panels);
  const double top = mean_depth * model.gravity + mean_fall(fall);
  InitialFlow flow;
  for (const Vec3& position : mesh.cell_position) {
    const double latitude = longitude_latitude(position).latitude;
    flow.thickness.push_back((top - fallen(latitude)) / model.gravity +
                             (choice.perturbed ? bump(position) : 0.0));
  }
  std::vector<double> psi;
  for (const Vec3& position : mesh.vertex_position)
    psi.push_back(-mesh.radius * swept(longitude_latitude(position).latitude));
  flow.velocity = rotational_wind(mesh, psi);
  flow.topography.assign(mesh.cell_position.size(), 0.0);
  flow.coriolis = coriolis_parameter(mesh, model.rotation);
  return flow;
}

}  // namespace hexad
