import type { Grid } from '#contract/grids.ts';
import { isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import type { Rescale } from '#imaging/mask/statistics/mask-values.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ExportedFile, MaskExported, NamedSegment } from './export-types.ts';

/** A slice of the series that is drawn on. */
export interface ImageOfMask {
  description: InstanceDescription;
  /** Stored values, row by row; null in colour. */
  values: ArrayLike<number> | null;
  rescale: Rescale;
  /** Of the rescaled values; empty if unknown. */
  unit: string;
}

/** What is drawn, at one moment. */
export interface DrawnMask {
  grid: Grid;
  /** By UUID. */
  segments: ReadonlyMap<string, Bits>;
  /** By number of the slice in the grid; null if it is not on this device. */
  imageOf(slice: number): Promise<ImageOfMask | null>;
}

/** A segment with its bits. `value`: in a label map. */
export interface LeavingSegment extends NamedSegment {
  bits: Bits;
  value: number;
}

/** Files, and what is to be said of them. */
export function exportedFiles(files: ExportedFile[], said: Partial<Extract<MaskExported, { ok: true }>> = {}): MaskExported {
  return { ok: true, files, parts: 1, left: [], isSheared: false, isWithoutValues: false, ...said };
}

/** Those without a voxel, by UUID. */
export const emptySegments = (segments: readonly LeavingSegment[]): string[] =>
  segments.filter(({ bits }) => isEmpty(bits)).map(({ uuid }) => uuid);

/** `name`, or `name-1`, `name-2` and so on where there are several. */
export const partName = (name: string, part: number, parts: number): string => (parts > 1 ? `${name}-${part + 1}` : name);
