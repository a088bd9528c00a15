#pragma once

#include <vector>

#include "hexad/io/case/schema.hpp"
#include "hexad/io/case/vectors_choice.hpp"

namespace hexad {

/// The section of a case file that says which singular vectors are looked for, and how.
Key vectors_key();

VectorsChoice vectors_choice(const Settings& settings);
/// What no key of the section can know by itself.
void check_vectors(const Settings& settings, std::vector<InputError>& faults);

}  // namespace hexad
