/** Of a float of 32 bits: the exponents of both formats differ by this. */
const REBIASED = 0x38000000;
/** 2 ** -14, the smallest normal half. */
const SMALLEST_NORMAL = 0x38800000;

/**
 * Values as the 16-bit floats of IEEE 754 that graphics processors interpolate, with `low` as 0 and `high` as 1, rounded to the nearest. NaN becomes 0;
 * what lies outside is clamped. Near `high`, neighbours are 1/2048 of the range apart.
 */
export function toHalves(values: Float32Array, low: number, high: number): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(values.length);
  const scratch = new Float32Array(1);
  const bits = new Uint32Array(scratch.buffer);
  const perValue = high > low ? 1 / (high - low) : 0;
  for (let at = 0; at < values.length; at += 1) {
    const part = (values[at]! - low) * perValue;
    if (!(part > 0)) continue;
    scratch[0] = part < 1 ? part : 1;
    const whole = bits[0]!;
    halves[at] = whole < SMALLEST_NORMAL ? Math.round(scratch[0] * 2 ** 24) : (whole - REBIASED + 0xfff + ((whole >> 13) & 1)) >> 13;
  }
  return halves;
}

/** The number that a half float stands for: of those that are not negative and finite. */
export function halfToNumber(half: number): number {
  const [exponent, fraction] = [half >> 10, half & 0x3ff];
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}
