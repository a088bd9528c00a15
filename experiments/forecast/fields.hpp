#pragma once

#include <map>
#include <string>
#include <vector>

#include "hexad/model/model.hpp"

namespace hexad {

/// Makes the fields of a state by the names that they have in files, where the state lives, each
/// when it is asked for.
class FieldSource {
 public:
  /// `tracers`: names of the tracers of the states.
  FieldSource(Domain& domain, const Environment<double>& environment,
              std::vector<std::string> tracers = {})
      : domain_(domain), environment_(environment), tracers_(std::move(tracers)) {}

  /// From here on the fields are those of this state, which must stay as it is meanwhile.
  void look_at(const State<double>& state);

  /// Values of a field (io/field_info.hpp) or the concentration phi of a tracer, entity by entity,
  /// member innermost. Valid until the next `look_at`. RunError where no such field is known.
  const Array<double>& field(const std::string& name);

 private:
  struct Kept {
    Array<double> values;
    bool fresh = false;
  };
  Array<double>& room(const std::string& name, Place place);
  void make(const std::string& name);
  void make_wind();

  Domain& domain_;
  const Environment<double>& environment_;
  std::vector<std::string> tracers_;
  const State<double>* state_ = nullptr;
  std::map<std::string, Kept> kept_;  // memory stays for the next state
};

/// sum += x, value by value.
void add_values(const Array<double>& x, Array<double>& sum);

}  // namespace hexad
