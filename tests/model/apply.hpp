#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hexad/adjoint/operator_run.hpp"

namespace hexad::testing {

/// Runs linear and non-linear operators of the registry by name on values that live on the host.
class Apply {
 public:
  explicit Apply(const Mesh& mesh, double time_step = 0)
      : domain_(Device{}, mesh, {}, all_tables), time_step_(time_step) {
    register_model(registry_);
  }

  std::vector<std::vector<double>> all(const std::string& name,
                                       const std::vector<std::vector<double>>& inputs) {
    const auto& entry = registry_.find(name);
    Parameters parameters = entry.parameters;
    parameters.time_step = time_step_;
    domain_.set_parameters(parameters);
    OperatorRun::Blocks blocks;
    for (std::size_t j = 0; j < inputs.size(); ++j)
      blocks.push_back({entry.input_places[j], inputs[j]});
    std::vector<std::vector<double>> outputs;
    for (auto& block : OperatorRun(entry, domain_).forward(blocks))
      outputs.push_back(std::move(block.values));
    return outputs;
  }
  std::vector<double> operator()(const std::string& name, const std::vector<double>& input) {
    return all(name, {input})[0];
  }
  std::vector<double> draw(Place place, const std::string& name, double mean = 0) {
    return hexad::draw(domain_.mesh(), place, mean, 1, name, 7).values;
  }

 private:
  Registry registry_;
  Domain domain_;
  double time_step_;
};

using Values = std::vector<double>;

inline Values operator*(const Values& a, const Values& b) {
  Values c(a.size());
  for (std::size_t n = 0; n < a.size(); ++n) c[n] = a[n] * b[n];
  return c;
}
inline Values operator+(const Values& a, const Values& b) {
  Values c(a.size());
  for (std::size_t n = 0; n < a.size(); ++n) c[n] = a[n] + b[n];
  return c;
}
inline Values operator*(double s, const Values& a) {
  Values c(a);
  for (double& value : c) value *= s;
  return c;
}
inline Values magnitude(Values a) {
  for (double& value : a) value = std::abs(value);
  return a;
}

}  // namespace hexad::testing
