/** Voxels along an edge of a block. */
export const BLOCK_EDGE = 32;
export const BLOCK_WORDS = BLOCK_EDGE * BLOCK_EDGE;
export const BLOCK_BITS = BLOCK_EDGE ** 3;

/**
 * The bits of 32³ voxels in 1024 words of 32 bits: a word is a row, its lowest bit the first column; word `row + 32 * slice`. Never written to after it was
 * made, so that layers can share it.
 */
export type Block = ArrayLike<number>;

/** Shared by all layers: a block of which every voxel is set takes no memory. */
export const FULL_BLOCK: Block = new Uint32Array(BLOCK_WORDS).fill(0xffffffff);

/**
 * Runs of set bits of a block, in increasing order: first and last bit of each. Bit `column + 32 * (row + 32 * slice)`. No run begins where another ends, so
 * that equal blocks have equal runs.
 */
export type Runs = Uint16Array<ArrayBuffer>;

/** How many voxels are set. */
export function countBlock(block: Block): number {
  if (block === FULL_BLOCK) return BLOCK_BITS;
  let count = 0;
  for (let word = 0; word < BLOCK_WORDS; word += 1) count += bitsSet(block[word]!);
  return count;
}

export function bitsSet(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of the lowest set bit; the word must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** In the form in which layers store it: nothing if it is empty, `FULL_BLOCK` if it is full. */
export function storedBlock(words: Uint32Array): Block | null {
  const [first] = words;
  if (first !== 0 && first !== 0xffffffff) return words;
  for (const word of words) if (word !== first) return words;
  return first === 0 ? null : FULL_BLOCK;
}

export function sameBlock(a: Block, b: Block): boolean {
  if (a === b) return true;
  for (let word = 0; word < BLOCK_WORDS; word += 1) if (a[word] !== b[word]) return false;
  return true;
}

/** A word of which the bits from `first` to `last` are set. */
export function bitsFrom(first: number, last: number): number {
  return ((0xffffffff << first) & (0xffffffff >>> (31 - last))) >>> 0;
}

export function runsOf(block: Block): Runs {
  const ends: number[] = [];
  let first = -1;
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    const bits = block[word]!;
    if (bits === (first < 0 ? 0 : 0xffffffff)) continue;
    for (let at = 0; at < BLOCK_EDGE;) {
      // Bits from the place on that differ from the last one.
      const changes = (first < 0 ? bits : ~bits) >>> at;
      if (changes === 0) break;
      at += lowestBit(changes);
      if (first < 0) first = word * BLOCK_EDGE + at;
      else {
        ends.push(first, word * BLOCK_EDGE + at - 1);
        first = -1;
      }
    }
  }
  if (first >= 0) ends.push(first, BLOCK_BITS - 1);
  return Uint16Array.from(ends);
}

/** Sets or clears the bits of runs. */
export function writeRuns(words: Uint32Array, runs: Runs, isSet: boolean): void {
  for (let run = 0; run < runs.length; run += 2) {
    const [first, last] = [runs[run]!, runs[run + 1]!];
    const [from, to] = [first >>> 5, last >>> 5];
    for (let word = from; word <= to; word += 1) {
      const bits = bitsFrom(word === from ? first & 31 : 0, word === to ? last & 31 : 31);
      words[word] = isSet ? words[word]! | bits : words[word]! & ~bits;
    }
  }
}

export function runsToWords(runs: Runs): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(BLOCK_WORDS);
  writeRuns(words, runs, true);
  return words;
}
