#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "hexad/core/error.hpp"
#include "hexad/io/restart.hpp"
#include "hexad/io/to_disk.hpp"

namespace hexad {
namespace {

namespace fs = std::filesystem;

void write_pointer(const fs::path& pointer, const std::string& name) {
  const fs::path part = pointer.string() + ".part";
  std::ofstream stream(part);
  stream << name << "\n";
  stream.close();
  std::error_code status;
  to_disk(part);
  if (stream) fs::rename(part, pointer, status);
  if (stream && !status) return to_disk(pointer.parent_path());
  fs::remove(part, status);
  throw RunError("the pointer to the newest restart cannot be written", pointer.string(),
                 "check space on the disk and the folder's permissions");
}

/// The step in "restart_00000048.nc"; -1 where the name is another.
long step_in(const std::string& name) {
  const std::string begin = "restart_", end = ".nc";
  if (!name.starts_with(begin) || !name.ends_with(end)) return -1;
  const std::string digits = name.substr(begin.size(), name.size() - begin.size() - end.size());
  const bool plain = !digits.empty() && digits.size() < 18 &&
                     std::all_of(digits.begin(), digits.end(),
                                 [](unsigned char c) { return c >= '0' && c <= '9'; });
  return plain ? std::stol(digits) : -1;
}

}  // namespace

fs::path RestartFolder::file_of(long step) const {
  return folder_ / fmt::format("restart_{:08}.nc", step);
}

std::vector<long> RestartFolder::steps_there() const {
  std::vector<long> steps;
  std::error_code status;
  for (const auto& entry : fs::directory_iterator(folder_, status))
    if (const long step = step_in(entry.path().filename().string()); step >= 0)
      steps.push_back(step);
  std::sort(steps.begin(), steps.end());
  return steps;
}

void RestartFolder::adopt_until(long step) {
  for (const long there : steps_there())
    if (there <= step) own_.push_back(there);
}

void RestartFolder::write(const Restart& restart, const std::vector<std::vector<Index>>& orders,
                          const FileAttributes& attributes) {
  std::error_code status;
  fs::create_directories(folder_, status);
  const fs::path file = file_of(restart.step);
  write_restart(file, restart, orders, attributes);
  write_pointer(folder_ / "latest", file.filename().string());
  std::erase(own_, restart.step);
  own_.push_back(restart.step);
  const auto kept = std::min(own_.size(), static_cast<std::size_t>(keep_));
  own_.erase(own_.begin(), own_.end() - static_cast<std::ptrdiff_t>(kept));
  for (const long step : steps_there())
    if (std::find(own_.begin(), own_.end(), step) == own_.end()) fs::remove(file_of(step), status);
  for (const auto& entry : fs::directory_iterator(folder_, status))  // of a run that was killed
    if (entry.path().extension() == ".part" || entry.path().extension() == ".new")
      fs::remove(entry.path(), status);
}

std::pair<fs::path, Restart> RestartFolder::newest_good(
    const std::function<void(const std::string&)>& warn) const {
  auto steps = steps_there();
  std::ifstream pointer(folder_ / "latest");
  std::string named;
  std::getline(pointer, named);
  if (steps.empty())
    throw InputError("there is no restart to resume from", folder_.string(),
                     "run the case without --resume");
  // What the pointer names comes first; then the others, newest first.
  std::stable_sort(steps.begin(), steps.end(), [&](long a, long b) {
    const bool first = file_of(a).filename() == named, second = file_of(b).filename() == named;
    return first != second ? first : a > b;
  });
  if (const long step = step_in(named); step < 0)
    warn("the pointer " + (folder_ / "latest").string() +
         " is missing or damaged: the newest good restart is taken");
  else if (std::find(steps.begin(), steps.end(), step) == steps.end())
    warn("the restart " + named + " that " + (folder_ / "latest").string() +
         " names is missing: the newest good one is taken");
  for (const long step : steps) {
    try {
      return {file_of(step), read_restart(file_of(step))};
    } catch (const Error& fault) {
      warn(fmt::format("the restart of step {} cannot be used, an older one is looked for: {}",
                       step, fault.what()));
    }
  }
  throw InputError("none of the restarts can be used", folder_.string(),
                   "run the case without --resume");
}

}  // namespace hexad
