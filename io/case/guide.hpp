#pragma once

#include <string>

#include "hexad/io/case/schema.hpp"

namespace hexad {

/// The guide to the case file, made from the descriptions that check it.

/// Every key in its place, a line each: what it takes and what it is without it.
std::string guide_overview(const Key& schema);

/// What one key means, and the keys below it. `path` is "time.dt", or the last part of it, which
/// explains every key of that name. InputError where there is none.
std::string guide_to_key(const Key& schema, const std::string& path);

/// The whole reference as Markdown: a heading and a table for each section.
std::string guide_markdown(const Key& schema);

}  // namespace hexad
