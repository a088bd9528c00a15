#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hexad {

/// Where the time goes: named timers, nested as their scopes are. Cheap enough for every step: two
/// readings of the clock and a look among the timers of the enclosing one. One thread uses an
/// object; kernels on a GPU run on after their launch, so a timer there counts what waits for them.
class Timers {
 public:
  Timers();

  /// Runs from here to the end of its life. Names are literals, or live as long as the timers.
  class Scope {
   public:
    Scope(Timers& timers, std::string_view name) : timers_(timers), outer_(timers.current_) {
      timers_.enter(name);
      start_ = Clock::now();
    }
    ~Scope() { timers_.leave(outer_, Clock::now() - start_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Timers& timers_;
    std::size_t outer_;
    std::chrono::steady_clock::time_point start_;
  };

  struct Entry {
    std::string path;  ///< "run/step/tendency"
    int depth;         ///< 0 for an outermost timer
    std::size_t calls;
    double seconds;  ///< of finished scopes
    double share;    ///< of the time since the timers were made
  };
  /// All timers, each followed by those inside it; those beside one another by falling time.
  [[nodiscard]] std::vector<Entry> entries() const;

  /// Of finished scopes under a path; 0 where there are none.
  [[nodiscard]] double seconds(std::string_view path) const;

  /// Since the timers were made.
  [[nodiscard]] double elapsed() const;

  /// The entries as lines of text: name, calls, seconds, share of the whole.
  [[nodiscard]] std::string table() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Node {
    std::string_view name;
    std::size_t calls = 0;
    Clock::duration total{};
    std::vector<std::size_t> inside;
  };
  void enter(std::string_view name);
  void leave(std::size_t outer, Clock::duration time) {
    nodes_[current_].calls += 1;
    nodes_[current_].total += time;
    current_ = outer;
  }
  void list(std::size_t node, const std::string& prefix, int depth, double whole,
            std::vector<Entry>& entries) const;

  std::vector<Node> nodes_;  // nodes_[0] holds the outermost timers
  std::size_t current_ = 0;
  Clock::time_point start_;
};

}  // namespace hexad
