#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hexad/grids/generate.hpp"
#include "hexad/io/case/date.hpp"
#include "hexad/io/case/initial_choice.hpp"
#include "hexad/io/case/response_choice.hpp"
#include "hexad/io/case/schema.hpp"
#include "hexad/io/case/vectors_choice.hpp"
#include "hexad/model/model.hpp"

namespace hexad {

/// A mesh read from an MPAS mesh file; a unit sphere is scaled to `radius` (m).
struct MeshFromFile {
  std::filesystem::path file;
  double radius = earth_radius;
};
using MeshChoice = std::variant<MeshFromFile, IcosahedralOptions, PlanarOptions>;

struct DiffusionChoice {
  double laplacian = 0;                ///< m2 s-1
  std::optional<double> biharmonic{};  ///< m4 s-1; none: from the spacing.
  bool scale_with_spacing = false;
};

struct ModelChoice {
  double gravity = 0;       ///< m s-2
  double rotation = 0;      ///< Of the sphere, Omega (s-1); a plane turns with f = 2 Omega.
  double thin_layer = 0;    ///< The run warns below this part of the mean depth.
  Parameters parameters{};  ///< Choices of the model; its time step is 0 until it is known.
  DiffusionChoice diffusion{0, 0.0, false};
};

struct TimeChoice {
  Scheme scheme = Scheme::fbrk32;
  bool automatic = false;  ///< Whether the step is found at setup (experiments/time_step.hpp).
  double courant = 0;      ///< That an automatic step keeps to; 0: what suits the scheme.
  double step = 0;         ///< s; 0 until an automatic step is known.
  double duration = 0;     ///< s
  long steps = 0;          ///< duration / step
  Date start;
  double courant_limit = 0;                ///< Past this the run is stopped.
  std::optional<double> wall_clock_limit;  ///< s
};

/// One history file: DIRECTORY/NAME.nc.
struct StreamChoice {
  std::string name;
  double interval = 0;  ///< s
  long steps = 0;       ///< interval / step
  std::vector<std::string> fields;
  bool mean = false;  ///< Over the states after each step of the interval.
  /// Spacing of a longitude-latitude grid (rad); the mesh's own places without.
  std::optional<double> longitude_latitude;
  bool single_precision = false;
  int compression = 0;  ///< Level of deflate, 0 (none) to 9.
};

struct RestartChoice {
  double interval = 0;  ///< s
  long steps = 0;       ///< interval / step
  int keep = 2;
};

struct OutputChoice {
  std::filesystem::path directory;
  std::vector<StreamChoice> streams;
  std::optional<RestartChoice> restart;  ///< Without it one is written only when a run is stopped.
};

/// Random fields; root mean squares and length of correlation, 0 for white noise.
struct RandomPerturbations {
  double thickness = 0;  ///< m
  double wind = 0;       ///< m s-1
  double length = 0;     ///< m
  int seed = 1;
};
/// Perturbations of each member from a file.
struct PerturbationFile {
  std::filesystem::path file;
};
struct PerturbationChoice {
  int first = 0;        ///< Number of the first member.
  bool control = true;  ///< Member 0 is not perturbed.
  std::variant<std::monostate, RandomPerturbations, PerturbationFile> kind;
};

/// A case, checked and complete.
struct Case {
  MeshChoice mesh;
  InitialChoice initial;
  std::optional<TopographyChoice> topography;
  ModelChoice model;
  TimeChoice time;
  OutputChoice output;
  std::vector<TracerChoice> tracers;
  int members = 1;
  PerturbationChoice perturbations;
  double window = 0;      ///< Of the tangent and adjoint commands (s).
  long window_steps = 0;  ///< window / step
  std::vector<ResponseChoice> responses;
  SensitivityChoice sensitivity;
  VectorsChoice vectors;
  Settings settings;   ///< Every key with its value, defaults filled in.
  std::string as_run;  ///< The same as YAML; can be run again as it is.
};

/// Settles the step of a case: every count of steps follows from it and from the intervals, and
/// `as_run` states it. InputErrors where an interval is not a whole number of steps.
void set_time_step(Case& run, double step);

/// An interval that must be a whole number of steps, by its key.
struct Interval {
  std::string key;
  double seconds;
};
std::vector<Interval> intervals_of(const Case& run);

/// The description of every key of a case file.
const Key& case_schema();

/// The mesh section alone, given as a tree (the command line of `grid create`). InputErrors.
MeshChoice read_mesh_choice(const YamlNode& section);

/// Reads, overrides and checks a case file. InputErrors with all its faults at once. `sections` are
/// those that may be left out and that the command needs: they count as there, with their defaults.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {},
               const std::vector<std::string>& sections = {});

}  // namespace hexad
