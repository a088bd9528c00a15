#pragma once

#include <vector>

#include "hexad/experiments/initial/initial.hpp"

namespace hexad {

/// The ground of a case (m) at cells: the file's mean over each cell, clipped at sea level,
/// smoothed, multiplied by the scale. InputError on a plane, or what read_topography finds.
std::vector<double> ground_of(const Mesh& mesh, const TopographyChoice& choice, int threads = 0);

/// Smooths values at cells by diffusion, to those of a convolution with a Gaussian of standard
/// deviation L = `length` (m) in each direction: steps of
///   b_i += tau (D G b)_i = (tau / A_i) sum_e (l_e / d_e) (b_j - b_i),   sum of tau = L^2 / 2,
/// with tau so short that every step is a mean with positive weights. No new extremes, and the
/// integral over the mesh stays what it is to round-off. Its cost grows with (L / spacing)^2.
std::vector<double> smoothed(const Mesh& mesh, std::vector<double> values, double length,
                             int threads = 0);

/// Puts a flow on a ground: its surface h + b stays where it is.
void lay_on(InitialFlow& flow, const std::vector<double>& ground);

/// InputError naming the place where a layer has no thickness; a warning in the flow where it is
/// thinner than `thin` times its mean.
void check_layer(const Mesh& mesh, InitialFlow& flow, double thin);

}  // namespace hexad
