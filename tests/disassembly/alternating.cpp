namespace hexad {
void alternating(double* __restrict out, const double* __restrict a, const double* __restrict b,
                 const double* __restrict c);
void alternating(double* __restrict out, const double* __restrict a, const double* __restrict b,
                 const double* __restrict c) {
  out[0] = a[0] * b[0] - c[0];
  out[1] = a[1] * b[1] + c[1];
  out[2] = a[2] * b[2] - c[2];
  out[3] = a[3] * b[3] + c[3];
}
}  // namespace hexad
