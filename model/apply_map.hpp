#pragma once

#include "hexad/grids/linear_map.hpp"
#include "hexad/model/field.hpp"

namespace hexad {

/// A linear map on a device, applied to fields and arrays there. The transpose is another one,
/// made of `map.transposed()`: both are gathers.
class DeviceMap {
 public:
  DeviceMap(const Device& device, const LinearMap& map);

  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] std::size_t bytes() const;

  /// y = A x, each row a sum in the order of its entries; `members` values per entry of x and y,
  /// innermost. On the same device as the map. The same bits as LinearMap::apply for S = double.
  template <class S>
  void apply(const Array<S>& x, Array<S>& y, int members = 1) const;
  template <Place P, Place Q, class S>
  void apply(const Field<P, S>& x, Field<Q, S>& y) const {
    apply(x.values(), y.values(), x.members());
  }

 private:
  Index rows_, columns_;
  Array<std::int64_t> row_start_;
  Array<Index> column_;
  Array<double> weight_;
};

}  // namespace hexad
