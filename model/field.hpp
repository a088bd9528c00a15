#pragma once

#include <span>
#include <vector>

#include "hexad/core/array.hpp"
#include "hexad/core/types.hpp"
#include "hexad/core/value_types.hpp"
#include "hexad/core/view.hpp"

namespace hexad {

/// `members` independent values of scalar type S per entity of place P, member innermost, in the
/// memory of one device. The place is part of the type: a field on cells cannot be passed where
/// one on edges is wanted.
template <Place P, class S>
class Field {
 public:
  Field() = default;
  Field(const Device& device, Index entities, int members = 1)
      : entities_(entities),
        members_(members),
        values_(device, static_cast<std::size_t>(entities) * static_cast<std::size_t>(members)) {}
  /// From values on the host, entity by entity, member innermost.
  Field(const Device& device, std::span<const S> values, int members = 1)
      : entities_(static_cast<Index>(values.size() / static_cast<std::size_t>(members))),
        members_(members),
        values_(device, values) {}

  [[nodiscard]] Index entities() const { return entities_; }
  [[nodiscard]] int members() const { return members_; }
  [[nodiscard]] const Device& device() const { return values_.device(); }
  [[nodiscard]] std::size_t bytes() const { return values_.size() * sizeof(S); }
  [[nodiscard]] const Array<S>& values() const { return values_; }
  [[nodiscard]] Array<S>& values() { return values_; }
  [[nodiscard]] std::vector<S> to_host() const { return values_.to_host(); }

  /// Views for kernels of value type T, which takes width_of<T> members at a time.
  template <class T = S>
  [[nodiscard]] In<P, T> in() const {
    return {reinterpret_cast<const T*>(values_.pointer()), lanes<T>()};
  }
  template <class T = S>
  [[nodiscard]] Out<P, T> out() {
    return {reinterpret_cast<T*>(values_.pointer()), lanes<T>()};
  }

 private:
  template <class T>
  [[nodiscard]] int lanes() const {
    static_assert(std::is_same_v<scalar_of<T>, S>);
    if (members_ % width_of<T> != 0)
      throw RunError("the number of members is not a multiple of the pack's width");
    return members_ / width_of<T>;
  }

  Index entities_ = 0;
  int members_ = 1;
  Array<S> values_;
};

template <class S>
using CellField = Field<Place::cell, S>;
template <class S>
using EdgeField = Field<Place::edge, S>;
template <class S>
using VertexField = Field<Place::vertex, S>;

/// A copy of a field, on the same or another device.
template <Place P, class S>
[[nodiscard]] Field<P, S> copy_of(const Field<P, S>& field, const Device& device) {
  Field<P, S> result(device, field.entities(), field.members());
  copy(field.values(), result.values());
  return result;
}
template <Place P, class S>
[[nodiscard]] Field<P, S> copy_of(const Field<P, S>& field) {
  return copy_of(field, field.device());
}

}  // namespace hexad
