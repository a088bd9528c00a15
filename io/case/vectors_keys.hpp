#pragma once

#include "hexad/io/case/schema.hpp"
#include "hexad/io/case/vectors_choice.hpp"

namespace hexad {

/// The section of a case file that says which singular vectors are looked for, and how.
Key vectors_key();

VectorsChoice vectors_choice(const Settings& settings);

}  // namespace hexad
