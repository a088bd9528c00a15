#include "hexad/experiments/forecast/restarts.hpp"

#include <chrono>

#include "hexad/experiments/forecast/diagnostics_file.hpp"
#include "hexad/io/case/compare.hpp"
#include "hexad/io/io_thread.hpp"

namespace hexad {
namespace {

std::filesystem::path folder_of(const Case& run) { return run.output.directory / "restart"; }

void put(std::vector<double>& numbers, const Extreme& extreme) {
  numbers.push_back(extreme.value);
  numbers.push_back(extreme.entity);
}

/// Diagnostics of members as numbers, one row each.
std::vector<double> numbers_of(const std::vector<Diagnostics>& members) {
  std::vector<double> numbers;
  for (const auto& member : members) {
    for (const double sum : {member.mass, member.energy, member.potential_enstrophy})
      numbers.push_back(sum);
    for (const auto& extreme : {member.wind, member.courant, member.thinnest})
      put(numbers, extreme);
  }
  return numbers;
}

std::vector<double> numbers_of(const std::vector<TracerDiagnostics>& members) {
  std::vector<double> numbers;
  for (const auto& member : members)
    numbers.insert(numbers.end(), {member.mass, member.smallest, member.largest});
  return numbers;
}

std::vector<Diagnostics> diagnostics_of(const std::vector<double>& numbers) {
  std::vector<Diagnostics> members;
  const auto extreme = [&numbers](std::size_t at) {
    return Extreme{numbers[at], static_cast<Index>(numbers[at + 1])};
  };
  for (std::size_t at = 0; at + 9 <= numbers.size(); at += 9)
    members.push_back({numbers[at], numbers[at + 1], numbers[at + 2], extreme(at + 3),
                       extreme(at + 5), extreme(at + 7)});
  return members;
}

}  // namespace

Resumed find_restart(Case& run, const std::function<void(const std::string&)>& warn) {
  Resumed resumed;
  io_thread().run([&] {
    std::tie(resumed.file, resumed.restart) = RestartFolder(folder_of(run), 1).newest_good(warn);
  });
  const Restart& restart = resumed.restart;
  if (run.time.automatic) set_time_step(run, restart.step_s);
  if (const auto differs = first_difference(restart.case_as_run, run.as_run, free_in_forecast()))
    throw InputError(fmt::format("the case is not that of the restart: it says '{}', the restart "
                                 "'{}'",
                                 differs->now, differs->then),
                     resumed.file.string() + ", " + differs->key,
                     "change it back, or begin a new run from initial: {state: {file: FILE}}");
  if (restart.step_s != run.time.step)
    throw InputError(fmt::format("the restart was made with steps of {} s, not of {} s",
                                 restart.step_s, run.time.step),
                     resumed.file.string() + ", time.dt", "take the same length of a step");
  if (restart.step > run.time.steps)
    throw InputError(fmt::format("the restart is of step {}, past the end of the run at {}",
                                 restart.step, run.time.steps),
                     resumed.file.string() + ", time.duration", "take a longer time.duration");
  return resumed;
}

void take_state(Resumed& resumed, const Case& run, Setup& setup) {
  take_mesh_order(resumed.restart, setup.mesh, resumed.file);
  const Device& device = setup.domain.device();
  const auto values = [&](const std::string& name) -> const std::vector<double>& {
    const auto field = resumed.restart.fields.find(name);
    if (field == resumed.restart.fields.end())
      throw InputError("the restart has no field '" + name + "'", resumed.file.string(),
                       "take an older one");
    if (field->second.members != run.members)
      throw InputError(
          fmt::format("the restart has {} members, not {}", field->second.members, run.members),
          resumed.file.string() + ", members.count", "take as many");
    return field->second.values;
  };
  setup.state.thickness = CellField<double>(device, values("thickness"), run.members);
  setup.state.velocity = EdgeField<double>(device, values("normal_velocity"), run.members);
  for (std::size_t n = 0; n < run.tracers.size(); ++n)
    setup.state.tracers[n] =
        CellField<double>(device, values("tracer_" + run.tracers[n].name), run.members);
}

RunNotes notes_of(const Restart& restart, const Case& run) {
  RunNotes notes;
  notes.start.members = diagnostics_of(restart.numbers.at("start_diagnostics"));
  for (const auto& name : tracer_names(run)) {
    const auto& numbers = restart.numbers.at("start_" + name);
    auto& rows = notes.start.tracers.emplace_back();
    for (std::size_t at = 0; at + 3 <= numbers.size(); at += 3)
      rows.push_back({numbers[at], numbers[at + 1], numbers[at + 2]});
  }
  notes.largest_wind = restart.numbers.at("extremes").at(0);
  notes.largest_courant = restart.numbers.at("extremes").at(1);
  return notes;
}

Restarts::Restarts(const Case& run, const Mesh& mesh, FileAttributes attributes,
                   const Resumed* from)
    : mesh_file_id_(mesh.file_id),
      case_as_run_(run.as_run),
      tracers_(tracer_names(run)),
      step_s_(run.time.step),
      attributes_(std::move(attributes)),
      orders_(restart_orders(mesh)) {
  if (run.output.restart) every_ = run.output.restart->steps;
  const int keep = run.output.restart ? run.output.restart->keep : RestartChoice{}.keep;
  folder_ = std::make_shared<RestartFolder>(folder_of(run), keep);
  if (from == nullptr) return;
  newest_ = from->restart.step;
  folder_->adopt_until(newest_);
}

void Restarts::write(long step, const Setup& setup, const Output& output, const RunNotes& notes) {
  auto restart = std::make_shared<Restart>();
  restart->step = step;
  restart->step_s = step_s_;
  restart->time_s = static_cast<double>(step) * step_s_;
  restart->mesh_file_id = mesh_file_id_;
  restart->case_as_run = case_as_run_;
  const auto& state = setup.state;
  restart->fields["thickness"] = {Place::cell, state.members(), state.thickness.to_host()};
  restart->fields["normal_velocity"] = {Place::edge, state.members(), state.velocity.to_host()};
  for (std::size_t n = 0; n < tracers_.size(); ++n)
    restart->fields["tracer_" + tracers_[n]] = {Place::cell, state.members(),
                                                state.tracers[n].to_host()};
  output.save(*restart);
  restart->numbers["start_diagnostics"] = numbers_of(notes.start.members);
  for (std::size_t n = 0; n < tracers_.size(); ++n)
    restart->numbers["start_" + tracers_[n]] = numbers_of(notes.start.tracers[n]);
  restart->numbers["extremes"] = {notes.largest_wind, notes.largest_courant};
  io_thread().post([restart, markers = output.markers(), orders = orders_, attributes = attributes_,
                    folder = folder_, longest = longest_s_] {
    const auto start = std::chrono::steady_clock::now();
    for (const auto& [name, mark] : markers) restart->marks[name] = mark();
    folder->write(*restart, orders, attributes);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    *longest = std::max(longest->load(), taken.count());
  });
  newest_ = step;
}

double Restarts::expected_seconds(const Setup& setup) const {
  constexpr double slow_disk = 50e6;  // bytes a second
  const double measured = *longest_s_;
  return measured > 0 ? measured : static_cast<double>(setup.state.bytes()) / slow_disk;
}

}  // namespace hexad
