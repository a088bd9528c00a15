#pragma once

// HEXAD_FN marks what a kernel may call: compiled for the host always, and for the device as well
// when the source is compiled as CUDA.
#if defined(__CUDACC__)
#define HEXAD_FN __host__ __device__
#else
#define HEXAD_FN
#endif
