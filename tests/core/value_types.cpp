#include "hexad/core/value_types.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "devices.hpp"
#include "hexad/core/array.hpp"
#include "visit.hpp"

using namespace hexad;
using hexad::test::Everything;

namespace {

using D = Dual<double>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::vector<double> arguments() {
  std::vector<double> x;
  for (int n = 0; n < 4000; ++n) x.push_back(3.0 * std::sin(1.7 * n) + 1e-3 * n);
  x[0] = 0.0;
  x[1] = -0.0;
  return x;
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// y = Everything(x) over all of x as lanes of type T, on one device.
template <class T>
std::vector<scalar_of<T>> run(const Device& device, const std::vector<scalar_of<T>>& x) {
  const Array<scalar_of<T>> in(device, x);
  Array<scalar_of<T>> out(device, x.size());
  const auto n = static_cast<Index>(x.size() / static_cast<std::size_t>(width_of<T>));
  const Everything<T> kernel{{reinterpret_cast<const T*>(in.pointer()), 1},
                             {reinterpret_cast<T*>(out.pointer()), 1}};
  for_each<ValueTraits<T>::on_device>(device, n, 1, kernel);
  return out.to_host();
}

/// The tangent of f at x = 0.7 in direction 1.3 against its analytic derivative, whose rounding
/// is a few units in the last place.
template <class F>
void check_derivative(const F& f, double x, double derivative) {
  const D y = f(D(x, 1.3));
  CHECK(std::abs(y.tangent - 1.3 * derivative) <= 8 * epsilon * std::abs(1.3 * derivative));
}

}  // namespace

static_assert(std::is_trivially_copyable_v<Dual<float>>);
static_assert(std::is_trivially_copyable_v<Pack4>);
static_assert(std::is_trivially_copyable_v<PackMask<double, 4>>);
static_assert(sizeof(Pack4) == 32 && alignof(Pack4) == 32);
static_assert(std::is_same_v<real_of<D>, double> && std::is_same_v<scalar_of<D>, D>);
static_assert(std::is_same_v<scalar_of<Pack4>, double> && width_of<Pack4> == 4);
static_assert(std::is_same_v<decltype(0.5f * float{}), float>);
static_assert(std::is_same_v<decltype(0.5 * Pack4{}), Pack4>);
static_assert(std::is_same_v<decltype(2 * D{}), D>);

TEST_CASE("a dual number carries analytic derivatives", "[core][value]") {
  const double x = 0.7;
  check_derivative([](D a) { return a + a; }, x, 2);
  check_derivative([](D a) { return 3.0 - a; }, x, -1);
  check_derivative([](D a) { return a * a * a; }, x, 3 * x * x);
  check_derivative([](D a) { return 0.5 * a / 3.0; }, x, 0.5 / 3);
  check_derivative([](D a) { return 2.0 / a; }, x, -2 / (x * x));
  check_derivative([](D a) { return a / (1.0 + a * a); }, x,
                   (1 - x * x) / ((1 + x * x) * (1 + x * x)));
  check_derivative([](D a) { return -(a - 1.0); }, x, -1);
  check_derivative([](D a) { return sqrt(a); }, x, 0.5 / std::sqrt(x));
  check_derivative([](D a) { return exp(2.0 * a); }, x, 2 * std::exp(2 * x));
  check_derivative([](D a) { return log(a); }, x, 1 / x);
  check_derivative([](D a) { return sin(a); }, x, std::cos(x));
  check_derivative([](D a) { return cos(a); }, x, -std::sin(x));
  check_derivative([](D a) { return atan2(a, D(2.0)); }, x, 2 / (4 + x * x));
  check_derivative([](D a) { return atan2(D(2.0), a); }, x, -2 / (4 + x * x));
  check_derivative([](D a) { return abs(a); }, x, 1);
  check_derivative([](D a) { return abs(-2.0 * a); }, x, 2);
  check_derivative([](D a) { return max(a, D(0.5)); }, x, 1);
  check_derivative([](D a) { return min(a, D(0.5)); }, x, 0);
  check_derivative([](D a) { return select(a > D(0.5), 2.0 * a, 3.0 * a); }, x, 2);
}

TEST_CASE("derivatives that do not exist follow the stated convention", "[core][value]") {
  CHECK(abs(D(0.0, 1.0)).tangent == 0.0);
  CHECK(abs(D(-0.0, 1.0)).tangent == 0.0);
  CHECK(sqrt(D(0.0, 1.0)).value == 0.0);
  CHECK(sqrt(D(0.0, 1.0)).tangent == 0.0);
  CHECK(max(D(1.0, 2.0), D(1.0, 3.0)).tangent == 2.0);
  CHECK(min(D(1.0, 2.0), D(1.0, 3.0)).tangent == 2.0);
  CHECK(max(D(1.0, 2.0), D(1.5, 3.0)).tangent == 3.0);
  CHECK(min(D(1.0, 2.0), D(0.5, 3.0)).tangent == 3.0);
}

TEST_CASE("compound assignment equals the operator", "[core][value]") {
  D a(2.0, 3.0);
  a += D(1.0, 1.0);
  a *= D(2.0, 0.0);
  a -= D(1.0, 1.0);
  a /= D(5.0, 0.0);
  CHECK(a.value == 1.0);
  CHECK(a.tangent == Approx(7.0 / 5.0).epsilon(4 * epsilon));
  CHECK(D(1.0, 2.0) <= D(1.0, 9.0));
  CHECK_FALSE(D(1.0, 2.0) < D(1.0, 9.0));
}

TEST_CASE("the value of a dual number and each lane of a pack have the bits of a plain number",
          "[core][value]") {
  const auto x = arguments();
  std::vector<D> duals;
  for (const double value : x) duals.push_back(D(value, 0.3));
  for (const Device& device : all_devices()) {
    const auto plain = run<double>(device, x);
    const auto dual = run<D>(device, duals);
    bool same = true;
    for (std::size_t n = 0; n < x.size(); ++n) same = same && same_bits(plain[n], dual[n].value);
    CHECK(same);
    if (device.backend == Backend::cuda) {
      CHECK_THROWS_AS(run<Pack4>(device, x), RunError);
      continue;
    }
    CHECK(std::memcmp(run<Pack4>(device, x).data(), plain.data(), 8 * x.size()) == 0);
  }
}

TEST_CASE("the tangent of a long expression agrees with a finite difference", "[core][value]") {
  // Central differences with step h have truncation h^2 |f'''| / 6 and rounding epsilon |f| / h.
  const double h = 1e-5;
  int compared = 0;
  for (const double x : arguments()) {
    const D y = Everything<D>::of(D(x, 1.0));
    const double right = Everything<double>::of(x + h), left = Everything<double>::of(x - h);
    const double difference = (right - left) / (2 * h);
    const D beside = Everything<D>::of(D(x + h, 1.0)), before = Everything<D>::of(D(x - h, 1.0));
    const double second = (beside.tangent - before.tangent) / (2 * h);
    // The expression has kinks: leave out the few points beside one.
    if (std::abs(second) * h > 1e-3 * (1 + std::abs(y.tangent))) continue;
    compared += 1;
    CHECK(difference == Approx(y.tangent).epsilon(1e-6).margin(1e-6));
  }
  CHECK(compared > 3600);
}

TEST_CASE("comparison and selection of packs go lane by lane", "[core][value]") {
  Pack4 a(1.0), b(2.0);
  a.set(2, 5.0);
  const Pack4 c = select(a < b, 10.0 * a, b - 1);
  CHECK(c[0] == 10.0);
  CHECK(c[2] == 1.0);
  const auto mask = a >= b;
  CHECK_FALSE(mask[0]);
  CHECK(mask[2]);
  CHECK(min(a, b)[2] == 2.0);
  CHECK(max(a, Pack4(0.0))[3] == 1.0);
  CHECK((a <= b)[0]);
  CHECK((a > b)[2]);
}

TEST_CASE("single precision stays single precision", "[core][value]") {
  CHECK(std::is_same_v<decltype(sqrt(1.0f)), float>);
  CHECK(std::is_same_v<decltype(hexad::abs(1.0f)), float>);
  CHECK(hexad::abs(-0.25f) == 0.25f);
  std::vector<float> x;
  for (const double value : arguments()) x.push_back(static_cast<float>(value));
  const auto first = run<float>(Device{}, x);
  for (const Device& device : all_devices())
    if (device.backend != Backend::cuda) CHECK(run<float>(device, x) == first);
}
