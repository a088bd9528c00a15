#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "hexad/io/case/schema.hpp"

namespace hexad {

/// Texts given for the keys of a section on the command line.
using KeyTexts = std::map<std::string, std::string>;

/// Adds an option for each scalar key of a section, described by the key itself: help, default and
/// whether it is required. `over_relaxation` becomes --over-relaxation.
void add_key_options(CLI::App& command, const Key& section, KeyTexts& texts);

/// "--over-relaxation"
std::string option_name(const Key& key);

/// The texts that were given as the tree that a case file would hold.
YamlNode tree_of(const Key& section, const KeyTexts& texts);

}  // namespace hexad
