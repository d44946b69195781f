import { t } from '#language/t.ts';
import { patientToVoxel, voxelSpaceOf, voxelVolumeMl, type Grid, type Voxel } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { ChangedVoxels, Computation } from '#workers/masks/types.ts';
import { mlText, voxelsText } from '#features/annotator/masks/mask-texts.ts';
import { COMPUTE_TEXTS } from './compute-texts.ts';

export type ComputeTool = Computation['do'];

/** In the order of the list. */
export const COMPUTE_TOOLS: readonly { value: ComputeTool; label: string }[] = [
  { value: 'threshold', label: t('Threshold') },
  { value: 'region', label: t('Grow a region') },
  { value: 'share-of-max', label: t('Share of the maximum') },
  { value: 'fill-between', label: t('Fill between slices') },
  { value: 'smooth', label: t('Smooth') },
  { value: 'grow', label: t('Grow') },
  { value: 'shrink', label: t('Shrink') },
  { value: 'fill-holes', label: t('Fill holes') },
  { value: 'keep-largest', label: t('Keep the largest part') },
  { value: 'remove-small', label: t('Remove small parts') },
  { value: 'copy-slice', label: t('Copy this slice') },
  { value: 'combine', label: t('Combine with a segment') },
];

/** The numbers and choices of all tools. Values in the unit of the series. */
export interface ComputeOptions {
  low: number;
  high: number;
  tolerance: number;
  /** Of a region. */
  mostMl: number;
  /** Of the maximum, and how far around the crosshair it is looked for. */
  percent: number;
  withinMm: number;
  mm: number;
  ml: number;
  /** A threshold on the slice that is shown, or holes slice by slice. */
  onSlice: boolean;
  to: 'next' | 'previous';
  with: string | null;
  how: (Computation & { do: 'combine' })['how'];
}

export const FIRST_COMPUTE_OPTIONS: ComputeOptions = {
  ...{ low: 100, high: 1000, tolerance: 50, mostMl: 2000, mm: 2, ml: 0.1 },
  ...{ percent: 41, withinMm: 15 },
  ...{ onSlice: false, to: 'next', with: null, how: 'union' },
};

/** Around the crosshair. */
export const MOST_WITHIN_MM = 100;

export const COMPUTE_MM = { least: 0.5, most: 30, step: 0.5 } as const;

/** Where a computation would take place. */
export interface ComputePlace {
  grid: Grid;
  /** The slice that the active pane shows, and those after and before it, by their numbers in the grid; null: there is none. */
  slices: { shown: number | null; next: number | null; previous: number | null };
  /** Where the crosshair is; null: nowhere in this series. */
  crosshair: Vector | null;
}

/** What a tool is asked to do, or what is missing for it. */
export function computationOf(
  tool: ComputeTool,
  options: ComputeOptions,
  { grid, slices, crosshair }: ComputePlace,
): Computation | { why: string } {
  const { low, high, tolerance, ml, onSlice, how } = options;
  switch (tool) {
    case 'threshold':
      if (low > high) return { why: COMPUTE_TEXTS.noRange };
      if (onSlice && slices.shown === null) return { why: COMPUTE_TEXTS.noSlice };
      return { do: tool, range: { low, high }, slice: onSlice ? slices.shown : null };
    case 'region':
    case 'share-of-max': {
      const space = voxelSpaceOf(grid);
      if (space === null) return { why: COMPUTE_TEXTS.noVolume };
      if (crosshair === null) return { why: COMPUTE_TEXTS.noCrosshair };
      const seed = patientToVoxel(space)(crosshair).map((place) => Math.round(place)) as unknown as Voxel;
      const mostMl = Math.max(0, options.mostMl);
      if (tool === 'region') return { do: tool, seed, tolerance: Math.max(0, tolerance), mostMl };
      const share = Math.min(100, Math.max(1, options.percent)) / 100;
      return { do: tool, seed, withinMm: Math.min(MOST_WITHIN_MM, Math.max(0, options.withinMm)), share, mostMl };
    }
    case 'smooth':
    case 'grow':
    case 'shrink':
      return { do: tool, mm: Math.min(COMPUTE_MM.most, Math.max(COMPUTE_MM.least, options.mm)) };
    case 'fill-holes':
      return { do: tool, in: onSlice ? 'slices' : 'volume' };
    case 'remove-small':
      return { do: tool, ml: Math.max(0, ml) };
    case 'copy-slice': {
      const [from, to] = [slices.shown, slices[options.to]];
      if (from === null) return { why: COMPUTE_TEXTS.noSlice };
      return to === null ? { why: COMPUTE_TEXTS.noOther } : { do: tool, from, to };
    }
    case 'combine':
      return options.with === null ? { why: COMPUTE_TEXTS.noSegment } : { do: tool, with: options.with, how };
    case 'fill-between':
    case 'keep-largest':
      return { do: tool };
  }
}

/** What a computation has changed: in ml, or in voxels where the slices make no volume. */
export function changedText({ set, cleared }: ChangedVoxels, grid: Grid): string {
  const space = voxelSpaceOf(grid);
  const size = (voxels: number): string => (space === null ? voxelsText(voxels) : mlText(voxels * voxelVolumeMl(space)));
  if (set === 0 && cleared === 0) return COMPUTE_TEXTS.nothing;
  if (cleared === 0) return t('Set {size}', { size: size(set) });
  return set === 0
    ? t('Cleared {size}', { size: size(cleared) })
    : t('Set {set}, cleared {cleared}', { set: size(set), cleared: size(cleared) });
}
