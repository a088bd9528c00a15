#pragma once

#include <string>
#include <vector>

#include "hexad/core/error.hpp"
#include "hexad/grids/mesh.hpp"

namespace hexad {

/// Collects the faults of a mesh: of each kind the first offender and how many there are.
class Faults {
 public:
  explicit Faults(const Mesh& mesh) : mesh_(mesh) {}

  /// Notes that an entity `does` something wrong, as in "lists its edges clockwise". The text is
  /// the kind: entities of one place with the same text are counted together, each once when its
  /// faults of that kind come one after another.
  void add(Place place, Index entity, const std::string& does, const std::string& remedy = {});
  /// Notes a fault of the mesh as a whole.
  void add(const std::string& problem, const std::string& remedy = {});

  /// Adds what was found in a later part of the mesh, as if it had been found here.
  void merge(const Faults& later);

  [[nodiscard]] bool none() const { return kinds_.empty(); }
  [[nodiscard]] std::vector<InputError> errors() const;

 private:
  struct Kind {
    bool whole;
    Place place;
    std::string does, remedy;
    Index first, latest, count;
  };
  const Mesh& mesh_;
  std::vector<Kind> kinds_;
};

/// "cell 12", numbered as in the user's file, from 1.
std::string name_of(const Mesh& mesh, Place place, Index entity);

/// "latitude 12.345, longitude 67.890 degrees", or x and y on a plane; empty where no position is
/// known.
std::string place_of(const Mesh& mesh, Place place, Index entity);

}  // namespace hexad
