import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';

/** Where the voxels of a model are: the grid of a series with its axes swapped and flipped, at another spacing. It is not rotated. */
export interface ModelGrid {
  /** Columns, rows and slices, which run closest to left, posterior and superior. */
  size: Voxel;
  /** mm. */
  spacing: readonly [number, number, number];
  /** Of each of its axes: the axis of the series, and whether it runs the other way. */
  axes: readonly [ModelAxis, ModelAxis, ModelAxis];
}

export interface ModelAxis {
  axis: 0 | 1 | 2;
  isFlipped: boolean;
  /** Voxels of the series along it, and mm between them. */
  seriesSize: number;
  seriesSpacing: number;
}

/** The middle of the grid is the middle of the series, and it has the nearest whole number of voxels: the same for a series that is stored backwards. */
export function modelGridOf(space: VoxelSpace, spacing: readonly [number, number, number]): ModelGrid {
  const axes = patientAxes(space).map(({ axis, isFlipped }) => ({
    axis,
    isFlipped,
    seriesSize: space.size[axis],
    seriesSpacing: length(space.steps[axis]),
  })) as unknown as ModelGrid['axes'];
  const sizeOf = (along: 0 | 1 | 2): number => {
    const { seriesSize, seriesSpacing } = axes[along];
    return Math.max(1, Math.round((seriesSize * seriesSpacing) / spacing[along]));
  };
  return { size: [sizeOf(0), sizeOf(1), sizeOf(2)], spacing, axes };
}

/** mm from edge to edge. */
export function extentMm({ axes }: ModelGrid): [number, number, number] {
  return axes.map(({ seriesSize, seriesSpacing }) => seriesSize * seriesSpacing) as [number, number, number];
}

/** For left, posterior and superior (PS3.3 C.7.6.2.1.1): the axis of the grid that runs closest to it, the clearest first. */
function patientAxes({ steps }: VoxelSpace): { axis: 0 | 1 | 2; isFlipped: boolean }[] {
  const found: { axis: 0 | 1 | 2; isFlipped: boolean }[] = [];
  const pairs = ([0, 1, 2] as const).flatMap((axis) =>
    [0, 1, 2].map((side) => ({ axis, side, cosine: steps[axis][side as 0 | 1 | 2] / length(steps[axis]) })),
  );
  // A stable sort: of two equal cosines, the earlier axis has it.
  const clearest = pairs.sort((a, b) => Math.abs(b.cosine) - Math.abs(a.cosine));
  const taken = new Set<number>();
  for (const { axis, side, cosine } of clearest) {
    if (found[side] !== undefined || taken.has(axis)) continue;
    taken.add(axis);
    found[side] = { axis, isFlipped: cosine < 0 };
  }
  return found;
}

/** Place along an axis of the series of a place along an axis of the model, both in voxels. */
export function toSeries({ isFlipped, seriesSize, seriesSpacing }: ModelAxis, place: number, size: number, spacing: number): number {
  const fromMiddle = ((place - (size - 1) / 2) * spacing) / seriesSpacing;
  return (seriesSize - 1) / 2 + (isFlipped ? -fromMiddle : fromMiddle);
}

/** The inverse of `toSeries`. */
export function toModel({ isFlipped, seriesSize, seriesSpacing }: ModelAxis, place: number, size: number, spacing: number): number {
  const fromMiddle = ((place - (seriesSize - 1) / 2) * seriesSpacing) / spacing;
  return (size - 1) / 2 + (isFlipped ? -fromMiddle : fromMiddle);
}
