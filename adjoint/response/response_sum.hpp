#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hexad/adjoint/objective.hpp"
#include "hexad/adjoint/response/response.hpp"

namespace hexad {

/// A term of a ResponseSum: weight times the response after step `last`, or where `first` comes
/// before it the mean over that span by the trapezoidal rule.
struct ResponseTerm {
  std::string name;
  std::unique_ptr<Response> response;
  double weight = 1;
  int first = 0, last = 0;

  /// The part of the mean that the state after a step has; 0 outside the span.
  [[nodiscard]] double share(int step) const;
};

/// J = sum_k weight_k sum_n share_k(n) J_k(x_n, e).
class ResponseSum : public Objective {
 public:
  explicit ResponseSum(std::vector<ResponseTerm> terms) : terms_(std::move(terms)) {}

  [[nodiscard]] bool acts_at(int step) const override;
  [[nodiscard]] std::vector<double> value(Domain& domain, const Environment<double>& environment,
                                          const State<double>& x, int step) override;
  void add_derivative(Domain& domain, const Environment<double>& environment,
                      const State<double>& x, int step, State<double>& y,
                      Environment<double>& sum) override;

  /// As value, with the derivative along the tangent of x and of the environment beside it.
  [[nodiscard]] std::vector<Dual<double>> dual_value(Domain& domain,
                                                     const Environment<Dual<double>>& environment,
                                                     const State<Dual<double>>& x, int step) const;

  [[nodiscard]] const std::vector<ResponseTerm>& terms() const { return terms_; }
  /// Of each term, its own value (without the weight), a list of members, as `value` met it since
  /// `forget` or since this was made.
  [[nodiscard]] const std::vector<std::vector<double>>& values() const { return values_; }
  void forget() { values_.clear(); }

  /// The last step that anything of J is at.
  [[nodiscard]] int last_step() const;
  /// The units of J: those of the terms where they agree, else none.
  [[nodiscard]] std::string units() const;

 private:
  std::vector<ResponseTerm> terms_;
  std::vector<std::vector<double>> values_;
};

}  // namespace hexad
