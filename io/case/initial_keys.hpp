#pragma once

#include <vector>

#include "hexad/io/case/initial_choice.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {

/// The sections of a case file that say what a run starts from.
Key initial_key();
Key topography_key();
Key tracers_key();

InitialChoice initial_choice(const Settings& settings);
std::optional<TopographyChoice> topography_choice(const Settings& settings);
std::vector<TracerChoice> tracer_choices(const Settings& settings);

/// What no key of these sections can know by itself.
void check_initial(const Settings& settings, std::vector<InputError>& faults);

}  // namespace hexad
