#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "hexad/core/log.hpp"
#include "hexad/core/peak_memory.hpp"
#include "hexad/core/timers.hpp"

using namespace hexad;

TEST_CASE("the log says as much as was asked", "[core][log]") {
  const auto spoken = [](Verbosity verbosity, int rank) {
    std::string text;
    const Log log = Log::to_string(text, verbosity, rank);
    log.detail("{} slots", 3);
    log.info("mesh of {} cells", 162);
    log.warning("thin layer");
    log.error("no such file: {}", "{}");
    return text;
  };
  const std::string loud = "hexad: warning: thin layer\nhexad: error: no such file: {}\n";
  CHECK(spoken(Verbosity::quiet, 0) == loud);
  CHECK(spoken(Verbosity::normal, 0) == "hexad: info: mesh of 162 cells\n" + loud);
  CHECK(spoken(Verbosity::verbose, 0) ==
        "hexad: debug: 3 slots\nhexad: info: mesh of 162 cells\n" + loud);
  CHECK(spoken(Verbosity::verbose, 3) ==
        "hexad rank 3: warning: thin layer\nhexad rank 3: error: no such file: {}\n");
}

TEST_CASE("timers nest, count and sort", "[core][timers]") {
  using namespace std::chrono_literals;
  Timers timers;
  {
    const Timers::Scope run(timers, "run");
    for (int step = 0; step < 3; ++step) {
      const Timers::Scope scope(timers, "step");
      { const Timers::Scope quick(timers, std::string_view("quick")); }
      const Timers::Scope slow(timers, "slow");
      std::this_thread::sleep_for(2ms);
    }
  }
  { const Timers::Scope again(timers, "step"); }
  const auto entries = timers.entries();
  REQUIRE(entries.size() == 5);
  std::vector<std::string> paths;
  for (const auto& entry : entries) paths.push_back(entry.path);
  CHECK(paths ==
        std::vector<std::string>{"run", "run/step", "run/step/slow", "run/step/quick", "step"});
  CHECK(entries[1].calls == 3);
  CHECK(entries[2].depth == 2);
  CHECK(entries[4].calls == 1);
  CHECK(timers.seconds("run/step/slow") >= 0.006);
  CHECK(timers.seconds("run/step") >= timers.seconds("run/step/slow"));
  CHECK(timers.seconds("run") >= timers.seconds("run/step"));
  CHECK(timers.elapsed() >= timers.seconds("run"));
  CHECK(timers.seconds("nothing") == 0.0);
  CHECK(entries[0].share <= 1.0);
  const std::string table = timers.table();
  CHECK(table.find("timer") == 0);
  CHECK(table.find("    slow") != std::string::npos);
  CHECK(table.find("run/step") == std::string::npos);
}

TEST_CASE("a timer is cheap enough for every step", "[core][timers]") {
  Timers timers;
  const int n = 100000;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < n; ++i) const Timers::Scope scope(timers, "tendency");
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  CHECK(timers.entries()[0].calls == n);
  // A step of the smallest meshes takes about a tenth of a millisecond; a hundredth of that.
  CHECK(time.count() / n < 1e-6);
}

TEST_CASE("peak memory grows with what is touched", "[core][memory]") {
  const std::size_t before = peak_memory_bytes();
  CHECK(before > std::size_t{1} << 20);
  const std::size_t more = before + (std::size_t{1} << 26);
  std::vector<char> block(more, 1);
  CHECK(block[more - 1] == 1);
  CHECK(peak_memory_bytes() >= more);
}
