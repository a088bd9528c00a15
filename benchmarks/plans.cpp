#include "hexad/benchmarks/plans.hpp"

#include <malloc.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "hexad/core/error.hpp"
#include "hexad/grids/generate.hpp"

namespace hexad::bench {
namespace {

Device with_threads(int threads) { return {.threads = threads}; }

int all_threads(const PlanOptions& options) {
  return options.threads > 0 ? options.threads : omp_get_max_threads();
}

void append(Cases& cases, Cases more) {
  cases.insert(cases.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

void plan_tendency(Measurements& m, const Mesh& mesh, const PlanOptions& options) {
  const int threads = all_threads(options);
  Fixture all(mesh, with_threads(threads), 1), one(mesh, with_threads(1), 1);
  Cases cases, single;
  add_joint(cases, "tendency", all);
  add_baseline(cases, "tendency", all);
  add_split(cases, "tendency", all);
  if (threads > 1) {
    add_joint(single, "tendency", one);
    add_split(single, "tendency", one);
    append(cases, only(std::move(single), {"forward", "reverse", "split_forward"}));
  }
  m.run(std::move(cases));
}

void plan_step(Measurements& m, const Mesh& mesh, const PlanOptions& options) {
  const int threads = all_threads(options);
  Fixture all(mesh, with_threads(threads), 1), one(mesh, with_threads(1), 1);
  Cases cases, joint, single;
  add_joint(joint, "step", all);
  for (Case& c : joint) c.name.insert(c.name.find('/') + 1, "tendency_");
  append(cases, only(std::move(joint), {"tendency_forward"}));
  add_steps(cases, "step", all);
  if (threads > 1) {
    add_steps(single, "step", one);
    append(cases, only(std::move(single), {"rk4_forward", "fbrk32_forward"}));
  }
  m.run(std::move(cases));
}

void plan_members(Measurements& m, const Mesh& mesh, const PlanOptions& options) {
  const Device device = with_threads(all_threads(options));
  Fixture many(mesh, device, options.members), one(mesh, device, 1);
  Cases cases, beside;
  add_joint(cases, "members", many);
  add_split(cases, "members", many);
  add_steps(cases, "members", many);
  cases = only(std::move(cases), {"forward", "tangent", "reverse", "split_forward", "rk4_forward",
                                  "rk4_reverse", "fbrk32_forward", "fbrk32_reverse"});
  add_joint(beside, "members", one);
  append(cases, only(std::move(beside), {"forward", "reverse"}));
  m.run(std::move(cases));
}

void plan_variant(Measurements& m, const Mesh& mesh, const PlanOptions& options) {
  Fixture all(mesh, with_threads(all_threads(options)), 1, {.directions = true});
  Cases cases;
  add_variants(cases, "variant", all);
  m.run(std::move(cases));
}

void plan_window(Measurements& m, const Mesh& mesh, const PlanOptions& options) {
  Fixture all(mesh, with_threads(all_threads(options)), 1);
  Cases cases;
  add_window(cases, "window", all, options.window);
  m.run(std::move(cases));
}

struct Plan {
  const char* name;
  void (*run)(Measurements&, const Mesh&, const PlanOptions&);
};
constexpr Plan plans[] = {{"tendency", plan_tendency},
                          {"step", plan_step},
                          {"members", plan_members},
                          {"variant", plan_variant},
                          {"window", plan_window}};

/// Memory of the machine that the process holds now (bytes).
double resident_bytes() {
  malloc_trim(0);  // what has been freed is not held
  std::ifstream file("/proc/self/statm");
  double size = 0, resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (const Plan& plan : plans) names.emplace_back(plan.name);
  return names;
}

void run_plans(Measurements& measurements, const Mesh& mesh, const PlanOptions& options) {
  if (mesh.geometry != Geometry::sphere)
    throw InputError("the benchmarks' flow is one on a sphere", "--mesh",
                     "give a mesh of the sphere");
  for (const Plan& plan : plans)
    if (options.groups.empty() ||
        std::find(options.groups.begin(), options.groups.end(), plan.name) != options.groups.end())
      plan.run(measurements, mesh, options);
}

void run_level(Measurements& measurements, int level, int threads) {
  const double before = resident_bytes();
  const Mesh mesh = unrelaxed(level, threads);
  std::vector<int> counts{1};
  if (threads > 1) counts.push_back(threads);
  for (const int count : counts) {
    Fixture f(mesh, with_threads(count), 1);
    f.dx = {};  // what no kernel here takes is not to be counted
    f.d_environment = {};
    Cases cases;
    add_joint(cases, "level:" + std::to_string(level), f);
    cases = only(std::move(cases), {"forward", "reverse"});
    std::vector<std::function<void()>> notes;
    for (const Case& one : cases) {
      one.run();
      double used = static_cast<double>(f.domain.bytes() + f.x.bytes() + f.result.bytes() +
                                        f.environment.bytes());
      if (one.name.ends_with("reverse")) used += static_cast<double>(f.y.bytes() + f.sum.bytes());
      notes.emplace_back(
          [&measurements, name = one.full_name(), used, held = resident_bytes() - before] {
            measurements.note(name, "tables_and_fields_bytes", used);
            measurements.note(name, "resident_bytes", held);
          });
    }
    measurements.run(std::move(cases));
    for (const auto& note : notes) note();
  }
}

Mesh unrelaxed(int level, int threads) {
  IcosahedralOptions options;
  options.level = level;
  options.optimise = false;
  options.threads = threads;
  return make_icosahedral(options);
}

}  // namespace hexad::bench
