#pragma once

#include <string>

#include "hexad/core/error.hpp"
#include "hexad/io/case/schema.hpp"

namespace hexad {

/// What f gives; an InputError of it says which key of the case it is about.
template <class F>
auto at_key(const Settings& settings, const std::string& path, const F& f) {
  try {
    return f();
  } catch (const InputError& fault) {
    throw InputError(fault.problem(),
                     settings.where(path) + (fault.where().empty() ? "" : ": ") + fault.where(),
                     fault.remedy());
  }
}

}  // namespace hexad
