#include "hexad/experiments/gradient_file.hpp"

#include "hexad/io/field_info.hpp"
#include "hexad/io/history.hpp"
#include "hexad/model/diagnostics.hpp"

namespace hexad {
namespace {

const std::string response_units = "m5 s-2";

/// What the two forms of a derivative are, for the file.
struct Form {
  std::string prefix, long_name, units;
};

class Collector {
 public:
  /// Adds the derivative with respect to a field and its representer, which is per `measure_units`.
  template <Place P>
  void add(const FieldInfo& field, const Field<P, double>& derivative,
           const Field<P, double>& representer) {
    const FieldInfo gradient = gradient_info(field, response_units);
    fields_.push_back(gradient);
    fields_.back().name = "derivative_" + field.name;
    fields_.back().long_name = "discrete derivative dJ/dx with respect to initial " +
                               field.long_name +
                               "; depends on the size of cells; its sum is the "
                               "derivative with respect to a constant added everywhere";
    values_.push_back(derivative.to_host());
    add_representer(gradient, representer.to_host());
  }

  void add_representer(FieldInfo gradient, std::vector<double> values) {
    gradient.units += " m-2";
    gradient.long_name =
        "Riesz representer of the " + gradient.long_name + " in the area-weighted inner product";
    fields_.push_back(std::move(gradient));
    values_.push_back(std::move(values));
  }

  [[nodiscard]] const std::vector<FieldInfo>& fields() const { return fields_; }
  [[nodiscard]] std::vector<std::vector<double>> take_values() { return std::move(values_); }

 private:
  std::vector<FieldInfo> fields_;
  std::vector<std::vector<double>> values_;
};

}  // namespace

void write_gradient(const std::string& path, const Case& run, Domain& domain,
                    const ForecastGradient& gradient,
                    const std::vector<std::pair<std::string, std::string>>& attributes) {
  const State<double> state = representer(domain, gradient.state);
  const Environment<double> environment = representer(domain, gradient.environment);
  const FieldInfo coriolis{"coriolis", Place::vertex, "s-1", "coriolis_parameter",
                           "Coriolis parameter"};
  Collector collector;
  collector.add(field_info("thickness"), gradient.state.thickness, state.thickness);
  collector.add(field_info("normal_velocity"), gradient.state.velocity, state.velocity);
  collector.add(field_info("topography"), gradient.environment.topography, environment.topography);
  collector.add(coriolis, gradient.environment.coriolis, environment.coriolis);
  collector.add({"gravity", Place::cell, "m s-2", "", "gravity"}, gradient.environment.gravity,
                environment.gravity);
  if (domain.parameters().viscous)
    collector.add({"viscosity", Place::cell, "m2 s-1", "", "viscosity"},
                  gradient.environment.viscosity, environment.viscosity);
  if (domain.parameters().hyperviscous)
    collector.add({"hyperviscosity", Place::cell, "m4 s-1", "", "hyperviscosity"},
                  gradient.environment.hyperviscosity, environment.hyperviscosity);
  const DerivedFields at_cells = derive(domain, environment, state);
  collector.add_representer(gradient_info(field_info("eastward_wind"), response_units),
                            at_cells.eastward_wind.to_host());
  collector.add_representer(gradient_info(field_info("northward_wind"), response_units),
                            at_cells.northward_wind.to_host());

  HistoryOptions options;
  options.fields = collector.fields();
  options.attributes = {attributes.begin(), attributes.end()};
  options.attributes["inner_product"] =
      "gradient_x is derivative_x over the area of the cell at cells, over l_e d_e (dvEdge times "
      "dcEdge) at edges, over the area of the triangle at vertices";
  options.start = run.time.start;
  HistoryFile file(path, domain.mesh(), options);
  file.write(0, collector.take_values());
  file.close();
}

}  // namespace hexad
