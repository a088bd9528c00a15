#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace hexad {

/// Exit codes of every command.
enum class ExitCode : int { done = 0, run_failed = 1, wrong_input = 2, check_missed = 3 };

/// The one error of the program: what is wrong, where it is (file, key, line, place on the globe)
/// and what to do about it. Printed as one line: "WHAT [WHERE]; REMEDY".
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::string what, std::string where = {}, std::string remedy = {});

  [[nodiscard]] ExitCode code() const { return code_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  ExitCode code_;
  std::string problem_, where_, remedy_;
};

/// Bad input: exit code 2.
class InputError : public Error {
 public:
  explicit InputError(std::string what, std::string where = {}, std::string remedy = {})
      : Error(ExitCode::wrong_input, std::move(what), std::move(where), std::move(remedy)) {}
};

/// The run could not go on: exit code 1.
class RunError : public Error {
 public:
  explicit RunError(std::string what, std::string where = {}, std::string remedy = {})
      : Error(ExitCode::run_failed, std::move(what), std::move(where), std::move(remedy)) {}
};

/// Several faults of one input, found together (all the errors of a case file, of a mesh).
/// what() is one line per fault.
class InputErrors : public Error {
 public:
  explicit InputErrors(std::vector<InputError> faults);
  [[nodiscard]] const std::vector<InputError>& faults() const { return faults_; }

 private:
  std::vector<InputError> faults_;
};

}  // namespace hexad
