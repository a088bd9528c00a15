#include "hexad/io/case/case.hpp"
#include "hexad/io/case/initial_keys.hpp"
#include "hexad/io/case/response_keys.hpp"
#include "hexad/io/case/vectors_keys.hpp"

namespace hexad {
namespace {

Key mesh_key() {
  return choice_key(
             "mesh", "The grid: one of file, icosahedral or planar.",
             {file_key("file", "An MPAS mesh file.").alternative(),
              section_key(
                  "icosahedral", "A mesh made from the icosahedron.",
                  {integer_key("level",
                               "Bisections: 10 root_division^2 4^level + 2 cells "
                               "(5: 10,242 cells of 240 km; 6: 40,962 of 120 km).")
                       .required()
                       .between(0, 12),
                   integer_key("root_division",
                               "Parts into which each edge of the icosahedron is cut "
                               "before the bisections.")
                       .defaults_to("1")
                       .between(1, 64),
                   word_key("optimise", {"lloyd", "none"},
                            "lloyd: relaxed to a centroidal Voronoi mesh.")
                       .defaults_to("lloyd"),
                   number_key("tolerance", Dimension::none,
                              "The relaxation ends when each cell is nearer to its centroid "
                              "than this part of the spacing.")
                       .defaults_to("1e-7")
                       .positive(),
                   integer_key("max_iterations", "Iterations at each level at most.")
                       .defaults_to("2000")
                       .at_least(0)})
                  .alternative(),
              section_key(
                  "planar", "A doubly periodic plane of regular hexagons.",
                  {integer_key("nx", "Cells in a row.").defaults_to("64").between(4, 100000),
                   integer_key("ny", "Rows, an even number.").defaults_to("64").between(4, 100000),
                   number_key("spacing", Dimension::length, "Distance between cell centres.")
                       .defaults_to("1 km")
                       .positive()})
                  .alternative(),
              number_key("radius", Dimension::length,
                         "Of the sphere; a mesh file on the unit sphere is scaled to it.")
                  .defaults_to("6371220 m")
                  .positive()
                  .with({"file", "icosahedral"})})
      .required();
}

Key diffusion_key() {
  return section_key(
      "diffusion", "Diffusion of the wind.",
      {number_key("laplacian", Dimension::viscosity, "Coefficient of the Laplacian; 0 for none.")
           .defaults_to("0")
           .at_least(0),
       number_key("biharmonic", Dimension::hyperviscosity,
                  "Coefficient of the biharmonic; 0 for none. auto: 0.05 m/s times the third power "
                  "of the local spacing.")
           .or_word("auto")
           .defaults_to("0")
           .at_least(0),
       flag_key(
           "scale_with_spacing",
           "Whether the coefficients fall with the local spacing on a mesh of variable "
           "resolution: the Laplacian's with its first power, the biharmonic's with its third; "
           "what is given is then that of the mean spacing.")
           .defaults_to("false")});
}

Key tracer_transport_key() {
  return section_key(
      "tracer_transport", "How tracers are carried.",
      {word_key("flux", {"centred", "upwind"},
                "Value at an edge: the mean of two cells, or third-order upwind-biased.")
           .defaults_to("upwind"),
       word_key("limiter", {"none", "monotone"}, "monotone: no new extremum arises.")
           .defaults_to("none")});
}

Key model_key() {
  return section_key("model", "Constants of the model.",
                     {number_key("gravity", Dimension::acceleration, "Acceleration of gravity.")
                          .defaults_to("9.80616")
                          .positive(),
                      number_key("rotation", Dimension::rate,
                                 "Rotation rate Omega of the sphere; f = 2 Omega sin(latitude), "
                                 "and f = 2 Omega on a plane.")
                          .defaults_to("7.292e-5"),
                      word_key("wind", {"predicted", "prescribed"},
                               "prescribed: the wind stays as it is at the start; thickness and "
                               "tracers are carried by it.")
                          .defaults_to("predicted"),
                      word_key("potential_vorticity", {"energy", "enstrophy", "apvm"},
                               "Form of the vorticity flux: energy conserves energy, enstrophy "
                               "potential enstrophy, apvm anticipates potential vorticity, which "
                               "dissipates potential enstrophy and not energy.")
                          .defaults_to("energy"),
                      number_key("anticipation", Dimension::none,
                                 "apvm: the time by which potential vorticity is anticipated, in "
                                 "steps.")
                          .defaults_to("0.5")
                          .at_least(0),
                      number_key("thin_layer", Dimension::none,
                                 "The run warns, once, where the layer gets thinner than this part "
                                 "of its mean depth at the start.")
                          .defaults_to("0.05")
                          .between(0, 1),
                      diffusion_key(), tracer_transport_key()});
}

Key time_key() {
  return section_key(
      "time", "Time stepping.",
      {word_key(
           "scheme", {"fbrk32", "rk4", "ssprk3"},
           "fbrk32: forward-backward Runge-Kutta, second order, three stages, reaches a day "
           "cheapest; rk4: classical, fourth order; ssprk3: strong-stability-preserving, third "
           "order.")
           .defaults_to("fbrk32"),
       number_key("dt", Dimension::time,
                  "Length of a step; fixed over the run. auto: the longest that keeps to 'courant' "
                  "at the start and goes a whole number of times into every interval.")
           .or_word("auto")
           .defaults_to("auto")
           .positive(),
       number_key("courant", Dimension::none,
                  "dt: auto: Courant number of gravity wave and wind that is kept to. auto: three "
                  "quarters of what the scheme bears.")
           .or_word("auto")
           .defaults_to("auto")
           .positive(),
       number_key("duration", Dimension::time, "Length of the run, a whole number of steps.")
           .required()
           .positive(),
       number_key("window", Dimension::time,
                  "From the start to where the tangent and adjoint commands end (gradients, "
                  "singular vectors, tangent runs), a whole number of steps; as long as the run "
                  "where it is not given.")
           .positive(),
       date_key("start", "Date of the initial state.").defaults_to("2000-01-01T00:00:00"),
       number_key("wall_clock_limit", Dimension::time,
                  "The run writes a restart and ends in time before it has lasted so long; "
                  "`--resume` goes on.")
           .positive(),
       number_key("courant_limit", Dimension::none,
                  "The run stops when the Courant number of gravity wave and wind passes this.")
           .defaults_to("2")
           .positive()});
}

Key stream_keys() {
  return named_key(
      "streams", "History files, each with a name of your own: DIRECTORY/NAME.nc.",
      {number_key("every", Dimension::time, "Interval of output, a whole number of steps.")
           .required()
           .positive(),
       words_key(
           "fields",
           {"thickness", "surface_height", "normal_velocity", "tangential_velocity", "wind",
            "wind_speed", "vorticity", "potential_vorticity", "divergence", "kinetic_energy",
            "topography"},
           "What is written; wind: its eastward and northward components; topography: once; a "
           "tracer by its name: its concentration.")
           .or_name_in("tracers")
           .defaults_to("[thickness, surface_height, wind, vorticity]"),
       word_key("statistic", {"instant", "mean"},
                "instant: the state at the end of each interval, and the initial one; mean: over "
                "the states after each step of the interval.")
           .defaults_to("instant"),
       choice_key(
           "grid", "Where the values lie: native, or {longitude_latitude: 1 deg}.",
           {flag_key("native", "On the cells, edges and vertices of the mesh.").alternative(),
            number_key("longitude_latitude", Dimension::angle,
                       "On a regular grid of this spacing, by linear interpolation.")
                .positive()
                .alternative()})
           .defaults_to("native"),
       word_key("precision", {"double", "single"}, "Of the values in the file.")
           .defaults_to("double"),
       integer_key("compression", "Level of deflate, 0 for none.").defaults_to("1").between(0, 9)});
}

Key output_key() {
  return section_key(
      "output", "What is written, and where.",
      {folder_key("directory", "The output folder, made if need be.").defaults_to("out"),
       stream_keys().defaults_to("{}"),
       section_key("restart", "Restarts, in DIRECTORY/restart; `--resume` goes on from the newest.",
                   {number_key("every", Dimension::time, "Interval, a whole number of steps.")
                        .required()
                        .positive(),
                    integer_key("keep", "How many of the newest are kept.")
                        .defaults_to("2")
                        .between(1, 100000)})
           .optional()});
}

Key members_key() {
  return section_key(
      "members", "Copies of the state that run side by side.",
      {integer_key("count", "Number of members.").defaults_to("1").between(1, 4096),
       integer_key("first",
                   "Number of the first of them; a member with the same number is the same in "
                   "any run.")
           .defaults_to("0")
           .between(0, 1000000),
       flag_key("control", "Member 0 is not perturbed.").defaults_to("true"),
       choice_key(
           "perturbations", "What is added to the initial state of each member.",
           {file_key("file",
                     "A NetCDF file with thickness (nMembers, nCells) or normal_velocity "
                     "(nMembers, nEdges), in the order of the mesh file; its member N is added to "
                     "member N.")
                .alternative(),
            section_key(
                "random", "Random fields, the same for the same number of a member in any run.",
                {number_key(
                     "thickness", Dimension::length,
                     "Root mean square of what is added to the thickness; the mean depth stays.")
                     .defaults_to("0 m")
                     .at_least(0),
                 number_key("wind", Dimension::speed,
                            "Root mean square of what is added to the velocity along the edges' "
                            "normals; without divergence where `length` is given.")
                     .defaults_to("0 m/s")
                     .at_least(0),
                 number_key("length", Dimension::length,
                            "Length of correlation, at which it falls to exp(-1/2); 0: each value "
                            "by itself.")
                     .defaults_to("0 m")
                     .at_least(0),
                 integer_key("seed", "Other seeds give other fields.")
                     .defaults_to("1")
                     .at_least(0)})
                .alternative()})});
}

}  // namespace

const Key& case_schema() {
  static const Key schema = section_key(
      "", "A case.",
      {mesh_key(), initial_key(), topography_key(), tracers_key(), model_key(), time_key(),
       output_key(), members_key(), response_key(), sensitivity_key(), vectors_key()});
  return schema;
}

}  // namespace hexad
