#include "hexad/experiments/error_summary.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/experiments/norms.hpp"

namespace hexad {
namespace {

Json json_of(const ErrorNorms& norms) {
  return {{"l1", norms.l1}, {"l2", norms.l2}, {"linf", norms.linf}};
}

template <class Field>
std::vector<double> first_member(const Field& field) {
  const auto all = field.to_host();
  std::vector<double> values;
  for (std::size_t n = 0; n < all.size(); n += static_cast<std::size_t>(field.members()))
    values.push_back(all[n]);
  return values;
}

}  // namespace

Json error_summary(const Case& run, const Setup& setup) {
  const auto thickness = first_member(setup.state.thickness);
  const auto velocity = first_member(setup.state.velocity);
  Json error;
  error["thickness"] = json_of(thickness_error(setup.mesh, thickness, setup.exact->thickness));
  if (setup.exact->at_rest) {
    double largest = 0;
    for (const double u : velocity) largest = std::max(largest, std::abs(u));
    error["wind"] = {{"max", largest}};
  } else {
    error["wind"] = json_of(wind_error(setup.mesh, velocity, setup.exact->velocity));
  }
  for (std::size_t n = 0; n < setup.exact->tracers.size(); ++n) {
    auto tracer = first_member(setup.state.tracers[n]);
    for (std::size_t i = 0; i < tracer.size(); ++i) tracer[i] /= thickness[i];
    error["tracers"][run.tracers[n].name] =
        json_of(thickness_error(setup.mesh, tracer, setup.exact->tracers[n]));
  }
  return error;
}

void print_errors(const Json& error, const Console& console) {
  for (const auto& [name, norms] : error.items()) {
    if (name == "tracers")
      print_errors(norms, console);
    else if (norms.contains("max"))
      console.line("error of the {:<9}  max {:.3e} m/s", name, norms["max"].get<double>());
    else
      console.line("error of the {:<9}  l1 {:.3e}  l2 {:.3e}  linf {:.3e}", name,
                   norms["l1"].get<double>(), norms["l2"].get<double>(),
                   norms["linf"].get<double>());
  }
}

}  // namespace hexad
