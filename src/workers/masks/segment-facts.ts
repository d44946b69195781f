import type { Grid } from '#contract/grids.ts';
import { blockStart, type Bits } from '#imaging/mask/bits/bits.ts';
import { bitsSet, BLOCK_EDGE, lowestBit, type Block } from '#imaging/mask/bits/block.ts';
import type { Change } from '#imaging/mask/bits/change.ts';
import { voxelSpaceOf, voxelVolumeMl, type Voxel } from '#model/grids/voxel-space.ts';
import { holdingSegments } from './holding-segments.ts';
import type { SegmentNews } from './types.ts';

/** Counts of blocks are kept: from one state to the next, only some blocks differ. */
const counted = new WeakMap<object, Uint16Array>();

type Facts = Omit<SegmentNews, 'holdsOthers'>;

/** Facts of the segments of an open segmentation. Those of a segment whose blocks are the same as before are not computed again: a stroke counts one segment. */
export class SegmentFacts {
  readonly #grid: Grid;
  #known = new Map<string, { bits: Bits; facts: Facts }>();
  #news: readonly SegmentNews[] = [];

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  of(segments: ReadonlyMap<string, Bits>): readonly SegmentNews[] {
    const before = this.#known;
    this.#known = new Map(
      [...segments].map(([uuid, bits]) => {
        const known = before.get(uuid);
        return [uuid, known && hasSameBlocks(known.bits, bits) ? known : { bits, facts: segmentFacts(uuid, bits, this.#grid) }];
      }),
    );
    const isSame = before.size === this.#known.size && [...this.#known].every(([uuid, known]) => before.get(uuid) === known);
    if (isSame) return this.#news;
    const holding = holdingSegments(segments);
    this.#news = [...this.#known.values()].map(({ facts }) => ({ ...facts, holdsOthers: holding.has(facts.uuid) }));
    return this.#news;
  }
}

/** States share the blocks that do not differ. */
function hasSameBlocks(a: Bits, b: Bits): boolean {
  if (a.blocks.size !== b.blocks.size) return false;
  for (const [number, block] of a.blocks) if (b.blocks.get(number) !== block) return false;
  return true;
}

let lastVersion = 0;

/** Size of a segment, a voxel in the slice that halves its volume, and the slices that it is on. */
function segmentFacts(uuid: string, bits: Bits, grid: Grid): Facts {
  const ofSlices = new Map<number, number>();
  for (const [number, block] of bits.blocks) {
    const [, , first] = blockStart(bits.size, number);
    for (const [slice, count] of slicesOf(block).entries())
      if (count > 0) ofSlices.set(first + slice, (ofSlices.get(first + slice) ?? 0) + count);
  }
  const voxels = [...ofSlices.values()].reduce((sum, count) => sum + count, 0);
  const space = voxelSpaceOf(grid);
  lastVersion += 1;
  const ml = space && voxels * voxelVolumeMl(space);
  return {
    ...{ uuid, version: lastVersion, voxels, ml },
    middle: middleOf(bits, ofSlices, voxels),
    slices: sliceRuns([...ofSlices.keys()]),
  };
}

/** First and last of slices that follow each other. */
function sliceRuns(slices: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const slice of slices.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === slice - 1) run[1] = slice;
    else runs.push([slice, slice]);
  }
  return runs;
}

/** How many voxels a change has, and the first of them. */
export function changeFacts(size: Bits['size'], { set, clear }: Change): { voxels: number; at: Voxel } {
  let voxels = 0;
  let at: Voxel | null = null;
  for (const runs of [set, clear])
    for (const [number, each] of runs) {
      for (let run = 0; run < each.length; run += 2) voxels += each[run + 1]! - each[run]! + 1;
      at ??= voxelOf(size, number, each[0]!);
    }
  return { voxels, at: at ?? [0, 0, 0] };
}

function slicesOf(block: Block): Uint16Array {
  const known = counted.get(block);
  if (known) return known;
  const counts = new Uint16Array(BLOCK_EDGE);
  for (let word = 0; word < block.length; word += 1) counts[word >> 5] = counts[word >> 5]! + bitsSet(block[word]!);
  counted.set(block, counts);
  return counts;
}

function middleOf(bits: Bits, ofSlices: ReadonlyMap<number, number>, voxels: number): Voxel | null {
  let before = 0;
  for (const [slice, count] of [...ofSlices].toSorted(([a], [b]) => a - b)) {
    before += count;
    if (before * 2 >= voxels) return nthVoxel(bits, slice, Math.floor(count / 2));
  }
  return null;
}

/** Of the voxels of a slice, in the order of the blocks. */
function nthVoxel({ size, blocks }: Bits, slice: number, nth: number): Voxel | null {
  let left = nth;
  for (const [number, block] of [...blocks].toSorted(([a], [b]) => a - b)) {
    const [, , first] = blockStart(size, number);
    if (slice < first || slice >= first + BLOCK_EDGE) continue;
    for (let word = (slice - first) * BLOCK_EDGE; word < (slice - first + 1) * BLOCK_EDGE; word += 1) {
      let bits = block[word]!;
      const count = bitsSet(bits);
      if (left >= count) {
        left -= count;
        continue;
      }
      for (; left > 0; left -= 1) bits &= bits - 1;
      return voxelOf(size, number, word * BLOCK_EDGE + lowestBit(bits));
    }
  }
  return null;
}

function voxelOf(size: Bits['size'], block: number, bit: number): Voxel {
  const [column, row, slice] = blockStart(size, block);
  return [column + (bit & 31), row + ((bit >> 5) & 31), slice + (bit >> 10)];
}
