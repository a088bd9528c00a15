#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hexad/model/context.hpp"
#include "hexad/model/field.hpp"

namespace hexad {

/// An input or output of an operator. `mean` and `spread` are typical of its values (SI): the
/// generic tests draw mean + spread * uniform(-1, 1). A passive input is not differentiated.
struct Block {
  std::string name;
  double mean = 0, spread = 1;
  bool active = true;
};

/// A choice of the model's parameters under which an operator is verified; the time step is set to
/// suit the mesh.
struct OperatorVariant {
  std::string name;
  Parameters parameters;
};

/// What an operator says of itself.
struct OperatorInfo {
  std::string name;
  std::string formula;
  std::vector<Block> inputs, outputs;
  int depth = 1;                               ///< Rings of neighbours that it reads.
  std::vector<OperatorVariant> variants = {};  ///< None: the standard parameters.
};

/// A field whose place is known at run time only.
template <class S>
using AnyField = std::variant<CellField<S>, EdgeField<S>, VertexField<S>>;

template <class S>
[[nodiscard]] AnyField<S> make_field(const Device& device, const Mesh& mesh, Place place,
                                     int members) {
  switch (place) {
    case Place::cell:
      return CellField<S>(device, mesh.cells, members);
    case Place::edge:
      return EdgeField<S>(device, mesh.edges, members);
    case Place::vertex:
      return VertexField<S>(device, mesh.vertices, members);
  }
  throw RunError("a field has no such place");
}

/// Fields in the order in which an operator takes them.
template <class S>
using Arguments = std::span<AnyField<S>* const>;

/// One operator for one value type, on fields of scalar S.
///   forward: inputs, outputs
///   tangent: inputs, d(active inputs), d(outputs)        (linear: as forward)
///   adjoint: inputs, adjoint of outputs, adjoint of active inputs    (linear: without inputs)
template <class S>
struct Calls {
  void (*forward)(Domain&, Arguments<S>) = nullptr;
  void (*tangent)(Domain&, Arguments<S>) = nullptr;
  void (*adjoint)(Domain&, Arguments<S>) = nullptr;
};

/// An operator with everything that the generic tests need to hold it.
struct OperatorEntry {
  OperatorInfo info;
  std::string name;       ///< "tendency (apvm)": the operator's, with that of the variant.
  Parameters parameters;  ///< Of the variant.
  std::vector<Place> input_places, output_places;
  bool linear = false;

  Calls<double> real, pack;  ///< pack: four members at a time, their number a multiple of it.
  Calls<float> single;
  Calls<Dual<double>> dual;
};

/// All operators, in the order of registration. Filled by the `register_...` function of each
/// floor; there are no static initialisers, which a static library would drop.
class Registry {
 public:
  /// One entry, or one for each of its variants.
  void add(const OperatorEntry& entry);
  [[nodiscard]] const std::vector<OperatorEntry>& entries() const { return entries_; }
  /// The operator of that name, its first variant where none is named; InputError naming those that
  /// exist.
  [[nodiscard]] const OperatorEntry& find(const std::string& name) const;

 private:
  std::vector<OperatorEntry> entries_;
};

/// Registers every operator of `model` (the list in model/CMakeLists.txt).
void register_model(Registry& registry);

}  // namespace hexad
