#pragma once

#include <string>
#include <vector>

namespace hexad {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into
/// another (optimal string alignment distance).
int edit_distance(const std::string& a, const std::string& b);

/// The word of `known` that was probably meant by `word`; empty when none is near enough (more
/// than a third of its letters wrong, and at least two).
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

/// "a, b and c", with a given last joint.
std::string enumerate(const std::vector<std::string>& words, const std::string& joint = "and");

}  // namespace hexad
