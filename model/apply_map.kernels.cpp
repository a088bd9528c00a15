#include "hexad/model/apply_map.hpp"

#include "hexad/core/launch.hpp"

namespace hexad {
namespace {

template <class S>
struct SumOfRow {
  const std::int64_t* row_start;
  const Index* column;
  const double* weight;
  const S* x;
  S* y;
  int members;

  HEXAD_FN void operator()(Index row, int member) const {
    S sum(real_of<S>(0));
    for (std::int64_t k = row_start[row]; k < row_start[row + 1]; ++k)
      sum += static_cast<real_of<S>>(weight[k]) *
             x[static_cast<std::ptrdiff_t>(column[k]) * members + member];
    y[static_cast<std::ptrdiff_t>(row) * members + member] = sum;
  }
};

}  // namespace

DeviceMap::DeviceMap(const Device& device, const LinearMap& map)
    : rows_(map.rows),
      columns_(map.columns),
      row_start_(device, map.row_start),
      column_(device, map.column),
      weight_(device, map.weight) {}

std::size_t DeviceMap::bytes() const {
  return row_start_.size() * sizeof(std::int64_t) + column_.size() * sizeof(Index) +
         weight_.size() * sizeof(double);
}

template <class S>
void DeviceMap::apply(const Array<S>& x, Array<S>& y, int members) const {
  const auto fits = [members](const Array<S>& array, Index entries) {
    return array.size() == static_cast<std::size_t>(entries) * static_cast<std::size_t>(members);
  };
  if (!fits(x, columns_) || !fits(y, rows_))
    throw RunError("a linear map was applied to fields of other sizes");
  for_each(weight_.device(), rows_, members,
           SumOfRow<S>{row_start_.pointer(), column_.pointer(), weight_.pointer(), x.pointer(),
                       y.pointer(), members});
}

template void DeviceMap::apply(const Array<double>&, Array<double>&, int) const;
template void DeviceMap::apply(const Array<float>&, Array<float>&, int) const;
template void DeviceMap::apply(const Array<Dual<double>>&, Array<Dual<double>>&, int) const;

}  // namespace hexad
