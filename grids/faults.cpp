#include "hexad/grids/faults.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <numbers>
#include <optional>
#include <sstream>

namespace hexad {
namespace {

bool finite(Vec3 p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

std::optional<Vec3> position_in(const std::vector<Vec3>& positions, Index entity) {
  if (entity < 0 || static_cast<std::size_t>(entity) >= positions.size()) return {};
  if (!finite(positions[entity])) return {};
  return positions[entity];
}

template <std::size_t N>
std::optional<Vec3> position_of_first(const Mesh& mesh,
                                      const std::vector<std::array<Index, N>>& cells,
                                      Index entity) {
  if (static_cast<std::size_t>(entity) >= cells.size()) return {};
  for (const Index cell : cells[entity])
    if (const auto p = position_in(mesh.cell_position, cell)) return p;
  return {};
}

/// The entity's own position, or that of a cell that it touches.
std::optional<Vec3> position_of(const Mesh& mesh, Place place, Index entity) {
  switch (place) {
    case Place::cell:
      return position_in(mesh.cell_position, entity);
    case Place::edge:
      if (const auto p = position_in(mesh.edge_position, entity)) return p;
      return position_of_first(mesh, mesh.cells_on_edge, entity);
    case Place::vertex:
      if (const auto p = position_in(mesh.vertex_position, entity)) return p;
      return position_of_first(mesh, mesh.cells_on_vertex, entity);
  }
  return {};
}

}  // namespace

std::string name_of(const Mesh& mesh, Place place, Index entity) {
  const auto& ids = place == Place::cell   ? mesh.cell_id
                    : place == Place::edge ? mesh.edge_id
                                           : mesh.vertex_id;
  const bool known = static_cast<std::size_t>(entity) < ids.size();
  return std::string(to_string(place)) + " " + std::to_string((known ? ids[entity] : entity) + 1);
}

std::string place_of(const Mesh& mesh, Place place, Index entity) {
  const auto position = position_of(mesh, place, entity);
  if (!position) return {};
  std::ostringstream text;
  text << std::fixed << std::setprecision(3);
  if (mesh.geometry == Geometry::plane) {
    text << "x " << position->x << ", y " << position->y << " m";
  } else {
    constexpr double degrees = 180.0 / std::numbers::pi;
    const auto [longitude, latitude] = longitude_latitude(*position);
    text << "latitude " << degrees * latitude << ", longitude " << degrees * longitude
         << " degrees";
  }
  return text.str();
}

void Faults::add(Place place, Index entity, const std::string& does, const std::string& remedy) {
  const auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) {
    return !k.whole && k.place == place && k.does == does;
  });
  if (kind == kinds_.end()) {
    kinds_.push_back({false, place, does, remedy, entity, entity, 1});
  } else if (kind->latest != entity) {
    kind->latest = entity;
    ++kind->count;
  }
}

void Faults::add(const std::string& problem, const std::string& remedy) {
  kinds_.push_back({true, Place::cell, problem, remedy, 0, 0, 1});
}

void Faults::merge(const Faults& later) {
  for (const Kind& more : later.kinds_) {
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) {
      return !k.whole && !more.whole && k.place == more.place && k.does == more.does;
    });
    if (kind == kinds_.end()) {
      kinds_.push_back(more);
    } else {
      kind->count += more.count;
      kind->latest = more.latest;
    }
  }
}

std::vector<InputError> Faults::errors() const {
  std::vector<InputError> errors;
  for (const Kind& kind : kinds_) {
    if (kind.whole) {
      errors.emplace_back(kind.does, "", kind.remedy);
      continue;
    }
    std::string problem = name_of(mesh_, kind.place, kind.first) + " " + kind.does;
    if (kind.count > 1) problem += " (the first of " + std::to_string(kind.count) + ")";
    errors.emplace_back(problem, place_of(mesh_, kind.place, kind.first), kind.remedy);
  }
  return errors;
}

}  // namespace hexad
