#include "hexad/experiments/forecast/stream.hpp"

#include <algorithm>

#include "hexad/io/history.hpp"
#include "hexad/io/lat_lon_file.hpp"

namespace hexad {
namespace {

HistoryOptions options_of(const Case& run, const StreamChoice& choice, const Setup& setup,
                          const FileAttributes& attributes) {
  HistoryOptions options;
  for (const auto& name : field_names(choice)) options.fields.push_back(field_of(run, name));
  if (std::count(choice.fields.begin(), choice.fields.end(), "topography") > 0) {
    const auto all = setup.environment.topography.to_host();  // the same for each member
    ConstantField topography{field_info("topography"), {}};
    for (std::size_t n = 0; n < all.size(); n += static_cast<std::size_t>(run.members))
      topography.values.push_back(all[n]);
    options.constants.push_back(std::move(topography));
  }
  options.statistic = choice.mean ? Statistic::mean : Statistic::instant;
  options.attributes = {attributes.begin(), attributes.end()};
  options.start = run.time.start;
  options.compression = choice.compression;
  options.single_precision = choice.single_precision;
  return options;
}

}  // namespace

std::unique_ptr<RecordFile> open_records(const std::string& path, const RecordLayout& layout,
                                         const std::string& name, const Beginning& beginning) {
  if (beginning.restart != nullptr) {
    const auto mark = beginning.restart->marks.find(name);
    try {
      if (mark == beginning.restart->marks.end())
        throw RunError("the restart does not know the file", path);
      return std::make_unique<RecordFile>(path, layout, mark->second);
    } catch (const Error& fault) {
      beginning.warn(fmt::format("{}: a new file begins at step {}, earlier records are lost",
                                 fault.what(), beginning.restart->step));
    }
  }
  return std::make_unique<RecordFile>(path, layout);
}

std::vector<std::string> field_names(const StreamChoice& choice) {
  std::vector<std::string> names;
  for (const auto& word : choice.fields) {
    if (word == "wind")
      names.insert(names.end(), {"eastward_wind", "northward_wind"});
    else if (word != "topography")
      names.push_back(word);
  }
  return names;
}

FieldInfo field_of(const Case& run, const std::string& name) {
  for (const auto& tracer : run.tracers)
    if (tracer.name == name)
      return {name, Place::cell, "1", "", "concentration of the tracer " + name, run.members};
  return field_info(name, run.members);
}

Stream::Stream(const Case& run, const StreamChoice& choice, const Setup& setup,
               const FileAttributes& attributes, const Beginning& beginning)
    : name_(choice.name),
      steps_(choice.steps),
      step_s_(run.time.step),
      mean_(choice.mean),
      members_(run.members) {
  for (const auto& name : field_names(choice)) fields_.push_back(field_of(run, name));
  const std::string path = (run.output.directory / (choice.name + ".nc")).string();
  const HistoryOptions options = options_of(run, choice, setup, attributes);
  const RecordLayout layout = choice.longitude_latitude
                                  ? lat_lon_layout(setup.mesh, options, *choice.longitude_latitude,
                                                   setup.domain.device().threads)
                                  : history_layout(path, setup.mesh, options);
  file_ = open_records(path, layout, name_, beginning);
  if (beginning.restart != nullptr) resume(*beginning.restart, setup.domain.device());
}

void Stream::resume(const Restart& restart, const Device& device) {
  summed_ = mean_ ? restart.step % steps_ : 0;
  if (summed_ == 0) return;
  for (const auto& field : fields_) {
    const auto sum = restart.fields.find(sum_name(field.name));
    if (sum == restart.fields.end())
      throw RunError("the restart lacks the sum of '" + field.name + "'", name_);
    sums_.emplace_back(device, sum->second.values);
  }
}

void Stream::take(long step, FieldSource& fields) {
  if (mean_ && step > 0) add(fields);
  if (!is_due(step)) return;
  Record record;
  record.seconds = static_cast<double>(step) * step_s_;
  if (mean_) record.since = static_cast<double>(step - steps_) * step_s_;
  for (std::size_t n = 0; n < fields_.size(); ++n)
    record.values.push_back(mean_ ? take_mean(n) : fields.field(fields_[n].name).to_host());
  if (mean_) sums_.clear();
  summed_ = 0;
  file_->write(std::move(record));
}

void Stream::add(FieldSource& fields) {
  for (std::size_t n = 0; n < fields_.size(); ++n) {
    const Array<double>& values = fields.field(fields_[n].name);
    if (n < sums_.size()) {
      add_values(values, sums_[n]);
    } else {
      sums_.emplace_back(values.device(), values.size());
      copy(values, sums_.back());
    }
  }
  ++summed_;
}

std::vector<double> Stream::take_mean(std::size_t n) {
  auto values = sums_[n].to_host();
  const auto states = static_cast<double>(summed_);
  for (double& value : values) value /= states;
  return values;
}

void Stream::save(Restart& restart) const {
  for (std::size_t n = 0; n < sums_.size(); ++n)
    restart.fields[sum_name(fields_[n].name)] = {fields_[n].place, members_, sums_[n].to_host()};
}

}  // namespace hexad
