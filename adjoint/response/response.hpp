#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hexad/core/reduce.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// A scalar function J of one state in its environment, one value for each member, with its
/// derivative by hand. Each kind is a file of this folder: a plain class with
///   value<S>(domain, environment, x)                     J, for S double or Dual<double>
///   add_derivative(domain, environment, x, a, y, sum)    y += a dJ/dx, sum += a dJ/de
///   units()
/// Sums are exact, derivatives are gathers: the same bits on any device and number of threads.
class Response {
 public:
  virtual ~Response() = default;
  [[nodiscard]] virtual std::vector<double> value(Domain& domain,
                                                  const Environment<double>& environment,
                                                  const State<double>& x) const = 0;
  /// Beside it the derivative along the tangent of x and of the environment.
  [[nodiscard]] virtual std::vector<Dual<double>> value(
      Domain& domain, const Environment<Dual<double>>& environment,
      const State<Dual<double>>& x) const = 0;
  virtual void add_derivative(Domain& domain, const Environment<double>& environment,
                              const State<double>& x, double a, State<double>& y,
                              Environment<double>& sum) const = 0;
  [[nodiscard]] virtual const char* units() const = 0;

 protected:
  Response() = default;
  Response(const Response&) = default;
  Response& operator=(const Response&) = default;
};

/// A kind behind that interface.
template <class Kind>
class ResponseOf final : public Response {
 public:
  explicit ResponseOf(Kind kind) : kind_(std::move(kind)) {}
  [[nodiscard]] std::vector<double> value(Domain& domain, const Environment<double>& environment,
                                          const State<double>& x) const override {
    return kind_.template value<double>(domain, environment, x);
  }
  [[nodiscard]] std::vector<Dual<double>> value(Domain& domain,
                                                const Environment<Dual<double>>& environment,
                                                const State<Dual<double>>& x) const override {
    return kind_.template value<Dual<double>>(domain, environment, x);
  }
  void add_derivative(Domain& domain, const Environment<double>& environment,
                      const State<double>& x, double a, State<double>& y,
                      Environment<double>& sum) const override {
    kind_.add_derivative(domain, environment, x, a, y, sum);
  }
  [[nodiscard]] const char* units() const override { return Kind::units(); }

 private:
  Kind kind_;
};

template <class Kind>
[[nodiscard]] std::unique_ptr<Response> make_response(Kind kind) {
  return std::make_unique<ResponseOf<Kind>>(std::move(kind));
}

}  // namespace hexad
