import type { Grid } from '#contract/grids.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import type { Brush } from '#imaging/mask/tools/shapes/brush.ts';
import type { DrawnPolygon, PolygonMode } from '#imaging/mask/tools/shapes/polygon.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';
import type { ChangedVoxels, Computation, NotComputed, Previewed } from './compute/computation.ts';
import type { MaskExport, MaskExported } from './export-types.ts';
import type { MaskImports } from './import/import-types.ts';

export type { ChangedVoxels, Computation, NotComputed, Previewed };
export type * from './import/import-types.ts';
export type { MaskExport, MaskExported, MaskExportRefusal, MaskFormat } from './export-types.ts';

/** A segmentation and the grid that it is drawn on. */
export interface MaskSource {
  study: string;
  segmentation: string;
  /** SHA-256 of the grid, and the grid itself. */
  gridHash: string;
  grid: Grid;
  /** Segments may not overlap: a stroke clears what it sets in all others. */
  isExclusive: boolean;
}

/** `grid`: what is drawn belongs to another grid. `damaged`: an operation cannot be read, so the bits are unknown. */
export interface NoMask {
  noMask: 'grid' | 'damaged';
}

/** What is known of an open segmentation. Told again after every change. */
export interface MaskNews {
  segmentation: string;
  /** Differs after every change of a bit. */
  version: number;
  segments: readonly SegmentNews[];
  /** Operations of this device that the server has not confirmed. */
  unsent: number;
  /** Operations of this user that the server kept aside. */
  aside: readonly { uuid: string; reason: AsideReason }[];
  conflicts: readonly MaskConflict[];
  canUndo: boolean;
  canRedo: boolean;
}

export interface SegmentNews {
  uuid: string;
  voxels: number;
  /** Null where the slices make no volume. */
  ml: number | null;
  /** A voxel in its middle slice; null while it is empty. */
  middle: Voxel | null;
}

/** Voxels of an operation of this user that somebody else had changed: they were not written. */
export interface MaskConflict {
  uuid: string;
  segment: string;
  voxels: number;
  /** Nothing of it was written. */
  isProposal: boolean;
  /** Where to look. */
  at: Voxel;
}

/** What somebody did in one go, with a tool that draws or computes. Lengths in mm, places in voxels of the grid. */
export type Gesture = DrawnGesture | { tool: 'compute'; what: Computation };

export type DrawnGesture =
  | { tool: 'paint' | 'erase'; brush: Brush; path: readonly Voxel[]; within: ValueRange | null }
  | { tool: 'polygon'; polygon: DrawnPolygon; mode: PolygonMode };

/**
 * `no-room`: the device is full, and nothing was drawn. `locked`: the gesture would have changed a locked segment. `changed`: what a computation has changed; if
 * nothing, there is nothing to undo.
 */
export type Drawn = { ok: true; changed?: ChangedVoxels } | { ok: false; why: 'no-room' | 'locked' | 'closed' | NotComputed };

/** What a computation would set on a slice or plane; null where it cannot be shown, as a threshold on a plane through the slices. */
export type Preview = { ok: true; shown: Pick<SegmentOnPlane, 'width' | 'height' | 'mask'> | null } | { ok: false; why: NotComputed };

/** A segment on a slice or plane: a bit for each pixel. */
export interface SegmentOnPlane {
  segment: string;
  width: number;
  height: number;
  /** 1 is set; row by row. */
  mask: Uint8Array<ArrayBuffer>;
}

/** The bits of segmentations. A gesture is stored on this device before it is seen as drawn. */
export interface Masks extends MaskImports {
  /** `onNews` is called until it is closed, the first time before it is open. `seriesId`: the open series whose values tools read. */
  openMask(source: MaskSource, seriesId: number, onNews: (news: MaskNews) => void): Promise<MaskNews | NoMask>;
  closeMask(segmentation: string): void;
  /** `locked`: segments that nobody may change. */
  draw(segmentation: string, segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn>;
  undo(segmentation: string): Promise<Drawn>;
  redo(segmentation: string): Promise<Drawn>;
  /** Takes the voxels of a conflict over what others drew, or leaves them. */
  settle(segmentation: string, conflict: string, how: 'take' | 'leave'): Promise<Drawn>;
  /** Segments with a voxel there; none while the segmentation is closed. */
  segmentsOn(segmentation: string, where: PlaneOfSeries): Promise<SegmentOnPlane[]>;
  /** Files of what is drawn at the moment of the call, or why there are none. `onPart` tells how much is done, from 0 to 1. */
  exportMask(segmentation: string, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported>;
  /** Stores nothing. Nothing is shown while the segmentation is closed. */
  previewOf(segmentation: string, what: Previewed, where: PlaneOfSeries): Promise<Preview>;
}
