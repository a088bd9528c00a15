# Flags of every target of the project.
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Threads REQUIRED)

# What whoever compiles kernels must share with the library, or bits differ: no contraction of
# multiply-adds, no fast-math. Exported with the package.
add_library(hexad_bits INTERFACE)
set(host_bits -ffp-contract=off)
# Up to GCC 13 the vectoriser fuses a b - c, a' b' + c' into vfmaddsub whatever -ffp-contract says
# (GCC bug 106902): take the instructions away. AVX-512 has its own, with no switch for them alone.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND host_bits -mno-fma)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    list(APPEND host_bits -mno-avx512f)
  endif()
endif()
list(JOIN host_bits "," host_bits_of_cuda)
target_compile_options(hexad_bits INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:${host_bits}>
  $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -Xcompiler=${host_bits_of_cuda} -Xcompiler=-fopenmp>)
# Packs are vectors, passed in the registers of the processor that the library was compiled for.
if(HEXAD_ARCH)
  target_compile_options(hexad_bits INTERFACE
    $<INSTALL_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-march=${HEXAD_ARCH}>>)
endif()
target_compile_features(hexad_bits INTERFACE cxx_std_20)
target_link_libraries(hexad_bits INTERFACE OpenMP::OpenMP_CXX Threads::Threads)

add_library(hexad_flags INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wconversion)
target_compile_options(hexad_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:${warnings} -Wpedantic>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wshadow>)  # nvcc's own output is not pedantic
if(HEXAD_WERROR)
  target_compile_options(hexad_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Werror>)
endif()
if(HEXAD_ARCH)
  target_compile_options(hexad_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-march=${HEXAD_ARCH}>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-march=${HEXAD_ARCH}>)
endif()
if(HEXAD_SANITIZE)
  # Instrumented code of GCC's own <regex> looks uninitialised to it.
  target_compile_options(hexad_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                               -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  target_link_options(hexad_flags INTERFACE -fsanitize=address,undefined)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
endif()
