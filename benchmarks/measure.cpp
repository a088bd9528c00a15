#include "hexad/benchmarks/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <set>

#include "hexad/benchmarks/stream.hpp"
#include "hexad/core/error.hpp"

namespace hexad::bench {
namespace {

using Run = benchmark::BenchmarkReporter::Run;

/// Hands every run to a function and prints nothing.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::function<void(const Run&)> take) : take_(std::move(take)) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) take_(run);
  }

 private:
  std::function<void(const Run&)> take_;
};

double seconds_of(const std::function<void()>& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double seconds_per_call(const Run& run) {
  return run.real_accumulated_time / static_cast<double>(run.iterations);
}

double least_seconds(const std::vector<Run>& runs) {
  double least = INFINITY;
  for (const Run& run : runs) least = std::min(least, seconds_per_call(run));
  return least;
}

double counter(const Run& run, const std::string& name) {
  const auto found = run.counters.find(name);
  return found == run.counters.end() ? 0 : found->second.value;
}

std::string optional_figure(double value) { return value > 0 ? fmt::format("{:.0f}", value) : ""; }

}  // namespace

Measurements::Measurements(Effort effort) : effort_(std::move(effort)) {
  try {
    wanted_ = std::regex(effort_.filter);
  } catch (const std::regex_error&) {
    throw InputError("'" + effort_.filter + "' is no regular expression", "--filter");
  }
}

/// Drops what is not wanted, and adds the triads that belong to the rest.
void Measurements::choose(Cases& group) const {
  std::erase_if(group,
                [this](const Case& one) { return !std::regex_search(one.full_name(), wanted_); });
  std::set<int> threads;
  for (const Case& one : group) threads.insert(one.threads);
  for (const int count : threads) {
    auto triad = std::make_shared<StreamTriad>(Device{.threads = count});
    group.push_back({.name = group.front().name.substr(0, group.front().name.find('/')) + "/triad",
                     .threads = count,
                     .triad_bytes = triad->bytes(),
                     .run = [triad] { triad->run(); }});
  }
}

/// Warms up, and says how many rounds the budget allows.
int Measurements::register_all(const Cases& group) const {
  double round = 0;
  for (const Case& one : group) {
    double once = seconds_of(one.run);
    if (once < 1) once = std::max(seconds_of(one.run), 1e-9);  // the first call allocates
    const double calls = std::clamp(std::ceil(effort_.seconds / once), 1.0, 1e6);
    round += calls * once;
    benchmark::RegisterBenchmark(one.full_name().c_str(),
                                 [&one](benchmark::State& s) {
                                   for (auto unused : s) {
                                     (void)unused;
                                     one.run();
                                   }
                                 })
        ->Iterations(static_cast<benchmark::IterationCount>(calls))
        ->UseRealTime();
  }
  const double affordable = std::clamp(effort_.budget / round, 2.0, 1e6);
  return std::min(effort_.rounds, static_cast<int>(affordable));
}

void Measurements::run(Cases group) {
  choose(group);
  if (group.empty()) return;
  const int rounds = register_all(group);
  for (int round = 0; round < rounds; ++round) {
    std::size_t at = 0;
    Collector collector([&](const Run& run) { keep(group.at(at++), run, round, rounds); });
    benchmark::RunSpecifiedBenchmarks(&collector, ".");
  }
  benchmark::ClearRegisteredBenchmarks();
  for (Case& one : group) {
    one.run = {};  // frees what it holds
    cases_[one.full_name()] = one;
  }
}

void Measurements::keep(const Case& measured, Run run, int round, int rounds) {
  run.run_name = {};
  run.run_name.function_name = measured.full_name();
  run.repetition_index = round;
  run.repetitions = rounds;
  run.time_unit = benchmark::kMicrosecond;
  auto& kept = runs_[measured.full_name()];
  if (kept.empty()) order_.push_back(measured.full_name());
  kept.push_back(run);
}

void Measurements::note(const std::string& full_name, const std::string& counter, double value) {
  const auto found = runs_.find(full_name);
  if (found == runs_.end()) return;
  for (Run& run : found->second) run.counters[counter] = value;
}

void Measurements::complete() {
  std::map<int, double> bandwidth;
  for (const auto& [name, one] : cases_)
    if (one.triad_bytes > 0) {
      double& largest = bandwidth[one.threads];
      largest = std::max(largest, one.triad_bytes / least_seconds(runs_.at(name)));
    }
  for (const auto& [name, one] : cases_)
    for (Run& run : runs_.at(name)) {
      const double seconds = seconds_per_call(run);
      if (one.triad_bytes > 0) {
        run.counters["bytes_per_second"] = one.triad_bytes / seconds;
        continue;
      }
      run.counters["cells"] = one.cells;
      run.counters["ns_per_cell"] = 1e9 * seconds / one.cells;
      run.counters["bytes_equivalent_per_cell"] = seconds / one.cells * bandwidth.at(one.threads);
      if (one.least_bytes > 0) run.counters["least_bytes_per_cell"] = one.least_bytes;
    }
}

std::string Measurements::table() {
  if (order_.empty())
    throw InputError("no case has such a name", "--filter, --groups",
                     "see the names of a run without");
  complete();
  std::string text =
      fmt::format("{:<52} {:>10} {:>12} {:>8} {:>8}\n", "least of the rounds, per cell and member",
                  "ns", "bytes-equiv.", "least", "spread");
  for (const auto& name : order_) {
    const auto& runs = runs_.at(name);
    std::vector<double> times;
    for (const Run& run : runs) times.push_back(seconds_per_call(run));
    std::sort(times.begin(), times.end());
    const double spread = 100 * (times[times.size() / 2] / times.front() - 1);
    const auto fastest = std::min_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
      return seconds_per_call(a) < seconds_per_call(b);
    });
    if (const double rate = counter(*fastest, "bytes_per_second"); rate > 0)
      text += fmt::format("{:<52} {:>10.2f} GB/s {:>24.0f} %\n", name, 1e-9 * rate, spread);
    else
      text += fmt::format("{:<52} {:>10.2f} {:>12.0f} {:>8} {:>6.0f} %\n", name,
                          counter(*fastest, "ns_per_cell"),
                          counter(*fastest, "bytes_equivalent_per_cell"),
                          optional_figure(counter(*fastest, "least_bytes_per_cell")), spread);
  }
  return text;
}

void Measurements::write_json(const std::string& file) {
  complete();
  std::ofstream stream(file);
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&stream);
  reporter.SetErrorStream(&std::cerr);
  reporter.ReportContext({});
  std::vector<Run> all;
  for (const auto& name : order_)
    all.insert(all.end(), runs_.at(name).begin(), runs_.at(name).end());
  reporter.ReportRuns(all);
  reporter.Finalize();
  stream.close();
  if (!stream)
    throw RunError("the results cannot be written", file,
                   "check space on the disk and the folder's permissions");
}

}  // namespace hexad::bench
