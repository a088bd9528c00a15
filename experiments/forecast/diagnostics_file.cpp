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

}  // namespace

RecordLayout diagnostics_layout(const Case& run, const FileAttributes& attributes) {
  RecordLayout layout;
  layout.start = run.time.start;
  layout.dimension = "time";
  layout.mpas_text = false;
  const auto members = static_cast<std::size_t>(run.members);
  for (const auto& series : all_series) {
    RecordVariable variable{series.name, {}, members};
    if (members > 1) variable.counts = {members};
    variable.one_chunk_a_record = false;
    layout.variables.push_back(std::move(variable));
  }
  layout.define = [members, attributes](nc::File& file) {
    file.put_attribute("", "Conventions", "CF-1.8");
    file.put_attribute("", "title", "diagnostics of a run");
    for (const auto& [name, value] : attributes) file.put_attribute("", name, value);
    std::vector<std::string> dimensions{"time"};
    if (members > 1) {
      file.define_dimension("nMembers", members);
      dimensions.emplace_back("nMembers");
    }
    for (const auto& series : all_series)
      file.define_variable(series.name, nc::Type::float64, dimensions,
                           {{"units", series.units},
                            {"long_name", series.long_name},
                            {"cell_methods", "time: point"}});
  };
  return layout;
}

std::vector<std::vector<double>> diagnostics_values(const std::vector<Diagnostics>& start,
                                                    const std::vector<Diagnostics>& now) {
  std::vector<std::vector<double>> values;
  for (const auto& series : all_series) {
    values.emplace_back();
    for (std::size_t m = 0; m < now.size(); ++m)
      values.back().push_back(series.value(start[m], now[m]));
  }
  return values;
}

}  // namespace hexad
