#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hexad/grids/mesh.hpp"
#include "hexad/io/case/date.hpp"

namespace hexad {

/// A state on the mesh that it was made on, one member, in the order of the file.
struct FileState {
  Mesh mesh;
  std::vector<double> thickness;            ///< At cells (m).
  std::vector<double> velocity;             ///< u_e at edges (m/s); empty where there is none,
  std::vector<double> eastward, northward;  ///< then the wind at cells (m/s).
  std::vector<double> topography;           ///< At cells (m); empty where it is not known.
  std::map<std::string, std::vector<double>> tracers;  ///< phi at cells.
};

/// What to take from a history. What is not given is the last time, the first member.
struct StateRequest {
  std::filesystem::path file;
  std::optional<Date> time;
  int member = 1;  ///< Counted from 1.
  std::vector<std::string> tracers;
};

/// Whether the file holds the mesh beside its fields, as a history does and a restart does not.
bool has_mesh(const std::filesystem::path& file);

/// Reads a state from a history (io/history.hpp): its mesh; thickness; normal_velocity, else
/// eastward_wind and northward_wind; topography, else surface_height, where one of them is there.
/// InputError: a missing variable, time or member, a value that is no number.
FileState read_history_state(const StateRequest& request);

}  // namespace hexad
