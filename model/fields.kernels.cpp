#include "hexad/core/launch.hpp"
#include "hexad/model/model.hpp"

namespace hexad {
namespace {

template <class S>
struct SetZero {
  S* data;
  HEXAD_FN void operator()(Index n, int) const { data[n] = S(real_of<S>(0)); }
};

template <class S>
struct Repeat {
  const S* source;
  S* target;
  int members;
  HEXAD_FN void operator()(Index n, int member) const {
    target[static_cast<std::ptrdiff_t>(n) * members + member] = source[n];
  }
};

}  // namespace

template <Place P, class S>
void set_zero(Field<P, S>& field) {
  // Entity by entity, with the threads that will compute them.
  for_each(field.device(), field.entities() * field.members(), 1,
           SetZero<S>{field.values().pointer()});
}

template <Place P, class S>
Field<P, S> repeat(const Field<P, S>& field, int members) {
  if (field.members() != 1) throw RunError("only a field of one member can be repeated");
  Field<P, S> result(field.device(), field.entities(), members);
  for_each(field.device(), field.entities(), members,
           Repeat<S>{field.values().pointer(), result.values().pointer(), members});
  return result;
}

#define HEXAD_INSTANTIATE_AT(P, S)            \
  template void set_zero(Field<P, S>& field); \
  template Field<P, S> repeat(const Field<P, S>& field, int members);
#define HEXAD_INSTANTIATE(S)           \
  HEXAD_INSTANTIATE_AT(Place::cell, S) \
  HEXAD_INSTANTIATE_AT(Place::edge, S) \
  HEXAD_INSTANTIATE_AT(Place::vertex, S)
HEXAD_INSTANTIATE(double)
HEXAD_INSTANTIATE(float)
HEXAD_INSTANTIATE(Dual<double>)

}  // namespace hexad
