#include "hexad/io/case/nearest.hpp"

#include <algorithm>

namespace hexad {

int edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<int>(i + j);
        continue;
      }
      const int replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({replace, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  int least = std::max(2, static_cast<int>(word.size() / 3));
  for (const auto& candidate : known) {
    const int distance = edit_distance(word, candidate);
    const bool shorter_than_the_faults = distance >= static_cast<int>(candidate.size());
    if (distance <= least && !shorter_than_the_faults && (best.empty() || distance < least)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

std::string enumerate(const std::vector<std::string>& words, const std::string& joint) {
  std::string text;
  for (std::size_t n = 0; n < words.size(); ++n) {
    if (n > 0) text += n + 1 == words.size() ? " " + joint + " " : ", ";
    text += words[n];
  }
  return text;
}

}  // namespace hexad
