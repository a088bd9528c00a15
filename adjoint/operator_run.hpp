#pragma once

#include <vector>

#include "hexad/adjoint/host_block.hpp"

namespace hexad {

/// Runs an operator of the registry on blocks that live on the host.
class OperatorRun {
 public:
  using Blocks = std::vector<HostBlock>;

  OperatorRun(const OperatorEntry& entry, Domain& domain, int members = 1, int width = 1)
      : entry_(entry),
        domain_(domain),
        members_(members),
        calls_(width == 4 ? entry.pack : entry.real) {}

  [[nodiscard]] Blocks forward(const Blocks& x) const;
  [[nodiscard]] Blocks tangent(const Blocks& x, const Blocks& dx) const;
  [[nodiscard]] Blocks adjoint(const Blocks& x, const Blocks& y) const;
  /// The tangent by dual numbers through forward (one member).
  [[nodiscard]] Blocks dual(const Blocks& x, const Blocks& dx) const;
  /// Forward in single precision (one member).
  [[nodiscard]] Blocks single(const Blocks& x) const;

  /// Random blocks: inputs as the operator describes them, perturbations and output adjoints
  /// uniform with the spread of the inputs and 1.
  [[nodiscard]] Blocks draw_inputs(std::uint64_t seed, int first_member = 0) const;
  [[nodiscard]] Blocks draw_perturbations(std::uint64_t seed, int first_member = 0) const;
  [[nodiscard]] Blocks draw_outputs(std::uint64_t seed, int first_member = 0) const;

  /// The active inputs, by their place in the list of inputs.
  [[nodiscard]] std::vector<std::size_t> active() const;
  [[nodiscard]] std::vector<Place> active_places() const;

 private:
  const OperatorEntry& entry_;
  Domain& domain_;
  int members_;
  Calls<double> calls_;
};

/// The blocks with all but one set to zero.
OperatorRun::Blocks only(OperatorRun::Blocks blocks, std::size_t kept);

}  // namespace hexad
