#pragma once

#include <string>
#include <vector>

#include "hexad/io/case/initial_choice.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {

/// The sections of a case file that say what a run starts from.
Key initial_key();
Key topography_key();
Key tracers_key();

/// A section `state`, a state of another run, wherever one is wanted; its value and checks.
Key state_key(const std::string& help);
StateChoice state_choice(const Settings& settings, const std::string& path);
void check_state(const Settings& settings, const std::string& path,
                 std::vector<InputError>& faults);

InitialChoice initial_choice(const Settings& settings);
std::optional<TopographyChoice> topography_choice(const Settings& settings);
std::vector<TracerChoice> tracer_choices(const Settings& settings);

/// What no key of these sections can know by itself.
void check_initial(const Settings& settings, std::vector<InputError>& faults);

}  // namespace hexad
