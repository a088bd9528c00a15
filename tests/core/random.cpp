#include "hexad/core/random.hpp"

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "catch.hpp"

using namespace hexad;

namespace {

void check_known(Block4x32 counter, std::uint32_t key0, std::uint32_t key1, Block4x32 expected) {
  const Block4x32 block = philox4x32(counter, key0, key1);
  for (int n = 0; n < 4; ++n) CHECK(block.word[n] == expected.word[n]);
}

struct Moments {
  double mean = 0, variance = 0, third = 0, fourth = 0;
};

template <class Draw>
Moments moments(int n, const Draw& draw) {
  Moments m;
  for (int i = 0; i < n; ++i) {
    const double x = draw(i);
    m.mean += x / n;
    m.variance += x * x / n;
    m.third += x * x * x / n;
    m.fourth += x * x * x * x / n;
  }
  return m;
}

}  // namespace

TEST_CASE("Philox gives the published answers", "[core][random]") {
  // kat_vectors of Random123, the authors' own implementation; the last from the digits of pi.
  check_known({{0, 0, 0, 0}}, 0, 0, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  const std::uint32_t ones = 0xffffffff;
  check_known({{ones, ones, ones, ones}}, ones, ones,
              {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  check_known({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0,
              {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

TEST_CASE("random numbers have the moments of their distribution", "[core][random]") {
  // Five standard deviations of each sample moment: of x^k over n draws, sqrt(var(x^k) / n).
  const int n = 200000;
  const double root = 5 / std::sqrt(static_cast<double>(n));
  const Random random(42, "thickness");
  const auto u = moments(n, [&](int i) { return random.uniform(i); });
  CHECK(std::abs(u.mean) < root * std::sqrt(1.0 / 3));
  CHECK(std::abs(u.variance - 1.0 / 3) < root * std::sqrt(1.0 / 5 - 1.0 / 9));
  CHECK(std::abs(u.third) < root * std::sqrt(1.0 / 7));
  CHECK(std::abs(u.fourth - 1.0 / 5) < root * std::sqrt(1.0 / 9 - 1.0 / 25));
  const auto g = moments(n, [&](int i) { return random.normal(i); });
  CHECK(std::abs(g.mean) < root);
  CHECK(std::abs(g.variance - 1) < root * std::sqrt(2.0));
  CHECK(std::abs(g.third) < root * std::sqrt(15.0));
  CHECK(std::abs(g.fourth - 3) < root * std::sqrt(96.0));
}

TEST_CASE("uniform numbers fill -1 to 1 and all differ", "[core][random]") {
  const Random random(1, "u");
  std::set<double> seen;
  for (std::int64_t id = 0; id < 100000; ++id) {
    const double x = random.uniform(id);
    REQUIRE(x >= -1.0);
    REQUIRE(x < 1.0);
    seen.insert(x);
  }
  CHECK(seen.size() == 100000);
  CHECK(*seen.begin() < -0.999);
  CHECK(*seen.rbegin() > 0.999);
}

TEST_CASE("seed, field, entity and member give unrelated numbers, in any order", "[core][random]") {
  const int n = 20000;
  const Random base(1, "u"), other_seed(2, "u"), far_seed(1 + (std::uint64_t{1} << 32), "u"),
      other_field(1, "h");
  const auto correlation = [&](auto&& draw) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += base.normal(i) * draw(i) / n;
    return std::abs(sum);
  };
  const double bound = 5 / std::sqrt(static_cast<double>(n));
  CHECK(correlation([&](int i) { return other_seed.normal(i); }) < bound);
  CHECK(correlation([&](int i) { return far_seed.normal(i); }) < bound);
  CHECK(correlation([&](int i) { return other_field.normal(i); }) < bound);
  CHECK(correlation([&](int i) { return base.normal(i, 1); }) < bound);
  CHECK(correlation([&](int i) { return base.normal(i + 1); }) < bound);
  CHECK(correlation([&](int i) { return base.normal(i + (std::int64_t{1} << 32)); }) < bound);
  // A draw depends on nothing that was drawn before.
  std::vector<double> forward;
  for (int i = 0; i < 100; ++i) forward.push_back(base.normal(i, 3));
  for (int i = 99; i >= 0; --i)
    CHECK(Random(1, "u").normal(i, 3) == forward[static_cast<std::size_t>(i)]);
}
