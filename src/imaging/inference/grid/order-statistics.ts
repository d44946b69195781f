/**
 * Values by their rank (from 0) in ascending order, exact and without a copy: two counts over the upper and the lower half of the bits of a float. Values are
 * finite.
 */
export function valuesAtRanks(values: Float32Array, ranks: readonly number[]): number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const upper = new Uint32Array(HALVES);
  for (let index = 0; index < bits.length; index += 1) upper[ordered(bits[index]!) >>> 16]! += 1;
  const lowerOf = new Map<number, Uint32Array>();
  return ranks.map((rank) => {
    const [high, before] = bucketOf(upper, rank);
    const lower = lowerOf.get(high) ?? lowerHalves(bits, high);
    lowerOf.set(high, lower);
    const [low] = bucketOf(lower, rank - before);
    return toFloat((high << 16) | low);
  });
}

/** Percentiles (0 to 100) with linear interpolation between ranks, as numpy computes them by default. */
export function percentilesOf(values: Float32Array, percents: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('Percentiles need a value');
  const places = percents.map((percent) => (percent / 100) * (values.length - 1));
  const found = valuesAtRanks(
    values,
    places.flatMap((place) => [Math.floor(place), Math.ceil(place)]),
  );
  return places.map((place, index) => {
    const [low, high] = [found[2 * index]!, found[2 * index + 1]!];
    return low + (high - low) * (place - Math.floor(place));
  });
}

const HALVES = 2 ** 16;

/** Sorts like the float that has these bits: negative ones are reversed. */
const ordered = (bits: number): number => (bits & 0x8000_0000 ? ~bits : bits | 0x8000_0000) >>> 0;

const WORD = new Uint32Array(1);
const FLOAT = new Float32Array(WORD.buffer);

function toFloat(order: number): number {
  WORD[0] = order & 0x8000_0000 ? order & 0x7fff_ffff : ~order;
  return FLOAT[0]!;
}

function lowerHalves(bits: Uint32Array, high: number): Uint32Array {
  const lower = new Uint32Array(HALVES);
  for (let index = 0; index < bits.length; index += 1) {
    const order = ordered(bits[index]!);
    if (order >>> 16 === high) lower[order & 0xffff]! += 1;
  }
  return lower;
}

/** The bucket that holds a rank, and how many are in those before it. */
function bucketOf(counts: Uint32Array, rank: number): [bucket: number, before: number] {
  let before = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    if (rank < before + counts[bucket]!) return [bucket, before];
    before += counts[bucket]!;
  }
  throw new RangeError('There is no such rank');
}
