#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hexad/experiments/forecast/fields.hpp"
#include "hexad/experiments/setup.hpp"
#include "hexad/io/case/case.hpp"
#include "hexad/io/field_info.hpp"
#include "hexad/io/record_file.hpp"
#include "hexad/io/restart.hpp"

namespace hexad {

/// Where the files of a run begin: afresh, or from a restart. A file that cannot be gone on with is
/// begun anew: `warn` is told.
struct Beginning {
  const Restart* restart = nullptr;
  std::function<void(const std::string&)> warn;
};

/// Goes on with a file from its mark in the restart, or begins it.
std::unique_ptr<RecordFile> open_records(const std::string& path, const RecordLayout& layout,
                                         const std::string& name, const Beginning& beginning);

/// The names in files of the fields that a stream's words stand for, constant ones left out.
std::vector<std::string> field_names(const StreamChoice& choice);

/// What a file says of a field: one of the model's own, or a tracer of the case.
FieldInfo field_of(const Case& run, const std::string& name);

/// One stream of output: a state now and then, or means over intervals.
class Stream {
 public:
  Stream(const Case& run, const StreamChoice& choice, const Setup& setup,
         const FileAttributes& attributes, const Beginning& beginning);

  /// Whether something is to be done with the state after this step.
  [[nodiscard]] bool wants(long step) const { return is_due(step) || (mean_ && step > 0); }
  /// Whether a record is written after this step.
  [[nodiscard]] bool is_due(long step) const { return step % steps_ == 0 && (step > 0 || !mean_); }
  /// Takes the state after a step: counts it into the mean, writes the record that is due.
  void take(long step, FieldSource& fields);

  /// Puts what is open of a mean into a restart.
  void save(Restart& restart) const;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::function<FileMark()> marker() const { return file_->marker(); }
  void close() { file_->close(); }

 private:
  [[nodiscard]] std::string sum_name(const std::string& field) const {
    return "sum_" + name_ + "_" + field;
  }
  void resume(const Restart& restart, const Device& device);
  void add(FieldSource& fields);
  [[nodiscard]] std::vector<double> take_mean(std::size_t n);

  std::string name_;
  long steps_;
  double step_s_;
  bool mean_;
  int members_;
  std::vector<FieldInfo> fields_;
  std::vector<Array<double>> sums_;  // of the fields, since the interval began
  long summed_ = 0;                  // states in the sums
  std::unique_ptr<RecordFile> file_;
};

}  // namespace hexad
