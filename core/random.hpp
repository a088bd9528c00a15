#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "hexad/core/macros.hpp"

namespace hexad {

/// Four 32-bit words: the block of a counter-based generator.
struct Block4x32 {
  std::uint32_t word[4];
};

/// Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as
/// 1, 2, 3", section 3.3): a bijection of the counter under a key, whose outputs for consecutive
/// counters pass the usual batteries of tests.
HEXAD_FN inline Block4x32 philox4x32(Block4x32 counter, std::uint32_t key0, std::uint32_t key1) {
  constexpr std::uint64_t multiplier0 = 0xd2511f53u, multiplier1 = 0xcd9e8d57u;
  constexpr std::uint32_t weyl0 = 0x9e3779b9u, weyl1 = 0xbb67ae85u;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = multiplier0 * counter.word[0];
    const std::uint64_t product1 = multiplier1 * counter.word[2];
    counter = {{static_cast<std::uint32_t>(product1 >> 32) ^ counter.word[1] ^ key0,
                static_cast<std::uint32_t>(product1),
                static_cast<std::uint32_t>(product0 >> 32) ^ counter.word[3] ^ key1,
                static_cast<std::uint32_t>(product0)}};
    key0 += weyl0;
    key1 += weyl1;
  }
  return counter;
}

/// Random numbers that are a function of what they are for: seed, field, global id of the entity
/// and member. The same on any partition, with any number of threads, in any order.
class Random {
 public:
  /// `field` names the quantity ("thickness"); other names give unrelated numbers.
  Random(std::uint64_t seed, std::string_view field) : seed_(seed), field_(hash(field)) {}

  /// Uniform in [-1, 1), a multiple of 2^-52.
  [[nodiscard]] HEXAD_FN double uniform(std::int64_t global_id, int member = 0) const {
    return signed_unit(first(block(global_id, member)));
  }

  /// Normal with mean 0 and variance 1 (Box and Muller 1958).
  [[nodiscard]] HEXAD_FN double normal(std::int64_t global_id, int member = 0) const {
    const Block4x32 bits = block(global_id, member);
    constexpr double two_pi = 6.283185307179586;
    // (0, 1], so that the logarithm is finite; the angle needs no such care.
    const double radius_bits = static_cast<double>((first(bits) >> 11) + 1) * 0x1p-53;
    const double angle_bits = static_cast<double>(second(bits) >> 11) * 0x1p-53;
    return std::sqrt(-2.0 * std::log(radius_bits)) * std::cos(two_pi * angle_bits);
  }

 private:
  [[nodiscard]] HEXAD_FN Block4x32 block(std::int64_t global_id, int member) const {
    const auto id = static_cast<std::uint64_t>(global_id);
    return philox4x32({{static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32),
                        static_cast<std::uint32_t>(member), field_}},
                      static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32));
  }
  HEXAD_FN static std::uint64_t first(const Block4x32& b) {
    return static_cast<std::uint64_t>(b.word[1]) << 32 | b.word[0];
  }
  HEXAD_FN static std::uint64_t second(const Block4x32& b) {
    return static_cast<std::uint64_t>(b.word[3]) << 32 | b.word[2];
  }
  HEXAD_FN static double signed_unit(std::uint64_t bits) {
    return static_cast<double>(static_cast<std::int64_t>(bits) >> 11) * 0x1p-52;
  }
  /// FNV-1a, 32 bits (Fowler, Noll and Vo).
  static constexpr std::uint32_t hash(std::string_view text) {
    std::uint32_t value = 0x811c9dc5u;
    for (const char letter : text) {
      value ^= static_cast<unsigned char>(letter);
      value *= 0x01000193u;
    }
    return value;
  }

  std::uint64_t seed_;
  std::uint32_t field_;
};

}  // namespace hexad
