#include "hexad/io/case/vectors_keys.hpp"

#include "hexad/io/case/region_keys.hpp"

namespace hexad {

Key vectors_key() {
  return section_key(
             "vectors",
             "Leading singular vectors of the window, for hexad vectors: the perturbations of the "
             "initial state that grow most, from the initial to the final norm.",
             {integer_key("count", "How many are wanted.").defaults_to("5").between(1, 1000),
              integer_key("block",
                          "Vectors that the tangent and the adjoint model are applied to at once. "
                          "1: the method of Lanczos, fewest runs; several: a blocked randomised "
                          "method that runs them as members, least time.")
                  .defaults_to("4")
                  .between(1, 256),
              integer_key("iterations",
                          "Runs of the tangent and the adjoint model with a block, at most.")
                  .defaults_to("50")
                  .between(1, 100000),
              number_key("tolerance", Dimension::none,
                         "The search ends when each |A v - sigma^2 v| / sigma^2 is below.")
                  .defaults_to("1e-3")
                  .positive(),
              integer_key("seed", "Of the vectors that the search starts from.")
                  .defaults_to("1")
                  .at_least(0),
              number_key("amplitude", Dimension::speed,
                         "Of what is written: each initial structure is scaled until the largest "
                         "velocity along the normals of edges is this, the evolved one with it.")
                  .defaults_to("1 m/s")
                  .positive(),
              section_key("initial", "What the perturbations are measured by at the start.",
                          {word_key("norm", {"energy"},
                                    "energy: total energy about a layer at rest of the mean depth.")
                               .defaults_to("energy"),
                           region_key("Where they may start; outside they are zero. The whole mesh "
                                      "where it is not given.")}),
              section_key("final", "What they are measured by at the end of the window.",
                          {word_key("norm", {"energy", "enstrophy"},
                                    "energy: total energy about a layer at rest of the mean depth; "
                                    "enstrophy: half the square of relative vorticity.")
                               .defaults_to("energy"),
                           region_key("Where they are measured. The whole mesh where it is not "
                                      "given.")})})
      .optional();
}

VectorsChoice vectors_choice(const Settings& s) {
  VectorsChoice choice;
  if (!s.has("vectors")) return choice;
  choice.count = s.integer("vectors.count");
  choice.block = s.integer("vectors.block");
  choice.iterations = s.integer("vectors.iterations");
  choice.tolerance = s.number("vectors.tolerance");
  choice.seed = static_cast<std::uint64_t>(s.integer("vectors.seed"));
  choice.amplitude = s.number("vectors.amplitude");
  if (s.is_word("vectors.final.norm", "enstrophy")) choice.final_norm = NormKind::enstrophy;
  choice.initial_region = region_choice(s, "vectors.initial.region");
  choice.final_region = region_choice(s, "vectors.final.region");
  return choice;
}

void check_vectors(const Settings& s, std::vector<InputError>& faults) {
  for (const char* key : {"vectors.initial.region", "vectors.final.region"})
    if (s.has(key)) check_region(s, key, faults);
}

}  // namespace hexad
