#pragma once

#include <string>

#include "hexad/adjoint/response/response_sum.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/experiments/summary.hpp"
#include "hexad/io/case/case.hpp"

namespace hexad {

/// The end of the last response of a case, at most that of the window (s).
double end_of_responses(const Case& run);

/// The responses of a case as it says; without any, the departure from rest at the end of the
/// window. `run` has its step, and ends with the last of them. InputError where a region has no
/// cell of the mesh, or a state does not fit.
ResponseSum make_objective(const Case& run, Setup& setup);

/// What each term measures, where and when, and the value that it has: for summary.json, and as an
/// attribute of files for those that draw them. Angles in degrees, lengths in m, times in s.
Json describe_terms(const Case& run, const ResponseSum& objective);

/// "mean thickness in a circle at 48 h", for a line.
std::string describe(const Case& run, const ResponseChoice& choice);

}  // namespace hexad
