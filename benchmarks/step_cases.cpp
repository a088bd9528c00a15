#include <memory>

#include "hexad/adjoint/gradient.hpp"
#include "hexad/benchmarks/cases.hpp"
#include "hexad/model/operators/fbrk32_step.hpp"
#include "hexad/model/operators/rk4_step.hpp"
#include "hexad/model/operators/ssprk3_step.hpp"

namespace hexad::bench {
namespace {

struct LeastOfStep {
  Traffic forward, tangent, reverse;
};

/// Forward, tangent and reverse of one scheme.
template <class T, class Step>
void add_scheme(Cases& cases, const std::string& prefix, Fixture& f, const LeastOfStep& least) {
  const auto add = [&](const std::string& name, Traffic traffic, std::function<void()> run) {
    cases.push_back({.name = prefix + name,
                     .threads = f.threads(),
                     .members = f.members(),
                     .cells = static_cast<double>(f.mesh().cells) * f.members(),
                     .least_bytes = bytes_per_cell(traffic, f.members()),
                     .run = std::move(run)});
  };
  const auto result = [&f]() -> StepOut<T> { return {f.result.template out<T>(), {}}; };
  add("_forward", least.forward,
      [&f, result] { Step::forward(f.context<T>(), f.at<T>(), result()); });
  add("_tangent", least.tangent,
      [&f, result] { Step::tangent(f.context<T>(), f.at<T>(), f.perturbed<T>(), result()); });
  // Backwards about stages that are computed anew, and about stages kept by the step forward.
  add("_reverse_anew", least.reverse, [&f] {
    Step::reverse(f.context<T>(), f.at<T>(), {}, {}, {f.adjoint<T>(), {}},
                  f.result.template out<T>(), f.sum.template out<T>());
  });
  auto kept = std::make_shared<std::vector<State<double>>>();
  for (int n = 0; n < Stages<T>::most; ++n)
    kept->emplace_back(f.domain.device(), f.mesh(), f.members());
  auto after = std::make_shared<State<double>>(f.domain.device(), f.mesh(), f.members());
  const auto stages = [kept] {
    Stages<T> views;
    for (std::size_t n = 0; n < kept->size(); ++n) views.states[n] = (*kept)[n].template out<T>();
    return views;
  };
  add("_reverse", least.reverse, [&f, stages, after, filled = false]() mutable {
    if (!filled)
      Step::forward_keeping(f.context<T>(), f.at<T>(), stages(), {after->template out<T>(), {}});
    filled = true;
    Step::reverse(f.context<T>(), f.at<T>(), stages(), StateOut<T>(after->template out<T>()),
                  {f.adjoint<T>(), {}}, f.result.template out<T>(), f.sum.template out<T>());
  });
}

}  // namespace

void add_steps(Cases& cases, const std::string& group, Fixture& f) {
  with_width(f.members(), [&]<class T>() {
    add_scheme<T, Rk4Step<T>>(cases, group + "/rk4", f, {rk4_forward, rk4_tangent, reverse_of(4)});
    add_scheme<T, Ssprk3Step<T>>(cases, group + "/ssprk3", f,
                                 {ssprk3_forward, ssprk3_tangent, reverse_of(3)});
    add_scheme<T, Fbrk32Step<T>>(cases, group + "/fbrk32", f,
                                 {fbrk32_forward, fbrk32_tangent, fbrk32_reverse});
  });
}

void add_window(Cases& cases, const std::string& group, Fixture& f, int steps) {
  for (const Scheme scheme : {Scheme::rk4, Scheme::fbrk32}) {
    auto model = std::make_shared<Model<double>>(f.domain, copy_of(f.environment), scheme);
    const std::string prefix = group + "/" + to_string(scheme);
    auto response = std::make_shared<EnergyNorm>(copy_of(f.y), 9.80616, 5000);
    const auto add = [&](const std::string& name, std::function<void()> run) {
      cases.push_back({.name = prefix + name,
                       .threads = f.threads(),
                       .members = f.members(),
                       .cells = static_cast<double>(f.mesh().cells) * f.members() * steps,
                       .run = std::move(run)});
    };
    add("_forecast", [&f, model, steps] {
      auto x = copy_of(f.x);
      for (int n = 0; n < steps; ++n) model->step(x);
    });
    add("_gradient", [&f, model, response, steps] {
      (void)gradient(*model, f.x, *response, steps, {}, Keep::stages);
    });
  }
}

}  // namespace hexad::bench
