#include "hexad/core/error.hpp"

#include <utility>

namespace hexad {
namespace {

std::string one_line(const std::string& what, const std::string& where, const std::string& remedy) {
  std::string line = what;
  if (!where.empty()) line += " [" + where + "]";
  if (!remedy.empty()) line += "; " + remedy;
  return line;
}

std::string lines(const std::vector<InputError>& faults) {
  std::string text;
  for (const auto& fault : faults) {
    if (!text.empty()) text += '\n';
    text += fault.what();
  }
  return text;
}

}  // namespace

Error::Error(ExitCode code, std::string what, std::string where, std::string remedy)
    : std::runtime_error(one_line(what, where, remedy)),
      code_(code),
      problem_(std::move(what)),
      where_(std::move(where)),
      remedy_(std::move(remedy)) {}

InputErrors::InputErrors(std::vector<InputError> faults)
    : Error(ExitCode::wrong_input, lines(faults)), faults_(std::move(faults)) {}

}  // namespace hexad
