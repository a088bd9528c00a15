#include "hexad/io/state_file.hpp"

#include <algorithm>
#include <cmath>

#include "hexad/core/error.hpp"
#include "hexad/io/case/nearest.hpp"
#include "hexad/io/io_thread.hpp"
#include "hexad/io/mesh_file.hpp"
#include "hexad/io/netcdf.hpp"
#include "hexad/io/units.hpp"

namespace hexad {
namespace {

/// One record and member of the fields of a file.
class Record {
 public:
  Record(const nc::File& file, const StateRequest& request)
      : file_(file), record_(record_of(request)), member_(request.member) {}

  [[nodiscard]] bool has(const std::string& name) const { return file_.has_variable(name); }

  /// (Time, dimension) or (Time, dimension, nMembers).
  [[nodiscard]] std::vector<double> field(const std::string& name,
                                          const std::string& dimension) const {
    const auto dimensions = file_.dimensions(name);
    const std::string where = file_.path() + ", variable '" + name + "'";
    nc::Slab slab;
    for (const auto& d : dimensions) {
      if (d.name == "Time") {
        slab.start.push_back(record_);
        slab.count.push_back(1);
      } else if (d.name == "nMembers") {
        if (member_ > static_cast<int>(d.length))
          throw InputError("there is no member " + std::to_string(member_), where,
                           "it has " + std::to_string(d.length) + "; choose initial.state.member");
        slab.start.push_back(static_cast<std::size_t>(member_ - 1));
        slab.count.push_back(1);
      } else if (d.name == dimension) {
        slab.start.push_back(0);
        slab.count.push_back(d.length);
      } else {
        throw InputError("the field lies on '" + d.name + "', not on " + dimension, where,
                         "give a history of states at cells and edges");
      }
    }
    auto values = file_.read_unpacked(name, slab);
    const auto bad = std::find_if(values.begin(), values.end(),
                                  [](double value) { return !std::isfinite(value); });
    if (bad != values.end())
      throw InputError("value " + std::to_string(bad - values.begin() + 1) + " is missing or NaN",
                       where, "take another time");
    return values;
  }

 private:
  [[nodiscard]] std::size_t record_of(const StateRequest& request) const {
    const std::string where = file_.path() + ", variable 'time'";
    const auto times = file_.read_doubles("time");
    if (times.empty()) throw InputError("the file has no record", where, "take another one");
    if (!request.time) return times.size() - 1;
    const auto scale = time_units(file_.text("time", "units").value_or(""));
    if (!scale)
      throw InputError("the units are not those of a time", where,
                       "give units such as 'seconds since 2000-01-01 00:00:00'");
    std::vector<std::string> there;
    for (std::size_t n = 0; n < times.size(); ++n) {
      const Date date{scale->start.seconds + std::llround(times[n] * scale->seconds)};
      if (date == *request.time) return n;
      there.push_back(to_string(date));
    }
    if (there.size() > 8) there = {there.front(), "...", there.back()};
    throw InputError("the file has no record of " + to_string(*request.time), where,
                     "it has " + enumerate(there));
  }

  const nc::File& file_;
  std::size_t record_;
  int member_;
};

std::string missing(const nc::File& file) {
  std::vector<std::string> fields;
  for (const auto& name : file.variables())
    for (const auto& dimension : file.dimensions(name))
      if (dimension.name == "Time" && name != "time" && name != "xtime") fields.push_back(name);
  return fields.empty() ? "it has no fields that change with time: take the history of a run"
                        : "it has " + enumerate(fields);
}

void read_fields(const StateRequest& request, FileState& state) {
  const auto file = nc::File::open(request.file.string());
  const auto require = [&file](const std::string& name, const std::string& what) {
    if (!file.has_variable(name))
      throw InputError("the file has no " + what, file.path(), missing(file));
  };
  require("thickness", "variable 'thickness'");
  require("time", "variable 'time'");
  const Record record(file, request);
  state.thickness = record.field("thickness", "nCells");
  if (record.has("normal_velocity")) {
    state.velocity = record.field("normal_velocity", "nEdges");
  } else {
    require("eastward_wind", "wind: neither normal_velocity nor eastward_wind");
    require("northward_wind", "variable 'northward_wind'");
    state.eastward = record.field("eastward_wind", "nCells");
    state.northward = record.field("northward_wind", "nCells");
  }
  if (record.has("topography")) {
    state.topography = record.field("topography", "nCells");
  } else if (record.has("surface_height")) {
    state.topography = record.field("surface_height", "nCells");
    for (std::size_t i = 0; i < state.topography.size(); ++i)
      state.topography[i] -= state.thickness[i];
  }
  for (const auto& name : request.tracers) {
    require(name, "tracer '" + name + "'");
    state.tracers[name] = record.field(name, "nCells");
  }
}

}  // namespace

bool has_mesh(const std::filesystem::path& file) {
  return io_thread().run([&] { return nc::File::open(file.string()).has_variable("xCell"); });
}

FileState read_history_state(const StateRequest& request) {
  FileState state;
  state.mesh = read_mesh(request.file.string());
  io_thread().run([&] { read_fields(request, state); });
  return state;
}

}  // namespace hexad
