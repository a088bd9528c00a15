#pragma once

#include <cmath>
#include <cstdlib>

#include "hexad/core/macros.hpp"

// The elementary functions of kernels, for plain numbers. Pack and Dual bring their own under the
// same names, so that a kernel writes sqrt(x), max(x, y), select(x > y, a, b) for every value type.
// A kernel outside namespace hexad says hexad::min and hexad::max: CUDA has global ones.
namespace hexad {

using std::abs;
using std::atan2;
using std::cos;
using std::exp;
using std::log;
using std::sin;
using std::sqrt;

/// The smaller of two; the first where they are equal.
HEXAD_FN inline double min(double a, double b) { return b < a ? b : a; }
HEXAD_FN inline float min(float a, float b) { return b < a ? b : a; }

/// The larger of two; the first where they are equal.
HEXAD_FN inline double max(double a, double b) { return a < b ? b : a; }
HEXAD_FN inline float max(float a, float b) { return a < b ? b : a; }

/// `yes` where the condition holds, else `no`; both are evaluated.
HEXAD_FN inline double select(bool condition, double yes, double no) {
  return condition ? yes : no;
}
HEXAD_FN inline float select(bool condition, float yes, float no) { return condition ? yes : no; }

}  // namespace hexad
