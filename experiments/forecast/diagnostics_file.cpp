#include "hexad/experiments/forecast/diagnostics_file.hpp"

#include "hexad/experiments/summary.hpp"

namespace hexad {
namespace {

/// One time series: how it is described, and its value for a member.
struct Series {
  const char *name, *units, *long_name;
  double (*value)(const Diagnostics& start, const Diagnostics& now);
};

constexpr Series all_series[] = {
    {"mass", "m3", "volume of the layer", [](const auto&, const auto& d) { return d.mass; }},
    {"energy", "m5 s-2", "total energy over the density",
     [](const auto&, const auto& d) { return d.energy; }},
    {"potential_enstrophy", "m s-2", "potential enstrophy",
     [](const auto&, const auto& d) { return d.potential_enstrophy; }},
    {"mass_drift", "1", "relative change of the mass since the start",
     [](const auto& s, const auto& d) { return relative_change(s.mass, d.mass); }},
    {"energy_drift", "1", "relative change of the energy since the start",
     [](const auto& s, const auto& d) { return relative_change(s.energy, d.energy); }},
    {"potential_enstrophy_drift", "1", "relative change of the potential enstrophy since the start",
     [](const auto& s, const auto& d) {
       return relative_change(s.potential_enstrophy, d.potential_enstrophy);
     }},
    {"largest_wind", "m s-1", "largest wind speed",
     [](const auto&, const auto& d) { return d.wind.value; }},
    {"courant_number", "1", "largest Courant number of gravity wave and wind",
     [](const auto&, const auto& d) { return d.courant.value; }},
    {"thinnest_layer", "m", "smallest thickness of the layer",
     [](const auto&, const auto& d) { return d.thinnest.value; }}};

/// One time series of a tracer; its name in the file is the tracer's with this ending.
struct TracerSeries {
  const char *ending, *units, *long_name;
  double (*value)(const TracerDiagnostics& start, const TracerDiagnostics& now);
};

constexpr TracerSeries tracer_series[] = {
    {"_mass", "m3", "volume of the tracer ", [](const auto&, const auto& t) { return t.mass; }},
    {"_mass_drift", "1", "relative change since the start of the volume of the tracer ",
     [](const auto& s, const auto& t) { return relative_change(s.mass, t.mass); }},
    {"_smallest", "1", "smallest concentration of the tracer ",
     [](const auto&, const auto& t) { return t.smallest; }},
    {"_largest", "1", "largest concentration of the tracer ",
     [](const auto&, const auto& t) { return t.largest; }}};

/// What a file says of a series.
struct Description {
  std::string name, units, long_name;
};

std::vector<Description> descriptions(const Case& run) {
  std::vector<Description> all;
  for (const auto& series : all_series)
    all.push_back({series.name, series.units, series.long_name});
  for (const auto& tracer : run.tracers)
    for (const auto& series : tracer_series)
      all.push_back({tracer.name + series.ending, series.units, series.long_name + tracer.name});
  return all;
}

}  // namespace

std::vector<std::string> tracer_names(const Case& run) {
  std::vector<std::string> names;
  for (const auto& tracer : run.tracers) names.push_back(tracer.name);
  return names;
}

RecordLayout diagnostics_layout(const Case& run, const FileAttributes& attributes) {
  RecordLayout layout;
  layout.start = run.time.start;
  layout.dimension = "time";
  layout.mpas_text = false;
  const auto members = static_cast<std::size_t>(run.members);
  const auto described = descriptions(run);
  for (const auto& series : described) {
    RecordVariable variable{series.name, {}, members};
    if (members > 1) variable.counts = {members};
    variable.one_chunk_a_record = false;
    layout.variables.push_back(std::move(variable));
  }
  layout.define = [members, attributes, described](nc::File& file) {
    file.put_attribute("", "Conventions", "CF-1.8");
    file.put_attribute("", "title", "diagnostics of a run");
    for (const auto& [name, value] : attributes) file.put_attribute("", name, value);
    std::vector<std::string> dimensions{"time"};
    if (members > 1) {
      file.define_dimension("nMembers", members);
      dimensions.emplace_back("nMembers");
    }
    for (const auto& series : described)
      file.define_variable(series.name, nc::Type::float64, dimensions,
                           {{"units", series.units},
                            {"long_name", series.long_name},
                            {"cell_methods", "time: point"}});
  };
  return layout;
}

std::vector<std::vector<double>> diagnostics_values(const Report& start, const Report& now) {
  std::vector<std::vector<double>> values;
  const auto add = [&values](const auto& series, const auto& first, const auto& last) {
    values.emplace_back();
    for (std::size_t m = 0; m < last.size(); ++m)
      values.back().push_back(series.value(first[m], last[m]));
  };
  for (const auto& series : all_series) add(series, start.members, now.members);
  for (std::size_t n = 0; n < now.tracers.size(); ++n)
    for (const auto& series : tracer_series) add(series, start.tracers[n], now.tracers[n]);
  return values;
}

}  // namespace hexad
