/**
 * Eigenvalues of many symmetric matrices of 3 x 3, least first. `matrix`: xx, xy, xz, yy, yz, zz of each voxel. They are written over the
 * first three.
 */
export function eigenvaluesInPlace(matrix: readonly Float32Array[], length: number): void {
  const [xx, xy, xz, yy, yz, zz] = matrix as readonly [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  for (let at = 0; at < length; at += 1) {
    const [a, b, c, d, e, f] = [xx[at]!, yy[at]!, zz[at]!, xy[at]!, xz[at]!, yz[at]!];
    const mean = (a + b + c) / 3;
    const off = d * d + e * e + f * f;
    const size = Math.sqrt(((a - mean) ** 2 + (b - mean) ** 2 + (c - mean) ** 2 + 2 * off) / 6);
    if (size === 0) {
      xx[at] = xy[at] = xz[at] = mean;
      continue;
    }
    // Trigonometric solution of the characteristic polynomial of (matrix - mean) / size.
    const [p, q, r] = [a - mean, b - mean, c - mean];
    const determinant = p * (q * r - f * f) - d * (d * r - f * e) + e * (d * f - q * e);
    const angle = Math.acos(Math.min(1, Math.max(-1, determinant / (2 * size ** 3)))) / 3;
    const high = mean + 2 * size * Math.cos(angle);
    const low = mean + 2 * size * Math.cos(angle + (2 * Math.PI) / 3);
    xx[at] = low;
    xy[at] = 3 * mean - high - low;
    xz[at] = high;
  }
}
