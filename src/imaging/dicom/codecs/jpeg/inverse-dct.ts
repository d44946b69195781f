import { ZIGZAG, type Plane } from './coefficients.ts';

/**
 * Coefficients to samples, by the accurate integer transform of Loeffler, Ligtenberg and Moschytz with 13 fraction bits, in the same steps
 * as the IJG reference implementation: other viewers show bit-identical values. Returns stride x 8 samples per line.
 */
export function planeToSamples(plane: Plane, quantization: Uint16Array, precision: number): Uint16Array {
  const { coefficients, stride } = plane;
  const factors = new Int32Array(64);
  for (let index = 0; index < 64; index += 1) factors[ZIGZAG[index] as number] = quantization[index] as number;
  const transform: Transform = {
    eight: new Int32Array(8),
    between: new Int32Array(64),
    spareBits: precision > 8 ? 1 : 2,
    middle: 1 << (precision - 1),
    highest: (1 << precision) - 1,
  };
  const samples = new Uint16Array(coefficients.length);
  for (let block = 0; block * 64 < coefficients.length; block += 1) {
    const at = (Math.floor(block / stride) * stride * 8 + (block % stride)) * 8;
    blockToSamples(coefficients, block * 64, factors, samples, at, stride * 8, transform);
  }
  return samples;
}

interface Transform {
  eight: Int32Array;
  between: Int32Array;
  /** Fraction bits kept between columns and rows. */
  spareBits: number;
  middle: number;
  highest: number;
}

function blockToSamples(
  coefficients: Int16Array,
  from: number,
  factors: Int32Array,
  samples: Uint16Array,
  to: number,
  line: number,
  { eight, between, spareBits, middle, highest }: Transform,
): void {
  for (let x = 0; x < 8; x += 1) {
    for (let y = 0; y < 8; y += 1) eight[y] = (coefficients[from + y * 8 + x] as number) * (factors[y * 8 + x] as number);
    transformEight(eight, 13 - spareBits);
    for (let y = 0; y < 8; y += 1) between[y * 8 + x] = eight[y] as number;
  }
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) eight[x] = between[y * 8 + x] as number;
    transformEight(eight, 13 + spareBits + 3);
    for (let x = 0; x < 8; x += 1) samples[to + y * line + x] = Math.min(highest, Math.max(0, (eight[x] as number) + middle));
  }
}

/** One-dimensional transform in place; `shift` fraction bits are rounded off. Factors are cosines times 2^13. */
function transformEight(v: Int32Array, shift: number): void {
  // One by one: destructuring a list costs three times as much as the transform.
  const a0 = v[0] as number;
  const a1 = v[1] as number;
  const a2 = v[2] as number;
  const a3 = v[3] as number;
  const a4 = v[4] as number;
  const a5 = v[5] as number;
  const a6 = v[6] as number;
  const a7 = v[7] as number;
  const round = 1 << (shift - 1);
  const even = (a2 + a6) * 4433;
  const e0 = (a0 + a4) * 8192;
  const e1 = (a0 - a4) * 8192;
  const e2 = even - a6 * 15137;
  const e3 = even + a2 * 6270;

  const odd = (a7 + a3 + a5 + a1) * 9633;
  const z1 = (a7 + a1) * -7373;
  const z2 = (a5 + a3) * -20995;
  const z3 = (a7 + a3) * -16069 + odd;
  const z4 = (a5 + a1) * -3196 + odd;
  const o0 = a7 * 2446 + z1 + z3;
  const o1 = a5 * 16819 + z2 + z4;
  const o2 = a3 * 25172 + z2 + z3;
  const o3 = a1 * 12299 + z1 + z4;

  v[0] = (e0 + e3 + o3 + round) >> shift;
  v[7] = (e0 + e3 - o3 + round) >> shift;
  v[1] = (e1 + e2 + o2 + round) >> shift;
  v[6] = (e1 + e2 - o2 + round) >> shift;
  v[2] = (e1 - e2 + o1 + round) >> shift;
  v[5] = (e1 - e2 - o1 + round) >> shift;
  v[3] = (e0 - e3 + o0 + round) >> shift;
  v[4] = (e0 - e3 - o0 + round) >> shift;
}
