#include "hexad/io/io_thread.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

namespace hexad {
namespace {

using namespace std::chrono_literals;

TEST_CASE("the I/O thread runs jobs in order, on one thread, and hands results back") {
  IoThread thread;
  std::vector<int> order;
  std::thread::id first;
  thread.post([&] {
    first = std::this_thread::get_id();
    order.push_back(1);
  });
  const int answer = thread.run([&] {
    order.push_back(2);
    return thread.run([] { return 42; });  // at once, from the thread itself
  });
  CHECK(answer == 42);
  CHECK(order == std::vector<int>{1, 2});
  CHECK(first != std::this_thread::get_id());
  CHECK(thread.run([] { return std::this_thread::get_id(); }) == first);
  CHECK_FALSE(thread.here());
}

TEST_CASE("an error of a posted job surfaces once, at the next call") {
  IoThread thread;
  std::promise<void> both_posted;  // or the second call would meet the error of the first
  thread.post([posted = both_posted.get_future().share()] {
    posted.wait();
    throw std::runtime_error("disk full");
  });
  thread.post([] {});
  both_posted.set_value();
  bool ran = false;
  SECTION("drain") { CHECK_THROWS_WITH(thread.drain(), "disk full"); }
  SECTION("run, which then does not run") {
    std::this_thread::sleep_for(20ms);
    CHECK_THROWS_WITH(thread.run([&] { ran = true; }), "disk full");
    CHECK_FALSE(ran);
  }
  SECTION("post") {
    std::this_thread::sleep_for(20ms);
    CHECK_THROWS_WITH(thread.post([] {}), "disk full");
  }
  CHECK_NOTHROW(thread.drain());
  CHECK(thread.run([] { return 1; }) == 1);
}

TEST_CASE("an error of a job that is waited for comes back to its caller") {
  IoThread thread;
  CHECK_THROWS_WITH(thread.run([] { throw std::runtime_error("no such file"); }), "no such file");
  CHECK_NOTHROW(thread.drain());
  CHECK_NOTHROW(thread.run_quietly([] { throw std::runtime_error("ignored"); }));
}

TEST_CASE("the queue of the I/O thread is bounded") {
  IoThread thread(2);
  std::atomic<bool> hold = true;
  std::atomic<int> posted = 0;
  std::thread producer([&] {
    thread.post([&] {
      while (hold) std::this_thread::sleep_for(1ms);
    });
    for (int i = 0; i < 5; ++i) {
      thread.post([] {});
      ++posted;
    }
  });
  std::this_thread::sleep_for(100ms);
  CHECK(posted == 2);  // one job runs, two wait, the rest are held back
  hold = false;
  producer.join();
  CHECK(posted == 5);
}

TEST_CASE("a closing I/O thread finishes what was posted") {
  std::atomic<int> done = 0;
  {
    IoThread thread;
    for (int i = 0; i < 20; ++i)
      thread.post([&] {
        std::this_thread::sleep_for(1ms);
        ++done;
      });
  }
  CHECK(done == 20);
}

}  // namespace
}  // namespace hexad
