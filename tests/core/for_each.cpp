#include "hexad/core/for_each.hpp"

#include <numeric>
#include <vector>

#include "catch.hpp"
#include "devices.hpp"
#include "hexad/core/array.hpp"
#include "hexad/core/launch.hpp"
#include "visit.hpp"

using namespace hexad;

TEST_CASE("for_each visits every entity and lane once", "[core][for_each]") {
  for (const Device& device : all_devices()) {
    for (const Index n : {0, 1, 7, 100003}) {
      for (const int lanes : {1, 3}) {
        const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(lanes);
        Array<int> count(device, std::vector<int>(size, 0)), where(device, size);
        for_each(device, n, lanes,
                 hexad::test::Visit{{count.pointer(), lanes}, {where.pointer(), lanes}});
        synchronise(device);
        CHECK(count.to_host() == std::vector<int>(size, 1));
        std::vector<int> expected(size);
        for (std::size_t s = 0; s < size; ++s) {
          const int i = static_cast<int>(s) / lanes, lane = static_cast<int>(s) % lanes;
          expected[s] = 10 * i + lane;
        }
        CHECK(where.to_host() == expected);
      }
    }
  }
}

TEST_CASE("an empty launch touches nothing", "[core][for_each]") {
  for (const Device& device : all_devices()) {
    for_each(device, 0, 1, hexad::test::Visit{{nullptr, 1}, {nullptr, 1}});
    for_each(device, 10, 0, hexad::test::Visit{{nullptr, 1}, {nullptr, 1}});
  }
}

TEST_CASE("the shuffled order is a permutation, and none of the others", "[core][for_each]") {
  std::vector<Index> sizes{1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 642, 2562, 10242, 40962};
  // Multiples of many primes leave few strides that are coprime to them.
  sizes.insert(sizes.end(), {30, 210, 2310, 30030, 510510, 9699690 / 19, 2 * 3 * 5 * 7 * 11 * 13});
  for (const Index n : sizes) {
    const detail::Shuffle shuffle(n);
    std::vector<char> seen(static_cast<std::size_t>(n), 0);
    Index in_place = 0;
    for (Index i = 0; i < n; ++i) {
      const Index to = shuffle(i);
      REQUIRE(to >= 0);
      REQUIRE(to < n);
      seen[static_cast<std::size_t>(to)] += 1;
      in_place += to == i ? 1 : 0;
    }
    CHECK(std::accumulate(seen.begin(), seen.end(), Index{0}) == n);
    CHECK(*std::min_element(seen.begin(), seen.end()) == 1);
    if (n > 100) CHECK(in_place < n / 10);
  }
}
