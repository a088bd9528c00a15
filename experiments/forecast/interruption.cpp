#include "hexad/experiments/forecast/interruption.hpp"

#include <csignal>

namespace hexad {
namespace {

volatile std::sig_atomic_t noted = 0;  // a signal handler can reach nothing else

void note(int signal) {
  if (signal == SIGINT && noted == SIGINT) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  noted = signal;
}

}  // namespace

Interruption::Interruption() {
  noted = 0;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

Interruption::~Interruption() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const char* Interruption::name() {
  if (noted == SIGINT) return "SIGINT";
  return noted == SIGTERM ? "SIGTERM" : nullptr;
}

}  // namespace hexad
