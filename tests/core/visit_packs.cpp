// Packs are compiled by the host compiler, where there is CUDA too.
#include "visit.hpp"

#include "hexad/core/launch.hpp"

#define INSTANTIATE(T) \
  template struct hexad::Launch<hexad::test::Everything<T>, hexad::ValueTraits<T>::on_device>;
HEXAD_FOR_EACH_PACK_TYPE(INSTANTIATE)
