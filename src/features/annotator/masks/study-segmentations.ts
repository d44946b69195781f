import type { ReactNode } from 'react';
import type { StructureCodes } from '#contract/structures.ts';

/** A segment as the lists of segmentations know it, with the changes that wait on this device. */
export interface DrawnSegment {
  uuid: string;
  /** These three are null until the server has given them. */
  sort: number | null;
  title: string | null;
  color: string | null;
  /** What the server has not received. */
  waits: 'number' | 'change' | 'deletion' | null;
}

export interface DrawnSegmentation {
  uuid: string;
  /** Null until the server has received it. */
  id: number | null;
  structure: { slug: string; title: string };
  /** Who made it; null if the account no longer exists, or the server has not received it. */
  user: { id: number; name: string } | null;
  /** `grid`: its hash; null until the server has created the mask. */
  mask: { series: string; grid: string | null } | null;
  may: { edit: boolean };
  /** Segments may not overlap. */
  exclusive: boolean;
  segments: readonly DrawnSegment[];
}

/** Without a title and a colour, it gets those that the server gives. */
export interface NewSegment {
  segment: string;
  title?: string;
  color?: string | null;
}

/** The segmentations of a study, and what can be done with their lists. They belong to another feature: `src/app` joins both. */
export interface StudySegmentations {
  /** Null while they are not known. */
  list: readonly DrawnSegmentation[] | null;
  /** The one that is shown until another one is chosen; null: the first of the list. */
  first: string | null;
  /** Why they are not known. */
  problem: 'failed' | 'offline' | null;
  isFetching: boolean;
  retry(): void;
  mayCreate: boolean;
  /** Asks what it is called, and makes one. */
  create(onCreated: (uuid: string) => void): void;
  /** Makes one of the same structure with an empty mask, as soon as that is stored on this device. Rejects if it is not. */
  createLike(segmentation: string, made: { uuid: string; series: string; exclusive: boolean }): Promise<void>;
  /** Makes an empty mask on the grid of a series. */
  createMask(segmentation: string, series: string): void;
  addSegment(segmentation: string, segment: string): void;
  /** Several, as soon as they are stored on this device. Rejects if they are not. */
  addSegments(segmentation: string, segments: readonly NewSegment[]): Promise<void>;
  /** Of its structure; null if this device does not know them. */
  codesOf(segmentation: string): StructureCodes | null;
  /** Rename, colour, order and deletion of a segment. */
  menuOf(segmentation: string, segment: string): ReactNode;
  hidden: { isHidden(segment: string): boolean; toggle(segment: string): void };
}
