import type { SegmentCodes } from '#imaging/mask/interchange/exported-segment.ts';
import type { Drawn, MaskSource } from '#workers/masks/types.ts';

/** `files`: label maps with their names beside them, segmentations or structure sets. `overlay`: a series that arrived with the study. */
export type ImportSource = { of: 'files'; files: readonly { name: string; blob: Blob }[] } | { of: 'overlay'; series: string };

export interface ImportRequest {
  source: ImportSource;
  /** UID of the study of the images; empty if unknown. */
  studyUid: string;
}

/** A segment that was read, as it would lie on the grid of the mask. */
export interface ArrivingSegment {
  /** Place in the list. */
  key: number;
  /** Empty if it has none. */
  name: string;
  /** `#RRGGBB`; null if none is given. */
  colour: string | null;
  codes: SegmentCodes;
  voxels: number;
  /** Null where the slices make no volume. */
  ml: number | null;
}

export interface ImportList {
  ok: true;
  /** Names what was read, until the next is read. */
  reading: string;
  segments: readonly ArrivingSegment[];
  /** Its voxels are not those of the grid, so borders move by up to half a voxel. */
  isResampled: boolean;
  /** Some of it lies beyond the grid. */
  isCut: boolean;
  /** It names another study. */
  isOtherStudy: boolean;
  /** Nothing in the files says whose they are. */
  isUnnamed: boolean;
  /** Contours that lie on no slice, and are left out. */
  contoursLeft: number;
}

/**
 * `closed`: the segmentation is not open any more. `cancelled`: by the user. `no-mask`: none of the files is a label map, a segmentation or a structure set.
 * `frame-of-reference`: its places belong to other coordinates. `empty`: it has no voxel. `unread`: its file does not arrive, or is gone.
 */
export type ImportRefusal =
  | 'closed'
  | 'cancelled'
  | 'no-mask'
  | 'frame-of-reference'
  | 'other-geometry'
  | 'empty'
  | 'unread'
  | 'too-large'
  | 'damaged'
  | 'unsupported'
  | 'no-volume'
  | 'not-labels'
  | 'no-place'
  | 'several-volumes';

export type ImportRead = ImportList | { ok: false; why: ImportRefusal };

/** Which of what was read goes where. Those that are not named are left out. */
export interface ImportChoice {
  reading: string;
  places: readonly { key: number; segment: string }[];
  /** Without it, what has to be resampled is refused. */
  resample: boolean;
  /** The same for what names another study. */
  otherStudy: boolean;
  /** Segments that nobody may change. */
  locked: readonly string[];
}

/** `not-read`: something else was read meanwhile. `not-asked`: it was not agreed to. */
export type Imported = Drawn | { ok: false; why: 'not-read' | 'not-asked' };

/** A segment goes to the mask of another series, into a segment that has nothing yet. */
export interface MaskCopy {
  segment: string;
  to: MaskSource;
  toSegment: string;
}

export type MaskCopied =
  | { ok: true; isResampled: boolean; voxels: number; ml: number | null; /** Beyond the other series. */ cutMl: number }
  | Extract<Drawn, { ok: false }>
  | { ok: false; why: 'frame-of-reference' | 'empty' | 'outside' | 'grid' | 'damaged' };

/** What comes from files and from other series. */
export interface MaskImports {
  /** Stores nothing. `onPart` tells how much is done, from 0 to 1. */
  readImport(segmentation: string, request: ImportRequest, onPart: (part: number) => void): Promise<ImportRead>;
  /** Forgets what was read, or ends the reading. */
  dropImport(segmentation: string): void;
  /** Dice of what was read with a segment as it is drawn now, on the grid of the mask; null if it is not known, or both are empty. */
  diceWithImport(segmentation: string, of: { reading: string; key: number; segment: string }): Promise<number | null>;
  /** `beforeStored`: called once it is known that nothing of it is refused. */
  takeImport(segmentation: string, choice: ImportChoice, beforeStored: () => Promise<void>): Promise<Imported>;
  copyMask(segmentation: string, copy: MaskCopy, beforeStored: () => Promise<void>): Promise<MaskCopied>;
}
