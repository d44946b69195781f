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
  structure: { title: string };
  /** `grid`: its hash; null until the server has created the mask. */
  mask: { series: string; grid: string | null } | null;
  may: { edit: boolean };
  segments: readonly DrawnSegment[];
}

export interface NamedNewSegment {
  segment: string;
  title: string;
  color: string | null;
}

/** The segmentations of a study, and what can be done with their lists. They belong to another feature: `src/app` joins both. */
export interface StudySegmentations {
  /** Null while they are not known. */
  list: readonly DrawnSegmentation[] | null;
  /** Why they are not known. */
  problem: 'failed' | 'offline' | null;
  isFetching: boolean;
  retry(): void;
  mayCreate: boolean;
  /** Asks what it is called, and makes one. */
  create(onCreated: (uuid: string) => void): void;
  /** Makes an empty mask on the grid of a series. */
  createMask(segmentation: string, series: string): void;
  addSegment(segmentation: string, segment: string): void;
  /** Adds segments that have a name and a colour already. Resolved once this device has them. An empty title and no colour: as the server gives them. */
  addNamed(segmentation: string, segments: readonly NamedNewSegment[]): Promise<void>;
  /** Of its structure; null if this device does not know them. */
  codesOf(segmentation: string): StructureCodes | null;
  /** Rename, colour, order and deletion of a segment. */
  menuOf(segmentation: string, segment: string): ReactNode;
  hidden: { isHidden(segment: string): boolean; toggle(segment: string): void };
}
