#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace hexad::test {

/// A folder of its own for one test, gone afterwards.
struct Folder {
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hexad-test-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return file(name);
  }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::filesystem::exists(path / name);
  }
  /// All that is there, folders aside, relative to it.
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (!entry.is_directory()) names.push_back(relative(entry.path(), path).string());
    return names;
  }
  std::filesystem::path path;
};

inline std::string text_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// What a command left: exit code (128 + signal where one ended it), standard output, error lines.
struct Result {
  int code = -1;
  std::string output;
  std::vector<std::string> errors;

  /// Whether the only complaint is one line that holds all the pieces.
  [[nodiscard]] bool complains_once(const std::vector<std::string>& pieces) const {
    if (errors.size() != 1 || !errors.front().starts_with("hexad: error: ")) return false;
    for (const auto& piece : pieces)
      if (errors.front().find(piece) == std::string::npos) return false;
    return true;
  }
};

/// Runs the hexad command of this build with a shell's command line.
inline Result run_hexad(const std::string& arguments) {
  const Folder folder;
  const std::string out = folder.file("out"), err = folder.file("err");
  const int status = std::system(
      (std::string(HEXAD_COMMAND) + " " + arguments + " >" + out + " 2>" + err).c_str());
  Result result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = text_of(out);
  std::ifstream lines(err);
  for (std::string line; std::getline(lines, line);) result.errors.push_back(line);
  return result;
}

}  // namespace hexad::test
