#pragma once

#include <cstdint>
#include <vector>

#include "hexad/adjoint/check.hpp"
#include "hexad/grids/mesh.hpp"
#include "hexad/model/registry.hpp"

namespace hexad {

/// Holds one operator to the promises of every kernel, on one mesh and device, with random inputs
/// that depend on global ids only. For each pair of input and output block on its own:
///   tangent against the dual-number run of forward, relative l2                        <= 1e-14
///   |<Ax,Ax> - <x,A'Ax>| / <Ax,Ax>                                                     <= 1e-14
///   |<Ax,y> - <x,A'y>| / (|Ax| |y|), y random                                          <= 1e-15
/// and: A 0 = 0 and A' 0 = 0 exactly; A (x1 + x2) = A x1 + A x2 to 1e-14; single precision agrees
/// with double to 2^-16. One Check for each statement, with the worst pair.
std::vector<Check> verify_operator(const OperatorEntry& entry, const Mesh& mesh,
                                   const Device& device, std::uint64_t seed);

/// Counts the values of forward, tangent and adjoint that are not the same bits with 1 and 2
/// threads, in reversed and shuffled order, on the mock device, and for each member of 8 (as packs
/// of 8, of 4, and singly) against the run alone; each must be 0.
std::vector<Check> verify_reproducible(const OperatorEntry& entry, const Mesh& mesh,
                                       std::uint64_t seed);

/// Forward, tangent and adjoint on a device against those on the host, relative l2 <= 1e-14: no
/// multiply-adds are fused on either, so they differ in divisions and roots at most.
std::vector<Check> verify_agreement(const OperatorEntry& entry, const Mesh& mesh,
                                    const Device& device, std::uint64_t seed);

}  // namespace hexad
