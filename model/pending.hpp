#pragma once

#include <optional>

#include "hexad/model/combine.hpp"

namespace hexad {

// Sums and updates (sums.hpp) carried out as passes of their own over the whole mesh, where an
// operator does not run block by block.

/// The value of a sum: the field itself where it is but one, else a temporary.
template <Place P, class T>
class SummedField {
 public:
  SummedField(const Context<T>& c, const Sum<P, T>& sum) {
    const auto& [first, second, third] = sum.terms;
    if (sum.count == 0) return;
    if (sum.count == 1 && first.a == real_of<T>(1)) {
      value_ = first.x;
      return;
    }
    scratch_.emplace(c.workspace, c.template count<P>(), sum.lanes());
    const Out<P, T> result = scratch_->out();
    if (sum.count == 1) scale(c, first.a, first.x, result);
    if (sum.count == 2) combine(c, first.a, first.x, second.a, second.x, result);
    if (sum.count == 3) combine3(c, first, second, third, result);
    value_ = result;
  }
  [[nodiscard]] In<P, T> in() const { return value_; }

 private:
  std::optional<Scratch<P, T>> scratch_;
  In<P, T> value_;
};

template <class T>
class Summed {
 public:
  Summed(const Context<T>& c, const StateSum<T>& x)
      : thickness_(c, x.thickness), velocity_(c, x.velocity) {}
  [[nodiscard]] StateIn<T> state() const { return {thickness_.in(), velocity_.in()}; }

 private:
  SummedField<Place::cell, T> thickness_;
  SummedField<Place::edge, T> velocity_;
};
template <class T>
class SummedRates {
 public:
  SummedRates(const Context<T>& c, const RatesSum<T>& y)
      : thickness_(c, y.thickness), velocity_(c, y.velocity), mass_flux_(c, y.mass_flux) {}
  [[nodiscard]] RatesIn<T> rates() const {
    return {thickness_.in(), velocity_.in(), mass_flux_.in()};
  }

 private:
  SummedField<Place::cell, T> thickness_;
  SummedField<Place::edge, T> velocity_, mass_flux_;
};

/// Where a computed field goes until `finish` carries out what becomes of it: to the result itself
/// where that is all, else to a temporary; nowhere where nothing becomes of it.
template <Place P, class T>
class PendingField {
 public:
  PendingField(const Context<T>& c, int lanes, const Updates<P, T>& updates)
      : c_(c), updates_(updates) {
    if (!updates.exists()) return;
    const Update<P, T>& only = updates.items[0];
    direct_ = updates.count == 1 && !only.others.exists() && only.a == real_of<T>(1);
    if (!direct_) scratch_.emplace(c.workspace, c.template count<P>(), lanes);
    out_ = direct_ ? only.result : scratch_->out();
  }
  [[nodiscard]] Out<P, T> out() const { return out_; }
  void finish() const {
    if (direct_) return;
    for (int n = 0; n < updates_.count; ++n) carry_out(updates_.items[n]);
  }

 private:
  void carry_out(const Update<P, T>& update) const {
    const auto& [x, y, unused] = update.others.terms;
    if (update.others.count == 0) scale(c_, update.a, out_, update.result);
    if (update.others.count == 1) combine(c_, x.a, x.x, update.a, out_, update.result);
    if (update.others.count == 2) combine3(c_, x, y, {update.a, out_}, update.result);
  }

  const Context<T>& c_;
  Updates<P, T> updates_;
  bool direct_ = false;
  std::optional<Scratch<P, T>> scratch_;
  Out<P, T> out_;
};

template <class T>
class Pending {
 public:
  Pending(const Context<T>& c, int lanes, const RatesUpdates<T>& to)
      : thickness_(c, lanes, to.thickness),
        velocity_(c, lanes, to.velocity),
        mass_flux_(c, lanes, to.mass_flux) {}
  [[nodiscard]] RatesOut<T> out() const {
    return {thickness_.out(), velocity_.out(), mass_flux_.out()};
  }
  [[nodiscard]] StateOut<T> state() const { return {thickness_.out(), velocity_.out()}; }
  void finish() const {
    thickness_.finish();
    velocity_.finish();
    mass_flux_.finish();
  }

 private:
  PendingField<Place::cell, T> thickness_;
  PendingField<Place::edge, T> velocity_, mass_flux_;
};

/// The updates of a field that is zero.
template <Place P, class T>
void update_with_zero(const Context<T>& c, int lanes, const Updates<P, T>& updates) {
  const PendingField<P, T> zero(c, lanes, updates);
  if (zero.out().exists()) set_to_zero(c, zero.out());
  zero.finish();
}

}  // namespace hexad
