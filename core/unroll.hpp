#pragma once

/// Before a loop over the slots of a cell: six turns, where the number is known, in a row.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define HEXAD_UNROLL _Pragma("GCC unroll 6")
#else
#define HEXAD_UNROLL
#endif
