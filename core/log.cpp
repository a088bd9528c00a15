#include "hexad/core/log.hpp"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <mutex>
#include <string>

namespace hexad {
namespace {

class StringSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit StringSink(std::string& text) : text_(text) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    text_.append(line.data(), line.size());
  }
  void flush_() override {}

  std::string& text_;
};

std::shared_ptr<spdlog::logger> logger_for(const spdlog::sink_ptr& sink, Verbosity verbosity,
                                           int rank) {
  const std::string name = rank == 0 ? "hexad" : "hexad rank " + std::to_string(rank);
  auto logger = std::make_shared<spdlog::logger>(name, sink);
  logger->set_pattern("%n: %l: %v");
  if (verbosity == Verbosity::quiet || rank != 0)
    logger->set_level(spdlog::level::warn);
  else
    logger->set_level(verbosity == Verbosity::verbose ? spdlog::level::debug : spdlog::level::info);
  return logger;
}

}  // namespace

Log::Log(std::shared_ptr<spdlog::logger> logger, Verbosity verbosity)
    : logger_(std::move(logger)), verbosity_(verbosity) {}

Log::Log(Verbosity verbosity, int rank)
    : Log(logger_for(std::make_shared<spdlog::sinks::stderr_sink_mt>(), verbosity, rank),
          verbosity) {}

Log Log::to_string(std::string& text, Verbosity verbosity, int rank) {
  return {logger_for(std::make_shared<StringSink>(text), verbosity, rank), verbosity};
}

bool Log::speaks(Kind kind) const {
  return logger_->should_log(kind == Kind::detail ? spdlog::level::debug : spdlog::level::info);
}

void Log::write(Kind kind, std::string_view message) const {
  constexpr spdlog::level::level_enum levels[] = {spdlog::level::debug, spdlog::level::info,
                                                  spdlog::level::warn, spdlog::level::err};
  logger_->log(levels[static_cast<int>(kind)],
               spdlog::string_view_t(message.data(), message.size()));
}

}  // namespace hexad
