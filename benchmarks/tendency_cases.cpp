#include <algorithm>
#include <memory>

#include "hexad/benchmarks/cases.hpp"
#include "hexad/benchmarks/edge_weights.hpp"
#include "hexad/model/operators/tracer_step.hpp"
#include "hexad/model/operators/velocity_tendency.hpp"

namespace hexad::bench {
namespace {

Case make_case(const std::string& group, const std::string& name, const Fixture& f, Traffic least,
               std::function<void()> run) {
  return {.name = group + "/" + name,
          .threads = f.threads(),
          .members = f.members(),
          .cells = static_cast<double>(f.mesh().cells) * f.members(),
          .least_bytes = bytes_per_cell(least, f.members()),
          .run = std::move(run)};
}

template <class T>
void add_joint_of(Cases& cases, const std::string& group, Fixture& f, const std::string& suffix,
                  Parameters parameters, Traffic extra = {}) {
  parameters.time_step = f.domain.parameters().time_step;
  const auto context = [&f, parameters] {
    auto c = f.context<T>();
    c.parameters = parameters;
    return c;
  };
  cases.push_back(make_case(group, "forward" + suffix, f, tendency + extra, [&f, context] {
    Tendency<T>::forward(context(), f.at<T>(), f.rates<T>());
  }));
  cases.push_back(
      make_case(group, "tangent" + suffix, f, tendency_tangent + 2 * extra, [&f, context] {
        Tendency<T>::tangent(context(), f.at<T>(), f.perturbed<T>(), f.rates<T>());
      }));
  cases.push_back(
      make_case(group, "reverse" + suffix, f, tendency_reverse + 2 * extra, [&f, context] {
        const auto y = f.adjoint<T>();
        Tendency<T>::reverse(context(), f.at<T>(), {y.thickness, y.velocity, {}},
                             f.result.template out<T>(), f.sum.template out<T>());
      }));
}

/// P and V at the same state: fbrk32 gives V another thickness, which costs the same.
template <class T>
void add_split_of(Cases& cases, const std::string& group, Fixture& f) {
  using P = ThicknessTendency<T>;
  using V = VelocityTendency<T>;
  cases.push_back(make_case(group, "split_forward", f, split_tendencies, [&f] {
    const auto c = f.context<T>();
    const auto x = f.at<T>();
    const auto k = f.result.template out<T>();
    P::forward(c, x.thickness(), x.velocity(), k.thickness, {});
    V::forward(c, x, k.velocity);
  }));
  cases.push_back(make_case(group, "split_tangent", f, split_tangent, [&f] {
    const auto c = f.context<T>();
    const auto x = f.at<T>(), dx = f.perturbed<T>();
    const auto k = f.result.template out<T>();
    P::tangent(c, x.thickness(), x.velocity(), dx.thickness(), dx.velocity(), k.thickness, {});
    V::tangent(c, x, dx, k.velocity);
  }));
  cases.push_back(make_case(group, "split_reverse", f, split_reverse, [&f] {
    const auto c = f.context<T>();
    const auto x = f.at<T>();
    const auto y = f.adjoint<T>();
    const auto star = f.result.template out<T>();
    V::update_reverse(c, {x.state, x.environment}, y.velocity, {star.thickness, star.velocity},
                      f.sum.template out<T>());
    P::adjoint(c, x.thickness(), x.velocity(), y.thickness, {}, star.thickness, star.velocity);
  }));
}

template <class T>
void add_variants_of(Cases& cases, const std::string& group, Fixture& f) {
  add_joint_of<T>(cases, group, f, "_apvm", {.vorticity = VorticityForm::apvm});
  const Parameters both{.viscous = true, .hyperviscous = true};
  add_joint_of<T>(cases, group, f, "_diffusive", both, diffusion);
  cases.push_back(make_case(group, "diffusion", f, diffusion, [&f, both] {
    auto c = f.context<T>();
    c.parameters = both;
    const auto x = f.at<T>();
    Diffusion<T>::add_forward(c, x.velocity(), x.environment.viscosity,
                              x.environment.hyperviscosity, f.result.velocity.template out<T>());
  }));

  // What a step of the model gives a tracer: its mass flux, here that of the state.
  auto flux = std::make_shared<EdgeField<double>>(f.domain.device(), f.mesh().edges, f.members());
  auto after = std::make_shared<CellField<double>>(f.domain.device(), f.mesh().cells, f.members());
  const auto x = f.at<T>();
  ThicknessTendency<T>::forward(f.context<T>(), x.thickness(), x.velocity(),
                                after->template out<T>(), flux->template out<T>());
  cases.push_back(make_case(group, "tracer_step", f, tracer_step, [&f, flux, after] {
    const auto at = f.at<T>();
    TracerStep<T>::forward(f.context<T>(), at.thickness(), at.thickness(), flux->template in<T>(),
                           after->template out<T>());
  }));
  auto flux_star =
      std::make_shared<EdgeField<double>>(f.domain.device(), f.mesh().edges, f.members());
  cases.push_back(make_case(group, "tracer_step_adjoint", f, {}, [&f, flux, flux_star, after] {
    const auto at = f.at<T>();
    TracerStep<T>::adjoint(f.context<T>(), at.thickness(), at.thickness(), flux->template in<T>(),
                           f.adjoint<T>().thickness, after->template out<T>(),
                           f.result.thickness.template out<T>(), flux_star->template out<T>());
  }));
  cases.back().least_bytes = 0;
}

}  // namespace

std::string Case::full_name() const {
  return name + "/threads:" + std::to_string(threads) + "/members:" + std::to_string(members);
}

void add_joint(Cases& cases, const std::string& group, Fixture& f) {
  with_width(f.members(), [&]<class T>() { add_joint_of<T>(cases, group, f, "", {}); });
}
void add_split(Cases& cases, const std::string& group, Fixture& f) {
  with_width(f.members(), [&]<class T>() { add_split_of<T>(cases, group, f); });
}
void add_variants(Cases& cases, const std::string& group, Fixture& f) {
  with_width(f.members(), [&]<class T>() { add_variants_of<T>(cases, group, f); });
}

void add_baseline(Cases& cases, const std::string& group, Fixture& f) {
  const double gravity = f.environment.gravity.to_host().front();
  auto baseline = std::make_shared<EdgeWeightsTendency>(f.domain.device(), f.mesh(), gravity);
  cases.push_back(make_case(group, "baseline", f, tendency, [&f, baseline] {
    const auto x = f.at<double>();
    const auto k = f.result.out();
    baseline->forward(x.thickness(), x.velocity(), x.environment.topography, x.environment.coriolis,
                      k.thickness, k.velocity);
  }));
}

Cases only(Cases cases, const std::vector<std::string>& names) {
  std::erase_if(cases, [&names](const Case& one) {
    const std::string name = one.name.substr(one.name.find('/') + 1);
    return std::find(names.begin(), names.end(), name) == names.end();
  });
  return cases;
}

}  // namespace hexad::bench
