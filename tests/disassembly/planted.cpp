// Compiled with contraction on: the check must find the fused multiply-add here.
namespace hexad {
double planted(double a, double b, double c);
double planted(double a, double b, double c) { return a * b + c; }
}  // namespace hexad
