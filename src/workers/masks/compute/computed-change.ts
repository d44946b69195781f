import type { Grid } from '#contract/grids.ts';
import { boundsOf, boxSize, clippedBox, countVoxels, emptyBits, paddedBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { NO_CHANGE, runsToBits, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { booleanOf } from '#imaging/mask/tools/boolean.ts';
import { copyPlane } from '#imaging/mask/tools/copy.ts';
import { fillBetween } from '#imaging/mask/tools/margins/fill-between.ts';
import { growBy, shrinkBy } from '#imaging/mask/tools/margins/grow-shrink.ts';
import { smooth } from '#imaging/mask/tools/margins/smooth.ts';
import { fillHoles, keepIslands } from '#imaging/mask/tools/regions/islands.ts';
import { gridSize, voxelSpaceOf, voxelVolumeMl, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import type { ChangedVoxels, Computation, NotComputed, Previewed } from './computation.ts';
import { bitsInRange, bitsOfRegion, bitsOfShare, type ComputedBits, type GridValues } from './values-in-range.ts';

export type Computed = { ok: true; change: Change } | { ok: false; why: NotComputed };

export interface ComputeFrom {
  grid: Grid;
  /** By segment; absent ones are empty. */
  segments: ReadonlyMap<string, Bits>;
  segment: string;
  values: GridValues;
  /** False ends a long computation with nothing. */
  goesOn(): boolean;
}

/** What a computation sets and clears in a segment. */
export async function computedChange(what: Computation, from: ComputeFrom): Promise<Computed> {
  const { grid, segments, segment } = from;
  const size = gridSize(grid);
  const bits = segments.get(segment) ?? emptyBits(size);
  switch (what.do) {
    case 'threshold':
    case 'region':
    case 'share-of-max': {
      const found = await previewedBits(what, from);
      return found.ok ? { ok: true, change: settingChange(found.bits) } : found;
    }
    case 'copy-slice':
      return copySlice(grid, bits, what);
    case 'combine':
      return { ok: true, change: booleanOf(bits, segments.get(what.with) ?? emptyBits(size), what.how) };
    case 'fill-holes':
      if (what.in === 'slices') return { ok: true, change: fillHoles(bits, 2) };
      return inSpace(grid, () => fillHoles(bits));
    case 'fill-between':
      return inSpace(grid, (space) => fillBetween(bits, space, 2));
    case 'keep-largest':
      return inSpace(grid, () => keepIslands(bits, { kind: 'largest' }));
    case 'remove-small':
      return inSpace(grid, (space) => keepIslands(bits, { kind: 'larger-than', voxels: voxelsOf(what.ml, space) }));
    case 'smooth':
    case 'grow':
    case 'shrink':
      return inSpace(grid, (space) => marginChange(bits, space, what));
  }
}

/** What a threshold or a region would set. */
export function previewedBits(
  what: Previewed,
  { grid, values, goesOn }: Pick<ComputeFrom, 'grid' | 'values' | 'goesOn'>,
): Promise<ComputedBits> {
  if (what.do === 'threshold') return bitsInRange(grid, values, what.range, what.slice);
  return what.do === 'region' ? bitsOfRegion(grid, values, what, goesOn) : bitsOfShare(grid, values, what, goesOn);
}

/** How many voxels a change sets that were not set, and clears that were. */
export function changedVoxels(bits: Bits, { set, clear }: Change): ChangedVoxels {
  return {
    set: countVoxels(combined(runsToBits(bits.size, set), bits, 'without')),
    cleared: countVoxels(combined(runsToBits(bits.size, clear), bits, 'intersection')),
  };
}

function inSpace(grid: Grid, change: (space: VoxelSpace) => Change | 'too-large'): Computed {
  const space = voxelSpaceOf(grid);
  if (space === null || grid.noVolume !== null) return { ok: false, why: 'no-volume' };
  const made = change(space);
  return made === 'too-large' ? { ok: false, why: made } : { ok: true, change: made };
}

function copySlice(grid: Grid, bits: Bits, { from, to }: { from: number; to: number }): Computed {
  const [source, target] = [grid.slices[from], grid.slices[to]];
  if (source === undefined || target === undefined) return { ok: false, why: 'no-place' };
  const [a, b] = [grid.planes[source.plane]!, grid.planes[target.plane]!];
  if (a.columns !== b.columns || a.rows !== b.rows) return { ok: false, why: 'no-place' };
  return { ok: true, change: copyPlane(bits, 2, from, to, 'add') };
}

/** Distances take eight bytes for each voxel of the box around a segment. */
const MOST_BOX_VOXELS = 2 ** 25;
/** A blur reaches over so many of its deviations. */
const BLUR_REACH = 3;

function marginChange(
  bits: Bits,
  space: VoxelSpace,
  { do: how, mm }: { do: 'smooth' | 'grow' | 'shrink'; mm: number },
): Change | 'too-large' {
  const bounds = boundsOf(bits);
  if (bounds === null) return NO_CHANGE;
  const reachMm = how === 'smooth' ? BLUR_REACH * mm : how === 'grow' ? mm : 0;
  const reach = space.steps.map((step) => Math.ceil(reachMm / length(step))) as unknown as Voxel;
  const [columns, rows, slices] = boxSize(clippedBox(paddedBox(bounds, reach), bits.size)!);
  if (columns * rows * slices > MOST_BOX_VOXELS) return 'too-large';
  if (how === 'smooth') return smooth(bits, space, { kind: 'gaussian', mm });
  return (how === 'grow' ? growBy : shrinkBy)(bits, space, mm);
}

/** The smallest number of voxels that has a volume. */
function voxelsOf(ml: number, space: VoxelSpace): number {
  return Math.ceil(ml / voxelVolumeMl(space) - ROUNDING);
}

const ROUNDING = 1e-6;
