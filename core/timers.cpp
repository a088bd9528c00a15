#include "hexad/core/timers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hexad {
namespace {

double in_seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

Timers::Timers() : nodes_(1), start_(Clock::now()) {}

void Timers::enter(std::string_view name) {
  for (const std::size_t inside : nodes_[current_].inside) {
    // Mostly the very same literal, so that the characters need not be read.
    const std::string_view known = nodes_[inside].name;
    if (known.size() == name.size() && (known.data() == name.data() || known == name)) {
      current_ = inside;
      return;
    }
  }
  nodes_.push_back({name, 0, {}, {}});
  nodes_[current_].inside.push_back(nodes_.size() - 1);
  current_ = nodes_.size() - 1;
}

void Timers::list(std::size_t node, const std::string& prefix, int depth, double whole,
                  std::vector<Entry>& entries) const {
  std::vector<std::size_t> order = nodes_[node].inside;
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return nodes_[a].total > nodes_[b].total;
  });
  for (const std::size_t n : order) {
    const std::string path = prefix + std::string(nodes_[n].name);
    const double seconds = in_seconds(nodes_[n].total);
    entries.push_back({path, depth, nodes_[n].calls, seconds, whole > 0 ? seconds / whole : 0.0});
    list(n, path + "/", depth + 1, whole, entries);
  }
}

std::vector<Timers::Entry> Timers::entries() const {
  std::vector<Entry> result;
  list(0, "", 0, elapsed(), result);
  return result;
}

double Timers::seconds(std::string_view path) const {
  for (const Entry& entry : entries())
    if (entry.path == path) return entry.seconds;
  return 0.0;
}

double Timers::elapsed() const { return in_seconds(Clock::now() - start_); }

std::string Timers::table() const {
  const auto rows = entries();
  std::size_t width = 5;
  const auto label = [](const Entry& entry) {
    const auto slash = entry.path.rfind('/');
    return std::string(2 * static_cast<std::size_t>(entry.depth), ' ') +
           (slash == std::string::npos ? entry.path : entry.path.substr(slash + 1));
  };
  for (const Entry& entry : rows) width = std::max(width, label(entry).size());
  std::string text =
      fmt::format("{:<{}}  {:>9}  {:>10}  {:>7}\n", "timer", width, "calls", "seconds", "share");
  for (const Entry& entry : rows)
    text += fmt::format("{:<{}}  {:>9}  {:>10.3f}  {:>5.1f} %\n", label(entry), width, entry.calls,
                        entry.seconds, 100.0 * entry.share);
  return text;
}

}  // namespace hexad
