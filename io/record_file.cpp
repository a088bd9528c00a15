#include "hexad/io/record_file.hpp"

#include <cmath>
#include <filesystem>
#include <limits>

#include "hexad/core/error.hpp"
#include "hexad/io/io_thread.hpp"

namespace hexad {
namespace {

constexpr std::size_t text_length = 64;  // of xtime, as MPAS has it

void define_time(nc::File& file, const RecordLayout& layout) {
  nc::Attributes attributes{{"standard_name", "time"},
                            {"long_name", "time"},
                            {"units", "seconds since " + to_string(layout.start, ' ')},
                            {"calendar", "proleptic_gregorian"},
                            {"axis", "T"}};
  if (layout.intervals) attributes.push_back({"bounds", "time_bounds"});
  file.define_variable("time", nc::Type::float64, {layout.dimension}, attributes);
  if (layout.intervals) {
    file.define_dimension("nBounds", 2);
    file.define_variable("time_bounds", nc::Type::float64, {layout.dimension, "nBounds"},
                         {{"long_name", "begin and end of the interval"}});
  }
  if (!layout.mpas_text) return;
  file.define_dimension("StrLen", text_length);
  file.define_variable("xtime", nc::Type::text, {layout.dimension, "StrLen"},
                       {{"long_name", "time as MPAS text"}});
}

std::vector<std::string> names_of_large(const std::vector<RecordVariable>& variables) {
  std::vector<std::string> names;
  for (const auto& variable : variables)
    if (variable.one_chunk_a_record) names.push_back(variable.name);
  return names;
}

}  // namespace

struct RecordFile::State {
  State(std::string file_path, const RecordLayout& layout)
      : path(std::move(file_path)),
        variables(layout.variables),
        start(layout.start),
        dimension(layout.dimension),
        intervals(layout.intervals),
        mpas_text(layout.mpas_text),
        file_marker(path + ".part", names_of_large(layout.variables)) {}

  std::string path;
  std::vector<RecordVariable> variables;
  Date start;
  std::string dimension;
  bool intervals, mpas_text;
  double last_time = -std::numeric_limits<double>::infinity();

  // From here on for the I/O thread only.
  std::optional<nc::File> file;  // gone when closed or after a failure
  FileMarker file_marker;
  std::string id;
  std::size_t records = 0;
  double last_written = 0;

  void create(const RecordLayout& layout);
  void reopen(const FileMark& mark);
  void append(const Record& record);
  void write_text(double seconds);
  void write_values(const RecordVariable& variable, const std::vector<double>& values);
  FileMark mark();
  void finish() {
    if (file) file->close();
    file.reset();
  }
};

void RecordFile::State::create(const RecordLayout& layout) {
  file = nc::File::create(path);
  id = new_tracking_id();
  file->put_attribute("", "tracking_id", id);
  file->define_unlimited(dimension);
  layout.define(*file);
  define_time(*file, layout);
  file->end_definitions();
  if (layout.fill) layout.fill(*file);
  file->flush();
}

void RecordFile::State::reopen(const FileMark& mark) {
  namespace fs = std::filesystem;
  const std::string part = path + ".part";
  std::error_code status;
  if (!fs::exists(part, status)) {
    if (!fs::exists(path, status)) throw RunError("the file is missing", path);
    fs::rename(path, part, status);
    if (status) throw RunError("the file cannot be renamed: " + status.message(), path);
  }
  restore_file(part, mark);
  file = nc::File::append(path);
  if (file->length(dimension) != mark.records)
    throw RunError("the file does not hold the records that it had", part);
  for (const auto& variable : variables)
    if (!file->has_variable(variable.name))
      throw RunError("the file has no variable '" + variable.name + "'", part);
  id = mark.id;
  records = mark.records;
  last_written = mark.last_time;
}

void RecordFile::State::append(const Record& record) {
  if (!file) return;  // an earlier record failed, and said so
  try {
    for (std::size_t n = 0; n < variables.size(); ++n) write_values(variables[n], record.values[n]);
    if (intervals) {
      const double bounds[] = {record.since.value_or(record.seconds), record.seconds};
      file->write("time_bounds", {{records, 0}, {1, 2}}, std::span<const double>(bounds));
    }
    if (mpas_text) write_text(record.seconds);
    file->write("time", {{records}, {1}}, std::span<const double>(&record.seconds, 1));
    file->flush();
    ++records;
    last_written = record.seconds;
  } catch (...) {
    file.reset();
    throw;
  }
}

void RecordFile::State::write_text(double seconds) {
  std::string text =
      to_string(Date{start.seconds + static_cast<std::int64_t>(std::llround(seconds))}, '_');
  text.resize(text_length, ' ');
  file->write_text("xtime", {{records, 0}, {1, text_length}}, text);
}

void RecordFile::State::write_values(const RecordVariable& variable,
                                     const std::vector<double>& values) {
  nc::Slab slab{{records}, {1}};
  for (const std::size_t count : variable.counts) {
    slab.start.push_back(0);
    slab.count.push_back(count);
  }
  if (variable.arrange)
    file->write(variable.name, slab, variable.arrange(values));
  else
    file->write(variable.name, slab, values);
}

FileMark RecordFile::State::mark() {
  if (!file) throw RunError("a file that was given up cannot be marked", path);
  FileMark mark = file_marker.mark(records);
  file->keep_part();
  mark.id = id;
  mark.last_time = last_written;
  return mark;
}

RecordFile::RecordFile(const std::string& path, const RecordLayout& layout)
    : state_(std::make_shared<State>(path, layout)) {
  io_thread().run([&] {
    try {
      state_->create(layout);
    } catch (...) {
      state_->file.reset();
      throw;
    }
  });
}

RecordFile::RecordFile(const std::string& path, const RecordLayout& layout, const FileMark& mark)
    : state_(std::make_shared<State>(path, layout)) {
  io_thread().run([&] {
    try {
      state_->reopen(mark);
    } catch (...) {
      state_->file.reset();
      throw;
    }
  });
  if (mark.records > 0) state_->last_time = mark.last_time;
}

RecordFile::~RecordFile() {
  io_thread().run_quietly([state = state_] {
    if (state->records > 0) state->finish();
    state->file.reset();
  });
}

void RecordFile::write(Record record) {
  const auto& variables = state_->variables;
  if (!(record.seconds > state_->last_time))
    throw RunError(
        "records of a history must follow one another in time: " + std::to_string(record.seconds) +
            " s comes after " + std::to_string(state_->last_time) + " s",
        state_->path);
  if (record.values.size() != variables.size())
    throw RunError("a record needs values of all " + std::to_string(variables.size()) +
                       " fields, not of " + std::to_string(record.values.size()),
                   state_->path);
  for (std::size_t n = 0; n < variables.size(); ++n)
    if (record.values[n].size() != variables[n].given)
      throw RunError("a record needs " + std::to_string(variables[n].given) + " values, not " +
                         std::to_string(record.values[n].size()),
                     state_->path + ", variable '" + variables[n].name + "'");
  state_->last_time = record.seconds;
  io_thread().post([state = state_, posted = std::move(record)] { state->append(posted); });
}

std::function<FileMark()> RecordFile::marker() const {
  return [state = state_] { return state->mark(); };
}

void RecordFile::close() {
  io_thread().drain();
  io_thread().run([this] { state_->finish(); });
}

}  // namespace hexad
