#include "hexad/adjoint/response/response_sum.hpp"

#include <algorithm>

namespace hexad {

double ResponseTerm::share(int step) const {
  if (step < first || step > last) return 0;
  if (first == last) return 1;
  return (step == first || step == last ? 0.5 : 1.0) / (last - first);
}

bool ResponseSum::acts_at(int step) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [step](const ResponseTerm& term) { return term.share(step) != 0; });
}

std::vector<double> ResponseSum::value(Domain& domain, const Environment<double>& environment,
                                       const State<double>& x, int step) {
  const auto members = static_cast<std::size_t>(x.members());
  if (values_.empty()) values_.assign(terms_.size(), std::vector<double>(members, 0.0));
  std::vector<double> sum(members, 0.0);
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const double share = terms_[k].share(step);
    if (share == 0) continue;
    const auto found = terms_[k].response->value(domain, environment, x);
    for (std::size_t m = 0; m < members; ++m) {
      values_[k][m] += share * found[m];
      sum[m] += terms_[k].weight * share * found[m];
    }
  }
  return sum;
}

std::vector<Dual<double>> ResponseSum::dual_value(Domain& domain,
                                                  const Environment<Dual<double>>& environment,
                                                  const State<Dual<double>>& x, int step) const {
  std::vector<Dual<double>> sum(static_cast<std::size_t>(x.members()), Dual<double>{0, 0});
  for (const auto& term : terms_) {
    const double factor = term.weight * term.share(step);
    if (factor == 0) continue;
    const auto found = term.response->value(domain, environment, x);
    for (std::size_t m = 0; m < sum.size(); ++m) sum[m] += factor * found[m];
  }
  return sum;
}

void ResponseSum::add_derivative(Domain& domain, const Environment<double>& environment,
                                 const State<double>& x, int step, State<double>& y,
                                 Environment<double>& sum) {
  for (const auto& term : terms_) {
    const double factor = term.weight * term.share(step);
    if (factor != 0) term.response->add_derivative(domain, environment, x, factor, y, sum);
  }
}

int ResponseSum::last_step() const {
  int last = 0;
  for (const auto& term : terms_) last = std::max(last, term.last);
  return last;
}

std::string ResponseSum::units() const {
  std::string units;
  for (const auto& term : terms_) {
    if (!units.empty() && units != term.response->units()) return "1";
    units = term.response->units();
  }
  return units;
}

}  // namespace hexad
