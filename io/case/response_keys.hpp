#pragma once

#include <string>
#include <vector>

#include "hexad/io/case/response_choice.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {

/// The sections of a case file that say what of a forecast is differentiated, and with respect to
/// what.
Key response_key();
Key sensitivity_key();

std::vector<ResponseChoice> response_choices(const Settings& settings);
SensitivityChoice sensitivity_choice(const Settings& settings);

/// Keys of these sections that hold a time that must be a whole number of steps, and is not zero.
std::vector<std::string> response_times(const Settings& settings);

/// What no key of these sections can know by itself.
void check_response(const Settings& settings, std::vector<InputError>& faults);

}  // namespace hexad
