/** A CT of one body, with the number of each slice written into its pixels. The product gets it as files, the peers as an array. */
export const SIZE = 512;
export const SLICES = 300;
/** Walks begin here: some viewers show nothing at the very edge of a volume. */
export const FIRST_SLICE = 20;
export const SPACING_MM = { pixel: 0.7422, slice: 1 } as const;
/** What stored values are above Hounsfield units. */
export const STORED_OFFSET = 1024;
export const WINDOW = { center: 50, width: 400 } as const;

/** Where the blocks of the number are in a slice, in pixels: in the air above the body, away from the words of every viewer. */
export const BLOCKS_AT = { x: 148, y: 32, block: 24, columns: 9, rows: 2, mask: 0b110100101 } as const;

const AIR = -1000;
const METAL = 1500;

/** Hounsfield units of a slice, row by row. */
export function hounsfieldOf(slice: number): Int16Array<ArrayBuffer> {
  const values = new Int16Array(SIZE * SIZE);
  for (let y = 0, at = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1, at += 1)
      values[at] = tissueAt(x, y, slice) + NOISE[((at + slice * SIZE * SIZE) * 0x9e3779b1) >>> 16]!;
  }
  const { x: left, y: top, block, columns, rows } = BLOCKS_AT;
  const bits = bitsOf(slice);
  for (let y = top; y < top + rows * block; y += 1) {
    for (let x = left; x < left + columns * block; x += 1) {
      const isOne = bits[Math.floor((y - top) / block) * columns + Math.floor((x - left) / block)];
      values[y * SIZE + x] = isOne ? METAL : AIR;
    }
  }
  return values;
}

/** A trunk with a spine, a skin of fat, and organs as cubes that differ, so that every plane has edges. */
function tissueAt(x: number, y: number, z: number): number {
  const [across, down] = [(x - 256) / 220, (y - 256) / 160];
  const fromMiddle = across * across + down * down;
  if (fromMiddle > 1) return AIR;
  if ((x - 256) ** 2 + (y - 370) ** 2 < 900) return 700;
  if (fromMiddle > 0.88) return -90;
  return 40 + ((x * 7 + y * 3) & 31) + (((x >> 4) + (y >> 4) + (z >> 4)) & 1) * 60;
}

const NOISE = createNoise();

function createNoise(): Int16Array {
  const noise = new Int16Array(65_536);
  let state = 12_345;
  for (let at = 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    noise[at] = ((state >> 8) % 41) - 20;
  }
  return noise;
}

/**
 * Nine bits, the lowest first, and then the opposite of each: a picture between two slices, or none, reads as no number. The mask makes blocks of the
 * first slices differ, as otherwise smaller or mirrored ones would read the same.
 */
export function bitsOf(number: number): boolean[] {
  const bits = Array.from({ length: BLOCKS_AT.columns }, (_, bit) => (((number ^ BLOCKS_AT.mask) >> bit) & 1) === 1);
  return [...bits, ...bits.map((bit) => !bit)];
}

/** The number; null unless the second half says the opposite of the first. */
export function numberOf(bits: readonly (boolean | null)[]): number | null {
  const half = bits.length / 2;
  let number = 0;
  for (let bit = 0; bit < half; bit += 1) {
    const one = bits[bit];
    if (one == null || one === bits[bit + half] || bits[bit + half] == null) return null;
    if (one) number |= 1 << bit;
  }
  return number ^ BLOCKS_AT.mask;
}
