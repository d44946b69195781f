import { blockStart, type Bits } from '#imaging/mask/bits/bits.ts';
import { BLOCK_EDGE, bitsFrom, runsOf, runsToWords, type Runs } from '#imaging/mask/bits/block.ts';
import type { Change, RunsByBlock } from '#imaging/mask/bits/change.ts';
import { erase, paint } from '#imaging/mask/tools/shapes/brush.ts';
import { fillPolygon } from '#imaging/mask/tools/shapes/polygon.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import type { Grid } from '#contract/grids.ts';
import { gridSize, sliceSpaceOf, voxelSpaceOf, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { storedRange, type GridValues } from './compute/values-in-range.ts';
import type { DrawnGesture } from './types.ts';

/** What a gesture sets and clears on a grid. Voxels whose value cannot be read are not within any range. */
export async function changeOf(grid: Grid, gesture: DrawnGesture, values: GridValues): Promise<Change> {
  if (gesture.tool === 'polygon') return fillPolygon(gridSize(grid), gesture.polygon, gesture.mode);
  const { tool, brush, path, within } = gesture;
  const change = (tool === 'paint' ? paint : erase)(spaceOf(grid, gesture), { brush, path });
  if (within === null) return change;
  const size = gridSize(grid);
  return { set: await runsWithin(size, change.set, within, values), clear: await runsWithin(size, change.clear, within, values) };
}

/** Where the slices make no volume, a disc is drawn on each by its own spacing. Without one, a pixel counts as 1 mm. */
function spaceOf(grid: Grid, { brush: { shape }, path }: DrawnGesture & { tool: 'paint' | 'erase' }): VoxelSpace {
  const space = voxelSpaceOf(grid);
  if (space !== null) return space;
  if (shape.kind !== 'disc' || shape.axis !== 2) throw new RangeError('These slices make no volume');
  const size = gridSize(grid);
  const slice = Math.min(size[2] - 1, Math.max(0, Math.round(path[0]?.[2] ?? 0)));
  return { ...(sliceSpaceOf(grid, slice) ?? WITHOUT_SPACING), size };
}

const WITHOUT_SPACING: Pick<VoxelSpace, 'origin' | 'steps'> = {
  origin: [0, 0, 0],
  steps: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

async function runsWithin(size: Bits['size'], runs: RunsByBlock, range: ValueRange, values: GridValues): Promise<RunsByBlock> {
  const kept = new Map<number, Runs>();
  const slices = new Map<number, SliceWithin | null>();
  for (const [block, each] of runs) {
    const [column, row, first] = blockStart(size, block);
    const words = runsToWords(each);
    for (const [at, word] of words.entries()) {
      if (word === 0) continue;
      const slice = first + (at >> 5);
      if (!slices.has(slice)) slices.set(slice, await sliceWithin(slice, range, values));
      const known = slices.get(slice)!;
      words[at] = known === null ? 0 : bitsWithin(word, known, (row + (at & 31)) * size[0] + column);
    }
    const left = runsOf(words);
    if (left.length > 0) kept.set(block, left);
  }
  return kept;
}

interface SliceWithin {
  stored: ArrayLike<number>;
  range: ValueRange;
}

/** The stored values of a slice, and the range in them: slices may be rescaled differently. */
async function sliceWithin(slice: number, range: ValueRange, { valuesOf, rescaleOf }: GridValues): Promise<SliceWithin | null> {
  const [stored, rescale] = [await valuesOf(slice), await rescaleOf(slice)];
  return stored === null || rescale === null ? null : { stored, range: storedRange(range, rescale) };
}

/** The bits of a row whose values are in the range. `start`: place of the first one in the values. */
function bitsWithin(word: number, { stored, range: { low, high } }: SliceWithin, start: number): number {
  let bits = word;
  for (let bit = 0; bit < BLOCK_EDGE; bit += 1) {
    const value = stored[start + bit];
    if (value === undefined || !(value >= low && value <= high)) bits &= ~bitsFrom(bit, bit);
  }
  return bits >>> 0;
}
