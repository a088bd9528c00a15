#include "hexad/adjoint/operator_run.hpp"

#include <algorithm>
#include <span>

namespace hexad {
namespace {

using Blocks = OperatorRun::Blocks;

template <class S>
AnyField<S> to_field(const Device& device, const HostBlock& block, const std::vector<S>& values,
                     int members) {
  const std::span<const S> view(values);
  switch (block.place) {
    case Place::cell:
      return CellField<S>(device, view, members);
    case Place::edge:
      return EdgeField<S>(device, view, members);
    case Place::vertex:
      return VertexField<S>(device, view, members);
  }
  throw RunError("a block has no such place");
}

/// Puts inputs on the device, calls, and fetches the outputs.
template <class S>
std::vector<std::vector<S>> call(Domain& domain, void (*function)(Domain&, Arguments<S>),
                                 std::vector<AnyField<S>> inputs, const std::vector<Place>& outputs,
                                 int members) {
  std::vector<AnyField<S>> results;
  for (const Place place : outputs)
    results.push_back(make_field<S>(domain.device(), domain.mesh(), place, members));
  std::vector<AnyField<S>*> arguments;
  for (auto& field : inputs) arguments.push_back(&field);
  for (auto& field : results) arguments.push_back(&field);
  function(domain, arguments);
  std::vector<std::vector<S>> values;
  for (const auto& field : results)
    values.push_back(std::visit([](const auto& f) { return f.to_host(); }, field));
  return values;
}

Blocks call_real(Domain& domain, void (*function)(Domain&, Arguments<double>),
                 const std::vector<const Blocks*>& groups, const std::vector<Place>& outputs,
                 int members) {
  std::vector<AnyField<double>> inputs;
  for (const auto* group : groups)
    for (const auto& block : *group)
      inputs.push_back(to_field(domain.device(), block, block.values, members));
  auto values = call<double>(domain, function, std::move(inputs), outputs, members);
  Blocks result;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    result.push_back({outputs[k], std::move(values[k])});
  return result;
}

}  // namespace

std::vector<std::size_t> OperatorRun::active() const {
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < entry_.info.inputs.size(); ++j)
    if (entry_.info.inputs[j].active) result.push_back(j);
  return result;
}

std::vector<Place> OperatorRun::active_places() const {
  std::vector<Place> places;
  for (const auto j : active()) places.push_back(entry_.input_places[j]);
  return places;
}

Blocks OperatorRun::forward(const Blocks& x) const {
  return call_real(domain_, calls_.forward, {&x}, entry_.output_places, members_);
}

Blocks OperatorRun::tangent(const Blocks& x, const Blocks& dx) const {
  if (entry_.linear) return forward(dx);
  return call_real(domain_, calls_.tangent, {&x, &dx}, entry_.output_places, members_);
}

Blocks OperatorRun::adjoint(const Blocks& x, const Blocks& y) const {
  if (entry_.linear) return call_real(domain_, calls_.adjoint, {&y}, active_places(), members_);
  return call_real(domain_, calls_.adjoint, {&x, &y}, active_places(), members_);
}

Blocks OperatorRun::dual(const Blocks& x, const Blocks& dx) const {
  std::vector<AnyField<Dual<double>>> inputs;
  const auto perturbed = active();
  for (std::size_t j = 0; j < x.size(); ++j) {
    std::vector<Dual<double>> values(x[j].values.begin(), x[j].values.end());
    const auto place = std::find(perturbed.begin(), perturbed.end(), j);
    if (place != perturbed.end())
      for (std::size_t n = 0; n < values.size(); ++n)
        values[n].tangent = dx[static_cast<std::size_t>(place - perturbed.begin())].values[n];
    inputs.push_back(to_field(domain_.device(), x[j], values, 1));
  }
  const auto outputs =
      call<Dual<double>>(domain_, entry_.dual.forward, std::move(inputs), entry_.output_places, 1);
  Blocks result;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    HostBlock block{entry_.output_places[k], {}};
    for (const auto& value : outputs[k]) block.values.push_back(value.tangent);
    result.push_back(std::move(block));
  }
  return result;
}

Blocks OperatorRun::single(const Blocks& x) const {
  std::vector<AnyField<float>> inputs;
  for (const auto& block : x) {
    std::vector<float> values;
    for (const double value : block.values) values.push_back(static_cast<float>(value));
    inputs.push_back(to_field(domain_.device(), block, values, 1));
  }
  const auto outputs =
      call<float>(domain_, entry_.single.forward, std::move(inputs), entry_.output_places, 1);
  Blocks result;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    result.push_back({entry_.output_places[k], {outputs[k].begin(), outputs[k].end()}});
  return result;
}

Blocks OperatorRun::draw_inputs(std::uint64_t seed, int first_member) const {
  Blocks blocks;
  for (std::size_t j = 0; j < entry_.info.inputs.size(); ++j) {
    const auto& input = entry_.info.inputs[j];
    blocks.push_back(draw(domain_.mesh(), entry_.input_places[j], input.mean, input.spread,
                          "input " + input.name, seed, members_, first_member));
  }
  return blocks;
}

Blocks OperatorRun::draw_perturbations(std::uint64_t seed, int first_member) const {
  Blocks blocks;
  for (const auto j : active()) {
    const auto& input = entry_.info.inputs[j];
    blocks.push_back(draw(domain_.mesh(), entry_.input_places[j], 0, input.spread,
                          "perturbation " + input.name, seed, members_, first_member));
  }
  return blocks;
}

Blocks OperatorRun::draw_outputs(std::uint64_t seed, int first_member) const {
  Blocks blocks;
  for (std::size_t k = 0; k < entry_.info.outputs.size(); ++k)
    blocks.push_back(draw(domain_.mesh(), entry_.output_places[k], 0, 1,
                          "adjoint " + entry_.info.outputs[k].name, seed, members_, first_member));
  return blocks;
}

Blocks only(Blocks blocks, std::size_t kept) {
  for (std::size_t j = 0; j < blocks.size(); ++j)
    if (j != kept) std::fill(blocks[j].values.begin(), blocks[j].values.end(), 0.0);
  return blocks;
}

}  // namespace hexad
