#include "hexad/experiments/vectors_file.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/adjoint/block_algebra.hpp"
#include "hexad/io/field_info.hpp"
#include "hexad/io/history.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

constexpr const char* field_names[] = {"thickness", "normal_velocity", "eastward_wind",
                                       "northward_wind", "vorticity"};

std::vector<FieldInfo> perturbation_fields(int count) {
  std::vector<FieldInfo> fields;
  for (const char* name : field_names) {
    FieldInfo field = field_info(name, count);
    field.long_name = "perturbation of " + field.long_name;
    field.standard_name.clear();  // the table has none for perturbations
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<std::vector<double>> values_of(Domain& domain, const Environment<double>& environment,
                                           const State<double>& x) {
  const DerivedFields derived = derive(domain, repeat(environment, x.members()), x);
  return {x.thickness.to_host(), x.velocity.to_host(), derived.eastward_wind.to_host(),
          derived.northward_wind.to_host(), derived.vorticity.to_host()};
}

std::vector<double> roots(std::vector<double> squares) {
  for (double& value : squares) value = std::sqrt(value);
  return squares;
}

State<double> scaled(const State<double>& x, const std::vector<double>& scales,
                     const std::vector<double>& more) {
  State<double> result = copy_of(x);
  for (std::size_t k = 0; k < scales.size(); ++k)
    scale_column(scales[k] * more[k], result, static_cast<int>(k));
  return result;
}

}  // namespace

std::vector<double> vector_scales(const SingularVectors& found, double amplitude) {
  const auto velocity = found.initial.velocity.to_host();
  const auto count = static_cast<std::size_t>(found.initial.members());
  std::vector<double> largest(count, 0.0);
  for (std::size_t n = 0; n < velocity.size(); ++n)
    largest[n % count] = std::max(largest[n % count], std::abs(velocity[n]));
  for (double& value : largest) value = value > 0 ? amplitude / value : 1;
  return largest;
}

void write_vectors(const std::string& path, const Case& run, Domain& domain,
                   const Environment<double>& environment, const SingularVectors& found,
                   const Norm& initial_norm, const Norm& final_norm,
                   const std::vector<std::pair<std::string, std::string>>& attributes) {
  const auto scales = vector_scales(found, run.vectors.amplitude);
  const std::vector<double> ones(scales.size(), 1.0);
  const State<double> initial = scaled(found.initial, scales, ones);
  const State<double> evolved = scaled(found.evolved, scales, found.values);

  HistoryOptions options;
  options.fields = perturbation_fields(found.initial.members());
  options.numbers = {
      {"growth", "1", "singular value: final over initial norm", found.values},
      {"residual", "1", "|A v - sigma^2 v| / sigma^2, A v found by a run of its own",
       found.residuals},
      {"initial_norm", "", std::string("root of ") + initial_norm.name() + " at the start",
       roots(initial_norm.squared(domain, initial))},
      {"final_norm", "", std::string("root of ") + final_norm.name() + " at the end",
       roots(final_norm.squared(domain, evolved))}};
  options.numbers[2].units = std::string("(") + initial_norm.units() + ")^0.5";
  options.numbers[3].units = std::string("(") + final_norm.units() + ")^0.5";
  options.attributes = {attributes.begin(), attributes.end()};
  options.start = run.time.start;
  HistoryFile file(path, domain.mesh(), options);
  file.write(0, values_of(domain, environment, initial));
  file.write(run.window, values_of(domain, environment, evolved));
  file.close();
}

}  // namespace hexad
