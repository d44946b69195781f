import type { Grid } from '#contract/grids.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { Brush } from '#imaging/mask/tools/shapes/brush.ts';
import type { DrawnPolygon, PolygonMode } from '#imaging/mask/tools/shapes/polygon.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import type { Uptake } from '#imaging/mask/statistics/uptake.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';
import type { ChangedVoxels, Computation, NotComputed, Previewed } from './compute/computation.ts';
import type { ImageOfGrid } from './compute/image-of-grid.ts';
import type { ConflictOnSlice } from './conflict-on.ts';
import type { MaskExport, MaskExported } from './export-types.ts';
import type { MaskHistories } from './history/history-types.ts';
import type { MaskImports } from './import/import-types.ts';
import type { Rearrangement } from './rearrange.ts';
import type { ShapeOfSegment } from '#workers/surfaces/types.ts';

export type { ImageOfGrid };
export type { ChangedVoxels, Computation, NotComputed, Previewed };
export type * from './compare/compare-types.ts';
export type * from './history/history-types.ts';
export type * from './import/import-types.ts';
export type { ConflictOnSlice } from './conflict-on.ts';
export type { MaskExport, MaskExported, MaskExportRefusal, MaskFormat } from './export-types.ts';
export type { Rearrangement } from './rearrange.ts';
export type { ShapeOfSegment } from '#workers/surfaces/types.ts';

export type { Uptake };

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
  /** Operations that the server has, of everybody. */
  onServer: number;
  /** Operations of this device that the server has not confirmed: none of them is in `onServer`. */
  unsent: number;
  /** Operations of this user that the server kept aside. */
  aside: readonly { uuid: string; reason: AsideReason }[];
  conflicts: readonly MaskConflict[];
  canUndo: boolean;
  canRedo: boolean;
}

export interface SegmentNews {
  uuid: string;
  /** Differs after every change of its bits. */
  version: number;
  voxels: number;
  /** Null where the slices make no volume. */
  ml: number | null;
  /** A voxel in its middle slice; null while it is empty. */
  middle: Voxel | null;
  /** Slices of the grid with voxels: first and last of those that follow each other. */
  slices: readonly (readonly [first: number, last: number])[];
  /** It includes nearly all of another segment. */
  holdsOthers: boolean;
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
export type Gesture =
  | DrawnGesture
  | { tool: 'compute'; what: Computation }
  /** What was corrected by clicks, or found by scribbles: the segment as it was then, and as it is to be. */
  | { tool: 'clicks' | 'scribbles'; before: Bits; after: Bits };

/** `within`: values in the unit of the series that may be drawn on; null: all. */
export type DrawnGesture =
  | { tool: 'paint' | 'erase'; brush: Brush; path: readonly Voxel[]; within: ValueRange | null }
  | { tool: 'polygon'; polygon: DrawnPolygon; mode: PolygonMode };

/**
 * `no-room`: the device is full, and nothing was drawn. `locked`: the gesture would have changed a locked segment. `changed`: what a computation has changed; if
 * nothing, there is nothing to undo. `spared`: voxels of locked segments that were left as they are, where segments may not overlap.
 * `earlier`: an earlier state is shown.
 */
export type Drawn =
  | { ok: true; changed?: ChangedVoxels; spared?: number }
  | { ok: false; why: 'no-room' | 'locked' | 'closed' | 'earlier' | NotComputed };

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
export interface Masks extends MaskImports, MaskHistories {
  /** `onNews` is called until it is closed, the first time before it is open. `seriesId`: the open series whose values tools read. */
  openMask(source: MaskSource, seriesId: number, onNews: (news: MaskNews) => void): Promise<MaskNews | NoMask>;
  closeMask(segmentation: string): void;
  /** `locked`: segments that nobody may change. */
  draw(segmentation: string, segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn>;
  /** Moves voxels between segments, as one action. */
  rearrange(segmentation: string, what: Rearrangement, locked: readonly string[]): Promise<Drawn>;
  /** Parts of a segment that hang together by the faces of voxels; 0 while the segmentation is closed. */
  countIslands(segmentation: string, segment: string): Promise<number>;
  /** A segment as it is at the moment of the call, for its surface. Null while the segmentation is closed. */
  shapeOf(segmentation: string, segment: string): Promise<ShapeOfSegment | null>;
  /** The values of its series, for a model. */
  imageOf(segmentation: string): Promise<ImageOfGrid | { ok: false; why: 'closed' }>;
  /** What a segment takes up, in the values that are shown. Null while the segmentation is closed, and where that is not known. */
  uptakeOf(segmentation: string, segment: string): Promise<Uptake | null>;
  undo(segmentation: string, locked: readonly string[]): Promise<Drawn>;
  redo(segmentation: string, locked: readonly string[]): Promise<Drawn>;
  /** Takes the voxels of a conflict over what others drew, or leaves them. */
  settle(segmentation: string, conflict: string, how: 'take' | 'leave', locked: readonly string[]): Promise<Drawn>;
  /** What settling a conflict would give, on the slice where it is; null if there is no such conflict (any more). */
  conflictOn(segmentation: string, conflict: string): Promise<ConflictOnSlice | null>;
  /** Segments with a voxel there; none while the segmentation is closed. */
  segmentsOn(segmentation: string, where: PlaneOfSeries): Promise<SegmentOnPlane[]>;
  /** Files of what is drawn at the moment of the call, or why there are none. `onPart` tells how much is done, from 0 to 1. */
  exportMask(segmentation: string, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported>;
  /** Stores nothing. Nothing is shown while the segmentation is closed. */
  previewOf(segmentation: string, what: Previewed, where: PlaneOfSeries): Promise<Preview>;
}
