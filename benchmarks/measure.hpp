#pragma once

#include <map>
#include <regex>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "hexad/benchmarks/cases.hpp"

namespace hexad::bench {

struct Effort {
  int rounds = 9;         ///< Repetitions of each case at most.
  double budget = 60;     ///< Seconds for the rounds of a group; two rounds are made in any case.
  double seconds = 0.03;  ///< A repetition calls a case until this has passed (at least once).
  std::string filter;     ///< Only cases whose full name matches this regular expression.
};

/// Runs cases and keeps what Google Benchmark says of them.
class Measurements {
 public:
  /// InputError where the filter is no regular expression.
  explicit Measurements(Effort effort);

  /// Measures a group: each case is called twice to warm up (memory, caches, workspace), then there
  /// are `rounds` rounds through all of the group, case after case (A B C A B C ...). Figures of
  /// one group may be divided by one another: what disturbs the machine for longer than a round
  /// disturbs all of them. Where cases count cells, the triad with the same threads is a case of
  /// each round.
  void run(Cases group);

  /// Completes the counters: the largest bandwidth of all triads with the same threads is what
  /// times are multiplied by. Minima over the rounds as a table. InputError where no case was run.
  [[nodiscard]] std::string table();
  /// Everything as Google Benchmark writes JSON, a run for each repetition. RunError.
  void write_json(const std::string& file);
  /// Further counters of a case that was run.
  void note(const std::string& full_name, const std::string& counter, double value);

 private:
  using Run = benchmark::BenchmarkReporter::Run;
  void choose(Cases& group) const;
  [[nodiscard]] int register_all(const Cases& group) const;
  void keep(const Case& measured, Run run, int round, int rounds);
  void complete();

  Effort effort_;
  std::regex wanted_;
  std::map<std::string, Case> cases_;
  std::vector<std::string> order_;
  std::map<std::string, std::vector<Run>> runs_;
};

}  // namespace hexad::bench
