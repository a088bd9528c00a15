#include "visit.hpp"

#include "hexad/core/launch.hpp"

template struct hexad::Launch<hexad::test::Visit, true>;

#define INSTANTIATE(T) \
  template struct hexad::Launch<hexad::test::Everything<T>, hexad::ValueTraits<T>::on_device>;
HEXAD_FOR_EACH_PLAIN_TYPE(INSTANTIATE)
