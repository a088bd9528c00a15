// hexad-bench: what the kernels cost, in the bandwidth that this process reaches.

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <new>
#include <regex>

#include "hexad/benchmarks/plans.hpp"
#include "hexad/benchmarks/stream.hpp"
#include "hexad/core/error.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/version.hpp"

namespace hexad::bench {
namespace {

struct Options {
  int level = 8;
  std::string mesh, levels, json;
  PlanOptions plan;
  Effort effort;
};

void read_options(CLI::App& app, Options& o) {
  auto* level = app.add_option("--level", o.level, "Icosahedral mesh of that level, not relaxed")
                    ->check(CLI::Range(0, 10))
                    ->capture_default_str();
  app.add_option("--mesh", o.mesh, "A mesh file instead")->type_name("FILE")->excludes(level);
  app.add_option("--levels", o.levels, "Cost as the mesh grows, instead: levels A-B (4-9)")
      ->type_name("A-B");
  app.add_option("--threads", o.plan.threads, "Threads; 0 takes OMP_NUM_THREADS or all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  app.add_option("--members", o.plan.members, "Members of the group 'members'")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--window", o.plan.window, "Steps of the group 'window'")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--groups", o.plan.groups, "Only these groups")
      ->check(CLI::IsMember(group_names()))
      ->delimiter(',');
  app.add_option("--filter", o.effort.filter,
                 "Only cases whose name this regular expression finds");
  app.add_option("--rounds", o.effort.rounds, "Repetitions, interleaved within a group")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--budget", o.effort.budget,
                 "Seconds for the rounds of a group: long ones get fewer rounds, but two")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  app.add_option("--seconds", o.effort.seconds, "Least duration of a repetition (s)")
      ->check(CLI::Range(0.0, 60.0))
      ->capture_default_str();
  app.add_option("--json", o.json, "Also write all repetitions, as Google Benchmark's JSON")
      ->type_name("FILE");
}

/// What goes with the figures into the JSON file.
void describe_build(int threads) {
  const char* policy = std::getenv("OMP_WAIT_POLICY");
  benchmark::AddCustomContext("commit", commit);
  benchmark::AddCustomContext("build", build_type);
  benchmark::AddCustomContext("compiler", compiler);
  benchmark::AddCustomContext("architecture", architecture);
  benchmark::AddCustomContext("threads", std::to_string(threads));
  benchmark::AddCustomContext("wait_policy", policy == nullptr ? "default" : policy);
  benchmark::AddCustomContext("last_level_cache_bytes", std::to_string(last_level_cache_bytes()));
}

void run_levels(Measurements& measurements, const std::string& levels, int threads) {
  std::smatch found;
  if (!std::regex_match(levels, found, std::regex("(\\d{1,2})-(\\d{1,2})")))
    throw InputError("'" + levels + "' is no range of levels", "--levels", "write it as 4-9");
  for (int level = std::stoi(found[1]); level <= std::stoi(found[2]); ++level)
    run_level(measurements, level, threads);
}

void run(const Options& o) {
  const int threads = o.plan.threads > 0 ? o.plan.threads : omp_get_max_threads();
  describe_build(threads);
  Measurements measurements(o.effort);
  if (!o.levels.empty()) {
    run_levels(measurements, o.levels, threads);
  } else {
    const Mesh mesh = o.mesh.empty() ? unrelaxed(o.level, threads) : read_mesh(o.mesh);
    fmt::print("{} cells, {} threads, {}, -march={}, commit {}\n", mesh.cells, threads, compiler,
               architecture, commit);
    run_plans(measurements, mesh, o.plan);
  }
  fmt::print("{}", measurements.table());
  if (!o.json.empty()) measurements.write_json(o.json);
}

}  // namespace
}  // namespace hexad::bench

int main(int argc, char** argv) {
  CLI::App app("Times the kernels of Hexad beside a STREAM triad of the same process.",
               "hexad-bench");
  hexad::bench::Options options;
  hexad::bench::read_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(hexad::ExitCode::wrong_input);
  }
  int one = 1;
  benchmark::Initialize(&one, argv);
  try {
    hexad::bench::run(options);
  } catch (const hexad::Error& error) {
    std::cerr << "error: " << error.what() << "\n";
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    std::cerr << "error: there is not enough memory; take a coarser mesh or fewer members\n";
    return static_cast<int>(hexad::ExitCode::run_failed);
  }
  return 0;
}
