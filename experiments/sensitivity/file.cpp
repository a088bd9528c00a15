#include "hexad/experiments/sensitivity/file.hpp"

#include <span>
#include <utility>

#include "hexad/io/field_info.hpp"
#include "hexad/io/history.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

using Input = SensitivityChoice::Input;
using Values = std::vector<double>;

/// Fields of a record and their values, side by side.
class Collector {
 public:
  explicit Collector(std::string response_units) : units_(std::move(response_units)) {}

  /// The derivative with respect to a field, and its representer.
  void add(const FieldInfo& field, Values derivative, Values representer) {
    FieldInfo info = gradient_info(field, units_);
    info.name = "derivative_" + field.name;
    info.long_name = "discrete derivative dJ/dx with respect to " + field.long_name +
                     "; depends on the size of cells; its sum is the derivative with respect to a "
                     "constant added everywhere";
    fields_.push_back(std::move(info));
    values_.push_back(std::move(derivative));
    add_representer(field, std::move(representer));
  }
  template <Place P>
  void add(const FieldInfo& field, const Field<P, double>& derivative,
           const Field<P, double>& representer) {
    add(field, derivative.to_host(), representer.to_host());
  }
  void add_representer(const FieldInfo& field, Values values) {
    FieldInfo info = gradient_info(field, units_);
    info.units += " m-2";
    info.long_name =
        "Riesz representer of the " + info.long_name + " in the area-weighted inner product";
    fields_.push_back(std::move(info));
    values_.push_back(std::move(values));
  }

  [[nodiscard]] const std::vector<FieldInfo>& fields() const { return fields_; }
  [[nodiscard]] std::vector<Values> take_values() { return std::move(values_); }

 private:
  std::string units_;
  std::vector<FieldInfo> fields_;
  std::vector<Values> values_;
};

Values times(Values values, const Values& factors) {
  for (std::size_t n = 0; n < values.size(); ++n) values[n] *= factors[n];
  return values;
}

void add_wind(const SensitivityRecord& record, Domain& domain, const State<double>& representers,
              const Environment<double>& environment, Collector& collector) {
  collector.add(field_info("normal_velocity"), record.gradient.state.velocity,
                representers.velocity);
  const DerivedFields at_cells = derive(domain, environment, representers);
  collector.add_representer(field_info("eastward_wind"), at_cells.eastward_wind.to_host());
  collector.add_representer(field_info("northward_wind"), at_cells.northward_wind.to_host());
}

void add_environment(const Case& run, Domain& domain, const Environment<double>& derivative,
                     const Environment<double>& representers, Collector& collector) {
  const auto& wanted = run.sensitivity;
  if (wanted.wants(Input::topography))
    collector.add(field_info("topography"), derivative.topography, representers.topography);
  if (wanted.wants(Input::coriolis))
    collector.add({"coriolis", Place::vertex, "s-1", "coriolis_parameter", "Coriolis parameter"},
                  derivative.coriolis, representers.coriolis);
  if (!wanted.wants(Input::parameters)) return;
  collector.add({"gravity", Place::cell, "m s-2", "", "gravity"}, derivative.gravity,
                representers.gravity);
  if (domain.parameters().viscous)
    collector.add({"viscosity", Place::cell, "m2 s-1", "", "viscosity"}, derivative.viscosity,
                  representers.viscosity);
  if (domain.parameters().hyperviscous)
    collector.add({"hyperviscosity", Place::cell, "m4 s-1", "", "hyperviscosity"},
                  derivative.hyperviscosity, representers.hyperviscosity);
}

Collector collect(const Case& run, Domain& domain, const SensitivityRecord& record,
                  const std::string& units) {
  const auto& wanted = run.sensitivity;
  const Mesh& mesh = domain.mesh();
  const State<double> derivative = to_concentrations(record.gradient.state, record.state);
  const State<double> state = representer(domain, derivative);
  const Environment<double> environment = representer(domain, record.gradient.environment);
  Collector collector(units);
  if (wanted.wants(Input::thickness))
    collector.add(field_info("thickness"), derivative.thickness, state.thickness);
  if (wanted.wants(Input::wind)) add_wind(record, domain, state, environment, collector);
  if (!record.of_wind.vorticity.empty()) {
    collector.add(field_info("vorticity"), times(record.of_wind.vorticity, mesh.area_triangle),
                  record.of_wind.vorticity);
    collector.add(field_info("divergence"), times(record.of_wind.divergence, mesh.area_cell),
                  record.of_wind.divergence);
  }
  if (wanted.wants(Input::tracers))
    for (std::size_t n = 0; n < run.tracers.size(); ++n)
      collector.add({run.tracers[n].name, Place::cell, "1", "",
                     "concentration of tracer " + run.tracers[n].name},
                    derivative.tracers[n], state.tracers[n]);
  add_environment(run, domain, record.gradient.environment, environment, collector);
  return collector;
}

}  // namespace

State<double> to_concentrations(const State<double>& derivative, const State<double>& state) {
  State<double> result = copy_of(derivative);
  const Values h = state.thickness.to_host();
  Values of_h = derivative.thickness.to_host();
  const auto field = [&](const Values& values) {
    return CellField<double>(state.device(), std::span<const double>(values));
  };
  for (std::size_t n = 0; n < state.tracers.size(); ++n) {
    const Values q = state.tracers[n].to_host();
    Values of_q = derivative.tracers[n].to_host();
    for (std::size_t i = 0; i < h.size(); ++i) {
      of_h[i] += q[i] / h[i] * of_q[i];
      of_q[i] *= h[i];
    }
    result.tracers[n] = field(of_q);
  }
  result.thickness = field(of_h);
  return result;
}

void write_sensitivity(const std::string& path, const Case& run, Domain& domain,
                       const std::vector<SensitivityRecord>& records,
                       const std::string& response_units,
                       const std::vector<std::pair<std::string, std::string>>& attributes) {
  HistoryOptions options;
  options.fields = collect(run, domain, records.front(), response_units).fields();
  options.attributes = {attributes.begin(), attributes.end()};
  options.attributes["inner_product"] =
      "gradient_x is derivative_x over the area of the cell at cells, over l_e d_e (dvEdge times "
      "dcEdge) at edges, over the area of the triangle at vertices";
  options.start = run.time.start;
  HistoryFile file(path, domain.mesh(), options);
  for (const auto& record : records)
    file.write(record.seconds, collect(run, domain, record, response_units).take_values());
  file.close();
}

}  // namespace hexad
